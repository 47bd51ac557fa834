import { randomUUID } from "node:crypto";
import type { Preview } from "../../../../functions/events/contract.ts";
import type { SignedEvent } from "../../api/client.ts";
import type { Cli, Connection } from "../../cli.ts";
import { signEvent } from "../../sign-event.ts";
import { operationColumns } from "../operations/list.ts";
import { watchOperation } from "../operations/watch.ts";

/** The first part of the path of each receiver. The first one takes every type of event. */
export const receiverPaths = [
  "events",
  "onboarding",
  "offboarding",
  "profile",
  "status",
] as const;

export type Delivery = {
  caller: string;
  body: string;
  /** @default the receiver that takes every type of event */
  to?: (typeof receiverPaths)[number];
  /** The delivery id. @default a new one */
  id?: string | undefined;
};
/** Sends an event, and shows the operations to which it leads, or follows them. */
export async function sendDelivery(
  cli: Cli,
  { api, profile, output, callOf }: Connection,
  { to = receiverPaths[0], ...delivery }: Delivery,
  watches = false,
): Promise<void> {
  const signed = sign(cli, profile, delivery);
  const operations = await cli.withProgress("send the event", () =>
    api.events.send(to, delivery.caller, signed),
  );
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
  options: { isRecord?: boolean | undefined } = {},
): Promise<Preview> {
  const signed = sign(cli, profile, delivery);
  return cli.withProgress("preview the event", () =>
    api.events.preview(delivery.caller, signed, options),
  );
}

export function sign(
  { nowMs }: Cli,
  profile: Connection["profile"],
  { caller, body, id = `msg_${randomUUID()}` }: Delivery,
): SignedEvent {
  const key = profile.callerKey(caller);
  return { body, headers: signEvent(key, { id, body, nowMs: nowMs() }) };
}
