import { signStandardWebhook } from "../../../shared/webhook/schemes/standard-webhooks.ts";
import { hrKey } from "../credentials.ts";

export type SampleEvent = { id: string; body: string };

/** Sends an event as the HR system does: as caller `hr`, signed with Standard Webhooks at `nowMs`. */
export function sendAsHr(
  origin: string,
  path: string,
  { id, body }: SampleEvent,
  nowMs: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const timestampSeconds = Math.floor(nowMs / 1000);
  return fetch(`${origin}${path}/hr`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signStandardWebhook(
        hrKey,
        id,
        timestampSeconds,
        body,
      ),
      ...headers,
    },
    body,
  });
}
