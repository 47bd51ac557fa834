import type { ShownOperation } from "../../functions/operations/contract.ts";
import { describeContents } from "../../shared/describe-contents.ts";
import type { Phase } from "../../shared/store/operation.ts";
import { describePlan } from "../../shared/store/describe-plan.ts";

const blockerWords = {
  platform: "the platform",
  configuration: "a part of our configuration",
};

/** What the person is now, where that needs words. */
const nowWords: Partial<Record<Phase, string>> = {
  start: "was created disabled, and ",
  grace: "is disabled, and ",
  suspended: "is disabled, and ",
};

/**
 * What will happen with an operation that waits, as sentences.
 *
 * @param due - when, as people say it: "in 3 h (1 Jan 2027, 00:00)". @default "soon"
 */
export function describeWait(operation: ShownOperation, due = "soon"): string {
  const { employeeId, phase, reason, blockedBy, dueAt, contents, warnings } =
    operation;
  if (blockedBy)
    return `The operation waits for ${blockerWords[blockedBy]}, and goes on by itself. ${dueAt ? `It tries again ${due}.` : "It tries again when the outage is over."}`;
  if (reason === "unknown-employee")
    return `The operation waits for the hire of ${employeeId}. If none comes, it needs attention ${due}.`;
  if (reason !== undefined) return `The operation tries again ${due}.`;
  if (phase === "creation")
    return `${employeeId} is suspended, and will ${describePlan(operation)}. The operation looks again ${due}.`;
  const published =
    phase === "grace" && contents !== undefined
      ? `, with ${describeContents(contents)}`
      : "";
  const warning =
    phase === "avatar" && warnings.find(({ about }) => about === "avatar");
  const last = warning ? ` The last attempt ended with ${warning.reason}.` : "";
  const now = (phase && nowWords[phase]) ?? "";
  return `${employeeId} ${now}will ${describePlan(operation)} ${due}${published}. Nobody has to do anything.${last}`;
}
