import type { SignedRequest } from "../../../../shared/webhook/schemes/scheme.ts";

/** The example that the Standard Webhooks libraries share. */
export const published = {
  key: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: "1614265330",
  body: '{"test": 2432232314}',
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};

export type SignedDelivery = Omit<typeof published, "key">;

export function requestOf({
  id,
  timestamp,
  signature,
  body,
}: Partial<Omit<SignedDelivery, "body">> & {
  body: string | Uint8Array;
}): SignedRequest {
  const headers: Record<string, string | undefined> = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
  };
  return { header: (name) => headers[name], body: Buffer.from(body) };
}
