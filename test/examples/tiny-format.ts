import type { Format, Reader } from "../../src/transcripts/format.ts";
import { asString, asTime } from "../../src/transcripts/json.ts";

/** A format of three records: {"ask"}, {"say"} and {"done"}, each with an "at". */
export const tiny: Format<"tiny"> = {
  name: "tiny",
  detect: (record) => "ask" in record && "at" in record,
  isWhole: (record) => asTime(record["at"]) !== undefined,
  isBookkeeping: () => false,
  sessionIn: () => undefined,
  reader: (): Reader => {
    let said = "";
    return {
      read({ value, at: line }) {
        const timestamp = asTime(value["at"]);
        const at = timestamp === undefined ? line : { ...line, timestamp };
        if ("ask" in value) return { events: [{ kind: "input", at, opens: "turn", mentions: "" }] };
        said = asString(value["say"]) ?? said;
        // Only the record that says so ends the turn; text alone proves nothing.
        if ("done" in value) return { events: [{ kind: "turn-end", at, how: "complete", text: said }] };
        return { events: [{ kind: "bookkeeping", at }] };
      },
    };
  },
  tail: { finals: ["done"], work: ["ask", "say"], calls: [], callIdKeys: [] },
};
