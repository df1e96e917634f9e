/** The second thousand of 2,000 simulations. In files of their own, so that they run side by side. */

import { keepsEveryPromise } from "../support/simulated.ts";

keepsEveryPromise(1_001);
