/** The command line as it is shipped: what `npm run build` made. */

import { fileURLToPath } from "node:url";

export const BUILT = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
