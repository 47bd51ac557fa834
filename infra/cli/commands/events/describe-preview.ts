import type {
  EventPreview,
  Preview,
  PreviewVerdict,
} from "../../../../functions/events/contract.ts";
import { type ExitCode, exitCodes } from "../../cli.ts";
import type { Output } from "../../output.ts";

/** Prints for people what events would do. */
export function describePreview(
  { events, ignored }: Preview,
  output: Output,
  { caller, operator }: { caller: string; operator: string },
): void {
  for (const event of events) describeEvent(event, output);
  if (ignored > 0)
    output.say(`The field map of the caller ignores ${ignored} items.`);
  if (events.some(({ match }) => !match))
    output.say(
      `The caller ${caller} lacks the scope operate, so it is not told what our store knows: the state of the employee, limits, and what would follow. A caller that has the scope is told: add --caller ${operator}`,
      "yellow",
    );
}

function describeEvent(event: EventPreview, output: Output): void {
  const { type, employeeId, match } = event;
  output.say(`${type} of ${employeeId}`, "bold");
  output.fields({
    Fields: event.fields.join(" "),
    "Reads from": event.source,
    "Holds from": output.moment(event.effectiveAt),
    Templates: event.templates?.join(", "),
    Employee: match && (match.state ?? "not known"),
    Person: match && (match.hasPerson ? "known" : "none yet"),
    Differs: match?.differs.join(" "),
    "Newer event has set": match?.outdated.join(" "),
  });
  if (match?.verdict) output.say(sentenceOf(match.verdict, output));
  output.section("Limits", match?.limits ?? [], {
    LIMIT: ({ name }) => name,
    USED: {
      text: ({ used, allowed }) => `${used} of ${allowed}`,
      style: ({ used, allowed }) => (used >= allowed ? "yellow" : undefined),
    },
  });
}

/** What the event would come to. */
function sentenceOf(verdict: PreviewVerdict, output: Output): string {
  switch (verdict.is) {
    case "in-force":
      return verdict.warning === undefined
        ? "It would take effect now."
        : `It would take effect now, with the warning ${verdict.warning}.`;
    case "scheduled":
      return `It would be scheduled for ${output.moment(verdict.scheduledFor)}.`;
    case "repeats":
      return `It repeats ${verdict.sameAs ?? "an earlier event"}.`;
    case "overtaken":
      return verdict.sameAs === undefined
        ? `It would be cancelled: ${verdict.reason}.`
        : `It would be cancelled: ${verdict.reason}, because of ${verdict.sameAs}.`;
    case "needs-decision":
      return `It needs a decision: ${verdict.reason}.`;
    case "held": {
      const { name, used, allowed } = verdict.limit;
      return `It would be held: ${used} of ${allowed} of the ${name}.`;
    }
  }
}

/** As that of the operations to which the events would lead. */
export function exitCodeOfPreview({ events }: Preview): ExitCode {
  const verdicts = events.map(({ match }) => match?.verdict?.is);
  if (verdicts.includes("held")) return exitCodes.held;
  return verdicts.includes("needs-decision")
    ? exitCodes.needsAttention
    : exitCodes.done;
}
