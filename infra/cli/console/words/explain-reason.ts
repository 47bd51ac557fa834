import { explain, toReasonCode } from "../../../../shared/reason-codes.ts";

export type ReasonExplanation = { meaning: string; action: string };

/** What a reason code means and what to do. `undefined` for a word of the audit trail that is no reason code. */
export function explainReason(reason: string): ReasonExplanation | undefined {
  const code = toReasonCode(reason);
  return code === reason ? explain(code) : undefined;
}
