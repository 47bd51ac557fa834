import { allEvents } from "../../../functions/events/event.ts";
import { readTokenKeys } from "../../fixtures/signed-token.ts";
import { offboarding } from "../../../functions/offboarding/event.ts";
import { onboarding } from "../../../functions/onboarding/event.ts";
import { profileUpdate } from "../../../functions/profile-update/event.ts";
import { usualPresets } from "../../../functions/status-relay/status-presets.ts";
import type { ChatDependencies } from "../../../functions/status-relay/command-handler.ts";
import { statusReceiver } from "../../../functions/status-relay/webhook.ts";
import { localSecrets, opsToken } from "../../../infra/local/credentials.ts";
import type { ReceiverName } from "../../../infra/aws/deployment/functions.ts";
import { createHttp } from "../../../shared/community/http.ts";
import { eventFactsOf } from "../../../shared/event-types.ts";
import type { Log } from "../../../shared/log.ts";
import type { Store } from "../../../shared/store/store.ts";
import {
  type Callers,
  createCallers,
} from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { createReceiver } from "../../../shared/webhook/receiver.ts";
import type { StartWorkflow } from "../../../shared/workflow/execution.ts";

/** The default of the setting. */
export const statusMaxLength = 140;

type Dependencies = {
  callers: Callers;
  /** The store as each receiver uses it. */
  storeOf: (name: ReceiverName) => Store;
  startWorkflow: StartWorkflow;
  nowMs: () => number;
  logOf: (name: ReceiverName) => Log;
  /** The time zone of a date without a time. @default UTC */
  zone?: string | undefined;
  /** Pauses while a chat command has no result yet. @default no time passes */
  chatSleepMs?: (durationMs: number) => Promise<void>;
};

export type InProcessReceivers = ReturnType<typeof createReceivers>;
export type InProcessReceiver = keyof InProcessReceivers;

/** One event as a sender of the scheme `bearer` sends it. */
export type SentEvent = {
  type: string;
  /** The event's own time. */
  atMs: number;
  data: unknown;
  /** Distinguishes one delivery from another with the same content. */
  delivery?: string;
  caller?: string;
  token?: string;
  /** @default the receiver of this type of event */
  to?: InProcessReceiver;
};

export function createLocalCallers(
  nowMs: () => number,
  more: Record<string, unknown> = {},
): Callers {
  return createCallers({
    read: async () => callersSchema.parse({ ...localSecrets.callers, ...more }),
    nowMs,
    sleepMs: async () => {},
    readKeys: readTokenKeys,
  });
}

/** Creates every webhook receiver. Without `chatSleepMs`, their pauses take no time. */
export function createReceivers({
  zone = "UTC",
  storeOf,
  logOf,
  chatSleepMs = () => new Promise<void>((wake) => setImmediate(wake)),
  ...shared
}: Dependencies) {
  const partsOf = (name: ReceiverName) => ({
    ...shared,
    store: storeOf(name),
    log: logOf(name),
    zone,
    sleepMs: chatSleepMs,
  });
  const status: ChatDependencies = {
    ...partsOf("status-relay-receiver"),
    statusMaxLength,
    statusPresets: usualPresets,
    http: createHttp(),
  };
  return {
    onboarding: createReceiver(onboarding, partsOf("onboarding-receiver")),
    offboarding: createReceiver(offboarding, partsOf("offboarding-receiver")),
    profile: createReceiver(profileUpdate, partsOf("profile-update-receiver")),
    status: createReceiver(statusReceiver(status), status),
    events: createReceiver(
      allEvents(statusMaxLength),
      partsOf("events-receiver"),
    ),
  };
}

/** Sends an event to the receiver of its type, whose name is also its path. By default, the caller is `ops`. */
export async function sendTo(
  receivers: InProcessReceivers,
  {
    type,
    atMs,
    data,
    delivery,
    caller = "ops",
    token = opsToken,
    to = eventFactsOf(type)?.url ?? "events",
  }: SentEvent,
): Promise<Response> {
  const timestamp = new Date(atMs).toISOString();
  return receivers[to].request(`/${to}/${caller}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ type, timestamp, data }) + markOf(delivery),
  });
}

/** White space that only this delivery has. The bytes of an event with a token identify its delivery. */
function markOf(delivery = ""): string {
  const bits = [...Buffer.from(delivery)].map((byte) =>
    byte.toString(2).padStart(8, "0"),
  );
  return bits.join("").replaceAll("0", " ").replaceAll("1", "\t");
}
