import { hmac } from "../../../../../shared/webhook/schemes/hmac.ts";
import { bambooHrScheme } from "../../../../../shared/webhook/schemes/vendors.ts";
import { presets } from "../../../../../shared/webhook/presets/presets.ts";
import { rows } from "../../../../fixtures/rows.ts";

type Headers = Record<string, string>;

/** What a vendor sends and answers, and what it means. Changes are merge patches of the sample. */
export type Vendor = {
  entry: { keys: string[]; host?: string };
  /** The headers of a request, by name in lower case. */
  sign: (body: string, nowMs: number, key?: string) => Headers;
  /** Whether a signature covers the body. @default true */
  isSigned?: boolean;
  /** What the sample delivery is. */
  events: unknown[];
  /** Changes that make the delivery another event. */
  later: unknown[];
  /** Other deliveries, their types and what of their data differs. Undefined: ignored. Of an {@link issue}: the issue. */
  deliveries?: DeliveryRow[];
  /** Where the record is, and its avatars. */
  urls?: string[];
  states?: {
    /** What the sample of the record says of a hire. */
    hire: object;
    /** Other records, what each says, and of what it says what differs. */
    others: RecordRow[];
    /** Values of the sample, and the field that a change clears if the record has null in their place. */
    cleared?: [value: string, field: string][];
  };
};

type DeliveryRow = [change: unknown, type: string | undefined, data?: object];
export const deliveryRows = rows<DeliveryRow>;

/** The data are those of a hire, or the last day of a leaver or an absence. The event is that of the thin event, if it decides. */
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

/** What the samples say of the employee, in our words. */
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
/** Signs by the scheme of the preset. The known values of each scheme are in its own tests. */
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
