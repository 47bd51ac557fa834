import type { ShownOperation } from "../../../../functions/operations/contract.ts";
import { isHoldReason } from "../../../../shared/store/verbs.ts";
import { type ExitCode, exitCodes } from "../../cli.ts";
import type { Style } from "../../output.ts";

/** The exit code of a command that shows the state of one operation. */
export function exitCodeOf({ status, reason }: ShownOperation): ExitCode {
  if (status !== "failed" && status !== "needs_attention")
    return exitCodes.done;
  return isHoldReason(reason) ? exitCodes.held : exitCodes.needsAttention;
}

export function statusStyle({ status }: { status: string }): Style | undefined {
  switch (status) {
    case "succeeded":
      return "green";
    case "failed":
    case "needs_attention":
      return "red";
    case "waiting":
      return "yellow";
    default:
      return undefined;
  }
}
