import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { isHoldReason } from "../../../../shared/store/verbs.ts";

type Status = ShownOperation["status"];
/** What a colour says: nothing to do, work goes on, done, look at it, it failed. */
export type Tone = "calm" | "work" | "good" | "look" | "bad";

export const statusWords: Record<Status, { text: string; tone: Tone }> = {
  accepted: { text: "Accepted", tone: "work" },
  waiting: { text: "Waiting", tone: "calm" },
  running: { text: "Running", tone: "work" },
  succeeded: { text: "Succeeded", tone: "good" },
  failed: { text: "Failed", tone: "bad" },
  needs_attention: { text: "Needs attention", tone: "look" },
  cancelled: { text: "Cancelled", tone: "calm" },
};

/** The status as an operator sees it. An operation that waits for a release is held. */
export function describeStatus(
  status: Status,
  reason?: string,
): { text: string; tone: Tone } {
  return status === "needs_attention" && isHoldReason(reason)
    ? { text: "Held", tone: "look" }
    : statusWords[status];
}
