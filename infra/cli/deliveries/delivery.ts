import * as z from "zod";
import { parseJson } from "../../../shared/parse-json.ts";
import { rejectionReasons } from "../../../shared/webhook/schemes/scheme.ts";

/** What became of a delivery, by the message that the receiver logs. */
const outcomes = {
  accepted: "accepted",
  rejected: "not authentic",
  forbidden: "scope or scim is missing",
  invalid: "not as documented",
  "id reused": "another event with its id",
  unreadable: "cannot be read as events",
  ignored: "ignored by the field map",
} as const;

export const deliveryMessages = Object.keys(outcomes);

const lineSchema = z.object({
  timestamp: z.string(),
  message: z.custom<keyof typeof outcomes>(
    (text) => typeof text === "string" && Object.hasOwn(outcomes, text),
  ),
  caller: z.string().optional(),
  reason: z.string().optional(),
  type: z.string().optional(),
  operationId: z.string().optional(),
  deliveryId: z.string().optional(),
  fields: z.array(z.string()).optional(),
});
export type LoggedDelivery = z.infer<typeof lineSchema>;

export type DeliveryFilter = {
  caller: string | undefined;
  sinceMs: number;
  isRefusedOnly: boolean;
  limit: number;
};

/** Reads a line of a log. Undefined if it is about something else. */
export function readLine(line: string): LoggedDelivery | undefined {
  return lineSchema.safeParse(parseJson(line)).data;
}

export function isWanted(
  { timestamp, message, caller }: LoggedDelivery,
  filter: DeliveryFilter,
): boolean {
  return (
    Date.parse(timestamp) >= filter.sinceMs &&
    (filter.caller === undefined || caller === filter.caller) &&
    !(filter.isRefusedOnly && message === "accepted")
  );
}

export function describeOutcome({ message }: LoggedDelivery): string {
  return outcomes[message];
}

const rejections = new Map<string, string>(Object.entries(rejectionReasons));

export function whyOf({ reason = "", fields = [] }: LoggedDelivery): string {
  const words = rejections.get(reason) ?? reason;
  return [words, ...fields].filter(Boolean).join(" ");
}
