import {
  type ShownOperation,
  verbRecords,
} from "../../../../functions/operations/contract.ts";
import { describeContents } from "../../../../shared/describe-contents.ts";
import { toReasonCode } from "../../../../shared/reason-codes.ts";
import { isHeldReason } from "../../../../shared/store/verbs.ts";
import { type Connection, type ExitCode, exitCodes } from "../../cli.ts";
import { describeRefusal, lastRounds, needsLook } from "../../console/words.ts";
import type { Style } from "../../output.ts";
import { explainReason } from "../../reason-words.ts";
import { describeWait } from "../../wait-words.ts";

export function sayOperation(
  operation: ShownOperation,
  { output, callOf }: Connection,
): void {
  const { id, type, status, reason, steps, history, result } = operation;
  output.say(`${id}  ${status}`, statusStyle(operation) ?? "bold");
  output.fields({
    Event: type,
    Employee: operation.employeeId,
    Caller: operation.caller,
    Reason: reason,
    "Waits for": operation.blockedBy,
    "Goes on at": output.moment(operation.dueAt),
    "Other operation": operation.sameAs,
    "Led to": operation.ledTo?.join(" "),
    Person: result?.personID,
    Published:
      operation.contents === undefined
        ? undefined
        : describeContents(operation.contents),
    Changed: result?.changed?.join(" "),
    Templates: operation.templates?.join(", "),
    Created: output.moment(operation.createdAt),
    Updated: output.moment(operation.updatedAt),
  });
  output.section("Steps", lastRounds(steps), {
    AT: ({ at }) => output.toTheSecond(at),
    STEP: ({ name }) => name,
    RESULT: {
      text: (step) => step.status,
      style: (step) => (step.status === "failed" ? "red" : undefined),
    },
    ATTEMPTS: ({ attempts }) => attempts?.toString(),
  });
  output.section("Warnings", operation.warnings, {
    ABOUT: ({ about }) => about,
    REASON: (warning) => warning.reason,
  });
  output.section("Audit trail", history, {
    AT: ({ at }) => output.toTheSecond(at),
    BY: ({ by }) => by,
    STATUS: (change) => change.status,
    REASON: {
      text: ({ reason = "", times = 1, lastAt }) =>
        lastAt
          ? `${reason} (${times} times, last ${output.when(lastAt)})`
          : reason,
      narrow: "wrap",
    },
    NOTE: { text: ({ note }) => note, narrow: "wrap" },
  });
  if (status === "waiting") {
    const { dueAt } = operation;
    output.say("");
    output.say("What will happen", "bold");
    output.say(describeWait(operation, dueAt && `at ${output.moment(dueAt)}`));
  }
  const toExplain = [reason, ...operation.warnings.map((one) => one.reason)];
  for (const code of new Set(toExplain)) {
    const words = code && explainReason(toReasonCode(code));
    if (!words) continue;
    output.say("");
    output.say(`What ${code} means`, "bold");
    output.say(words.meaning);
    output.say("What to do", "bold");
    output.say(words.action);
  }
  if (operation.verbs.length > 0) {
    output.say("");
    output.say("What you can do", "bold");
  }
  for (const verb of operation.verbs) {
    const note = verbRecords[verb].field === "note" ? ' --note "…"' : "";
    output.say(`  ${callOf(`operations ${verb} ${id}${note}`)}`);
  }
  output.section("What you cannot do now", operation.refusedVerbs ?? [], {
    VERB: ({ verb }) => verb,
    WHY: { text: ({ reason: why }) => describeRefusal(why), narrow: "wrap" },
  });
}

export function exitCodeOf({ status, reason }: ShownOperation): ExitCode {
  if (!needsLook(status)) return exitCodes.done;
  return isHeldReason(reason) ? exitCodes.held : exitCodes.needsAttention;
}

export function statusStyle({ status }: { status: string }): Style | undefined {
  if (needsLook(status)) return "red";
  if (status === "succeeded") return "green";
  return status === "waiting" ? "yellow" : undefined;
}
