import { randomUUID } from "node:crypto";
import type {
  Preview,
  EventPreview,
  PreviewVerdict,
} from "../../../../functions/events/contract.ts";
import type { SignedEvent } from "../../api/send-request.ts";
import {
  type Cli,
  type Connection,
  type ExitCode,
  exitCodes,
} from "../../cli.ts";
import { signEvent } from "../../sign-event.ts";
import { operationColumns } from "../operations/list.ts";
import { watchOperation } from "../operations/watch.ts";
import type { Output } from "../../output.ts";

/** The first part of the path of each receiver. `events` takes every type of event. */
export const receiverPaths = [
  "events",
  "onboarding",
  "offboarding",
  "profile",
  "status",
] as const;

type Delivery = {
  caller: string;
  body: string;
  /** @default the receiver that takes every type of event */
  to?: (typeof receiverPaths)[number];
  /** The delivery id. @default a new one */
  id?: string | undefined;
};

export async function sendDelivery(
  cli: Cli,
  { api, profile, output, callOf }: Connection,
  { to = receiverPaths[0], ...delivery }: Delivery,
  watches = false,
): Promise<void> {
  const signed = sign(cli, profile, delivery);
  const operations = await api.events.send(to, delivery.caller, signed);
  if (watches) {
    for (const { id } of operations)
      await watchOperation(id, { api, output }, cli);
    return;
  }
  output.list(operations, operationColumns(output));
  const [first] = operations;
  output.say(
    first
      ? `Follow it: ${callOf(`operations watch ${first.id}`)}`
      : "The field map of the caller ignores this event.",
  );
}

export function preview(
  cli: Cli,
  { api, profile }: Connection,
  delivery: Delivery,
  isRecord?: boolean,
): Promise<Preview> {
  const signed = sign(cli, profile, delivery);
  return api.events.preview(delivery.caller, signed, isRecord);
}

export function sign(
  { nowMs }: Cli,
  profile: Connection["profile"],
  { caller, body, id = `msg_${randomUUID()}` }: Delivery,
): SignedEvent {
  const key = profile.callerKey(caller);
  return { body, headers: signEvent(key, { id, body, nowMs: nowMs() }) };
}

export function sayPreview(
  { events, ignored }: Preview,
  output: Output,
  { caller, operator }: { caller: string; operator: string },
): void {
  for (const event of events) sayEvent(event, output);
  if (ignored > 0)
    output.say(`Ignored by the field map of the caller: ${ignored}.`);
  if (events.some(({ match }) => !match))
    output.say(
      `The caller ${caller} lacks the scope operate, so it is not told what our store knows: the state of the employee, limits, and what would follow. A caller that has the scope is told: for an event in our own form, add --caller ${operator}`,
      "yellow",
    );
}

function sayEvent(event: EventPreview, output: Output): void {
  const { type, employeeId, match } = event;
  output.say(`${type} of ${employeeId}`, "bold");
  output.fields({
    Fields: event.fields.join(" "),
    "Reads from": event.source,
    "Takes effect": output.moment(event.effectiveAt),
    Templates: event.templates?.join(", "),
    Employee: match && (match.state ?? "not known"),
    Person: match && (match.hasPerson ? "known" : "none yet"),
    Differs: match?.differs.join(" "),
    "Newer event has set": match?.outdated.join(" "),
  });
  if (match?.verdict) output.say(describeVerdict(match.verdict, output));
  output.section("Limits", match?.limits ?? [], {
    LIMIT: ({ name }) => name,
    USED: {
      text: ({ used, allowed }) => `${used} of ${allowed}`,
      style: ({ used, allowed }) => (used >= allowed ? "yellow" : undefined),
    },
  });
}

export function describeVerdict(
  verdict: PreviewVerdict,
  output: Output,
): string {
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

export function exitCodeOfPreview({ events }: Preview): ExitCode {
  const verdicts = events.map(({ match }) => match?.verdict?.is);
  if (verdicts.includes("held")) return exitCodes.held;
  return verdicts.includes("needs-decision")
    ? exitCodes.needsAttention
    : exitCodes.done;
}
