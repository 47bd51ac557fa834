import { hmac } from "../../../../../shared/webhook/schemes/hmac.ts";
import { bambooHrScheme } from "../../../../../shared/webhook/schemes/vendors.ts";
import { presets } from "../../../../../shared/webhook/presets/presets.ts";
import { rows } from "../../../../fixtures/rows.ts";

type Headers = Record<string, string>;

/** The samples of a vendor, and what they mean. Each change of a sample is a merge patch. */
export type Vendor = {
  entry: { keys: string[]; host?: string };
  /** The headers of a request, by name in lower case. */
  sign: (body: string, nowMs: number, key?: string) => Headers;
  /** Whether a signature covers the body. @default true */
  isSigned?: boolean;
  /** The events of the sample delivery. */
  events: unknown[];
  /** Changes of the sample delivery that make it another event. */
  later: unknown[];
  /** Changes of the sample delivery, and the type and data of the event then. Undefined: the delivery is ignored. */
  deliveries?: DeliveryRow[];
  /** The URLs of the record and of its avatars. */
  urls?: string[];
  states?: {
    /** The data of a hire that the sample of the record comes to. */
    hire: object;
    /** Changes of the sample record, and what it says then. */
    others: RecordRow[];
    /** Values of the sample, and the field that a change clears if the record has null in their place. */
    cleared?: [value: string, field: string][];
  };
};

/** For the type {@link issue}, the data is the issue. */
type DeliveryRow = [change: unknown, type: string | undefined, data?: object];
export const deliveryRows = rows<DeliveryRow>;

/** `data`: of a hire, or the last day of a leaver or an absence. `event`: what the thin event names, if it matters. */
type RecordRow = [
  change: unknown,
  says: "a hire" | "an absence" | "a leaver" | "not ours" | "unclear",
  data?: object | string,
  event?: string,
];

export const recordRows = rows<RecordRow>;

export const issue = "an issue";
export const changed = "record.changed";
export const terminated = "employee.terminated";
export const thin = (employeeId: string, event: string) => ({
  type: "record.changed",
  data: { employeeId, event },
});

/** The data of the employee of all samples, in our words. */
export const quist = {
  email: "zoe.quist@example.com",
  startDate: "2026-02-01",
  title: "Engineer",
  department: "Engineering",
  location: "Oslo",
};
export const phone = { value: "+47 400 00 001" };

type Signs = Pick<Vendor, "entry" | "sign" | "isSigned">;

const bambooKey = "not-a-real-private-key";
export const signedByBambooHr: Signs = {
  entry: { keys: [bambooKey] },
  sign: (body, nowMs, key = bambooKey) => {
    const timestamp = String(Math.floor(nowMs / 1000));
    return bambooHrScheme.sign({}, key, { id: "", timestamp, body });
  },
};

const hmacKey = "not-a-real-secret-of-a-webhook";
/** Signs with the scheme of the preset. The tests of each scheme have signatures that are known. */
export const signedByHmac = (preset: string): Signs => ({
  entry: { keys: [hmacKey] },
  sign: (body, _, key = hmacKey) =>
    hmac.sign(presets[preset]!, key, { id: "", timestamp: "", body }),
});

const token = "not-a-real-token-of-32-characters";
export const byToken: Signs = {
  entry: { keys: [token] },
  sign: (_, __, key = token) => ({ authorization: key }),
  isSigned: false,
};
