import type {
  EventPreview,
  Preview,
} from "../../../../functions/events/contract.ts";
import { type ExitCode, exitCodes } from "../../cli.ts";
import type { Output } from "../../output.ts";

/** Prints for people what events would do. */
export function describePreview(
  { events, ignored }: Preview,
  output: Output,
): void {
  for (const event of events) describeEvent(event, output);
  if (ignored > 0)
    output.say(`The field map of the caller ignores ${ignored} items.`);
}

function describeEvent(event: EventPreview, output: Output): void {
  const { type, employeeId, match } = event;
  output.say(`${type} of ${employeeId}`, "bold");
  output.fields({
    Fields: event.fields.join(" "),
    "Reads from": event.source,
    "Holds from": event.effectiveAt,
    Templates: event.templates?.join(", "),
    Employee: match && (match.state ?? "not known"),
    Person: match && (match.hasPerson ? "known" : "none yet"),
    Differs: match?.differs.join(" "),
    "Newer event has set": match?.outdated.join(" "),
  });
  output.section("Limits", match?.limits ?? [], [
    { title: "LIMIT", text: ({ name }) => name },
    {
      title: "USED",
      text: ({ used, allowed }) => `${used} of ${allowed}`,
      style: (limit) => (isReached(limit) ? "yellow" : undefined),
    },
    {
      title: "EFFECT",
      text: (limit) =>
        isReached(limit) ? "the operation would be held" : "the event passes",
    },
  ]);
}

/** A reached limit would hold the operation, unless its person was counted within the last day. */
export function exitCodeOfPreview({ events }: Preview): ExitCode {
  const isHeld = events.some(({ match }) => match?.limits.some(isReached));
  return isHeld ? exitCodes.held : exitCodes.done;
}

function isReached({ used, allowed }: { used: number; allowed: number }) {
  return used >= allowed;
}
