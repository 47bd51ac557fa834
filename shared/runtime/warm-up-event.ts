import { randomBytes } from "node:crypto";
import type { EventType } from "../event-types.ts";
import { createLog } from "../log.ts";
import { createCallers } from "../webhook/callers.ts";
import type { CallerEntries } from "../webhook/callers-secret.ts";
import {
  createReceiver,
  type ReceiverDependencies,
  type ReceiverOptions,
} from "../webhook/receiver.ts";
import { signStandardWebhook } from "../webhook/schemes/standard-webhooks.ts";
import {
  createHttpHandler,
  type HttpEvent,
  warmUpRequest,
} from "./http-handler.ts";

const person = {
  name: { givenName: "Warm", familyName: "Up" },
  email: "warm.up@example.com",
  title: "Title",
  department: "Department",
  location: "Location",
  phones: [{ value: "+46 31 555 01 42", label: "Phone Number" }],
};

/**
 * The event of a receiver by the first type that it takes, with usual fields. Its operation must not wait, because the
 * warm-up has one write only.
 */
const samples: Partial<Record<EventType, object>> = {
  "employee.hired": {
    ...person,
    username: "warm.up",
    startDate: "2000-01-01",
    address: { locality: "Locality", country: "Country" },
    tasks: [{ subject: "Task", dueInDays: 1 }],
    streams: ["Stream"],
    identities: { slack: "T0001:U0001" },
  },
  "employee.changed": { ...person, effectiveDate: "2000-01-01" },
  "employee.terminated": { lastDay: "2000-01-01", reason: "warm-up" },
  "status.set": { text: "Warming up", expiresAt: "2000-01-01T00:00:00Z" },
};

/** What takes the place of the real parts in a warm-up, so that nothing is stored or started. */
export type WarmUpParts = {
  store: ReceiverDependencies["store"];
  startWorkflow: () => Promise<void>;
};

const callerName = "warm-up";

/**
 * Creates a function that lets the code of a receiver handle one whole event, in an app of its own. The code is
 * compiled and the connections are open before the first real request. The caller and its key are thrown away: no other
 * app knows them, so every other app answers 401 to the request. Nothing is logged.
 *
 * @returns a function that resolves to the status of the answer
 */
export function createWarmUpEvent(
  receiver: ReceiverOptions,
  dependencies: ReceiverDependencies,
  parts: WarmUpParts,
): () => Promise<number> {
  const { nowMs } = dependencies;
  const key = randomBytes(32).toString("base64");
  const entries: CallerEntries = {
    [callerName]: {
      scheme: "standard-webhooks",
      keys: [key],
      scopes: ["onboard", "offboard", "update", "status:any"],
    },
  };
  const app = createReceiver(receiver, {
    ...dependencies,
    ...parts,
    callers: createCallers({ read: async () => entries, nowMs }),
    log: createLog(callerName, () => undefined),
  });
  const handle = createHttpHandler(app);
  return async () => {
    const answer = await handle(signedEventOf(receiver, key, nowMs()));
    return answer.statusCode ?? 0;
  };
}

/** The signed event, as API Gateway hands it over. */
function signedEventOf(
  { path, events: [{ type }] }: ReceiverOptions,
  key: string,
  nowMs: number,
): HttpEvent {
  const id = randomBytes(16).toString("hex");
  const seconds = Math.floor(nowMs / 1000);
  const timestamp = new Date(nowMs).toISOString();
  const data = { employeeId: callerName, ...samples[type] };
  const body = JSON.stringify({ type, timestamp, data });
  return {
    ...warmUpRequest,
    rawPath: `${path}/${callerName}`,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signStandardWebhook(key, id, seconds, body),
    },
    body,
  };
}
