import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import type { EventType } from "../event-types.ts";
import { createLog } from "../log.ts";
import { createCallers } from "../webhook/callers.ts";
import type { CallerEntries } from "../webhook/callers-secret.ts";
import type { ReceiverDependencies } from "../webhook/receiver.ts";
import { signStandardWebhook } from "../webhook/schemes/standard-webhooks.ts";
import {
  createHttpHandler,
  type HttpEvent,
  warmUpRequest,
} from "./http-handler.ts";

/** An event for the warm-up of a receiver. Its operation must not wait, because the warm-up has one write only. */
export type WarmUpEvent = { type: EventType; data: object };

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
 * @param path - the start of the receiver's route, such as `/onboarding`
 * @returns a function that resolves to the status of the answer
 */
export function createWarmUpEvent<D extends ReceiverDependencies>(
  createApp: (dependencies: D) => Hono,
  dependencies: D,
  parts: WarmUpParts,
  path: string,
  event: WarmUpEvent,
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
  const app = createApp({
    ...dependencies,
    ...parts,
    callers: createCallers({ read: async () => entries, nowMs }),
    log: createLog(callerName, () => undefined),
  });
  const handle = createHttpHandler(app);
  return async () => {
    const answer = await handle(sign(path, event, key, nowMs()));
    return answer.statusCode ?? 0;
  };
}

/** The event as API Gateway hands it over. */
function sign(
  path: string,
  event: WarmUpEvent,
  key: string,
  nowMs: number,
): HttpEvent {
  const id = randomBytes(16).toString("hex");
  const seconds = Math.floor(nowMs / 1000);
  const timestamp = new Date(nowMs).toISOString();
  const body = JSON.stringify({ ...event, timestamp });
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
