import { fingerprintOf } from "../../shared/fingerprint.ts";
import { signStandardWebhook } from "../../shared/webhook/schemes/standard-webhooks.ts";
import { toSlack, toTeams } from "./chat-formats.ts";
import type { NoticeMessage } from "./contract.ts";
import type { Subscriber } from "../../shared/webhook/subscribers-secret.ts";

export function requestFor(
  subscriber: Subscriber,
  message: NoticeMessage,
  nowMs: number,
): { headers: Record<string, string>; body: string } {
  const headers = {
    "content-type": "application/json",
    "user-agent": "community-automation (notices)",
  };
  switch (subscriber.format) {
    case "slack":
      return { headers, body: JSON.stringify(toSlack(message)) };
    case "teams":
      return { headers, body: JSON.stringify(toTeams(message)) };
    case "webhook": {
      const body = JSON.stringify(message);
      const seconds = Math.floor(nowMs / 1000);
      const signatures = subscriber.keys.map((key) =>
        signStandardWebhook(key, message.id, seconds, body),
      );
      return {
        headers: {
          ...headers,
          "webhook-id": message.id,
          "webhook-timestamp": String(seconds),
          "webhook-signature": signatures.join(" "),
        },
        body,
      };
    }
  }
}

/** A digest that names a URL in our store, because the URL can be a secret. */
export function urlDigestOf({ url }: Subscriber): string {
  return fingerprintOf(url).slice(0, 22);
}
