import fc from "fast-check";
import { anyText } from "../../../fixtures/any-text.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  signStandardWebhook,
  verifyStandardWebhooks,
} from "../../../../shared/webhook/schemes/standard-webhooks.ts";
import { requestOf } from "./signed-delivery.ts";
import { effort } from "../../../resilience/effort.ts";

const nowSeconds = 1_769_884_920;

// The reference library reads the system clock, so the test stops that clock.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: nowSeconds * 1000 });
});
afterAll(() => {
  vi.useRealTimers();
});

const keys = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`);
const ids = fc.stringMatching(/^[\w-]{1,64}$/);
const bodies = fc.oneof(fc.json(), anyText());
const ages = fc.integer({ min: -600, max: 600 });

test("accepts a delivery that the reference library of Standard Webhooks signs", () => {
  fc.assert(
    fc.property(keys, ids, bodies, (key, id, body) => {
      const signature = new Webhook(key).sign(id, new Date(), body);
      const request = requestOf({
        id,
        timestamp: String(nowSeconds),
        signature,
        body,
      });
      expect(verifyStandardWebhooks(request, [key], Date.now())).toEqual({
        authentic: true,
        deliveryId: id,
      });
    }),
  );
});

test("agrees with the reference library of Standard Webhooks for any age, key and change in transit", () => {
  const changes = fc.constantFrom<((text: string) => string) | undefined>(
    undefined,
    (text) => `${text} `,
    (text) => text.slice(1),
    (text) => `v1,${text}`,
    (text) => `v2,AAAA ${text}`,
  );
  const spoiled = fc.constantFrom("body", "signature", "id");

  fc.assert(
    fc.property(
      keys,
      fc.option(keys),
      ids,
      bodies,
      ages,
      changes,
      spoiled,
      (key, foreign, id, body, age, change, part) => {
        const timestamp = nowSeconds - age;
        const delivery = {
          id,
          timestamp: String(timestamp),
          signature: signStandardWebhook(foreign ?? key, id, timestamp, body),
          body,
        };
        const changed = {
          ...delivery,
          ...(change && { [part]: change(delivery[part as "id"]) }),
        };
        const ours = verifyStandardWebhooks(
          requestOf(changed),
          [key],
          Date.now(),
        );
        expect(ours.authentic).toBe(referenceAccepts(key, changed));
      },
    ),
    { numRuns: effort(100, 1_000) },
  );
});

function referenceAccepts(
  key: string,
  delivery: Record<"id" | "timestamp" | "signature" | "body", string>,
): boolean {
  const { id, timestamp, signature, body } = delivery;
  try {
    new Webhook(key).verify(
      body,
      {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signature,
      },
      { jsonParse: false },
    );
    return true;
  } catch {
    return false;
  }
}
