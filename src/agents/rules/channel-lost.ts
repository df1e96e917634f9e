/** Rule 9: the session's event channel is silent though it should speak. That is not the child's fault: no end of it. */

import { pause } from "./conclusions.ts";
import type { Rule } from "./facts.ts";

export const channelLost: Rule = {
  number: 9,
  when: "the session's event channel is silent, though it should speak",
  decide(facts) {
    const { channel, artifact } = facts.evidence;
    if (channel?.state !== "silent") return undefined;
    const since = channel.heardBefore ? "It carried events before." : "It was never heard.";
    const beside = artifact === undefined ? "" : ` The result is ${artifact.state}.`;
    const explanation = `No hook event of any kind arrived from the session. ${since}${beside} Repair the channel (lastword doctor), then go on.`;
    return pause(facts, { rule: 9, blame: "event-channel-lost", explanation });
  },
};
