import { hmac } from "../../../../../shared/webhook/schemes/hmac.ts";
import { bambooHrScheme } from "../../../../../shared/webhook/schemes/vendors.ts";
import { presets } from "../../../../../shared/webhook/presets/presets.ts";
import type { Vendor } from "./vendor.ts";

export const bambooKey = "not-a-real-private-key";
export const signByBambooHr: Vendor["sign"] = (
  body,
  nowMs,
  key = bambooKey,
) => {
  const timestamp = String(Math.floor(nowMs / 1000));
  return bambooHrScheme.sign({}, key, { id: "", timestamp, body });
};

export const hmacKey = "not-a-real-secret-of-a-webhook";
/** Signs by the scheme of the preset. The known values of each scheme are in its own tests. */
export const signByHmac =
  (name: string): Vendor["sign"] =>
  (body, _, key = hmacKey) =>
    hmac.sign(presets[name]!, key, { id: "", timestamp: "", body });

export const signByToken =
  (token: string): Vendor["sign"] =>
  (_, __, key = token) => ({ authorization: key });
