import type { EventType } from "../../event-types.ts";

/** How a value is converted for a field; `any` is not converted. */
export type FieldKind = "text" | "number" | "boolean" | "any";

type EventFields = {
  required: readonly string[];
  /** At least one of them is required. */
  requiredOneOf?: readonly string[];
  fields: Readonly<Record<string, FieldKind>>;
};

const person = {
  "/employeeId": "text",
  "/username": "text",
  "/email": "text",
  "/identities/*": "text",
} as const;

const profile = {
  "/name/givenName": "text",
  "/name/familyName": "text",
  "/name/formatted": "text",
  "/startDate": "text",
  "/title": "text",
  "/department": "text",
  "/company": "text",
  "/biography": "text",
  "/expertise": "text",
  "/location": "text",
  "/address/streetAddress": "text",
  "/address/locality": "text",
  "/address/region": "text",
  "/address/postalCode": "text",
  "/address/country": "text",
  "/address/formatted": "text",
  "/phones/#/value": "text",
  "/phones/#/label": "text",
  "/phones/#/primary": "boolean",
  "/tags": "any",
  "/tags/#": "text",
  "/avatar/url": "text",
  "/avatar/base64": "text",
} as const;

/** A map cannot lead to `status.show`, which only chat users send. */
const fieldsByType: Record<Exclude<EventType, "status.show">, EventFields> = {
  "employee.hired": {
    required: ["/employeeId", "/email"],
    requiredOneOf: ["/name/givenName", "/name/familyName"],
    fields: {
      ...person,
      ...profile,
      "/tasks": "any",
      "/streams": "any",
      "/zone": "text",
    },
  },
  "employee.adopted": {
    required: ["/employeeId", "/username", "/email"],
    fields: { ...person, "/personID": "text" },
  },
  "employee.changed": {
    required: ["/employeeId"],
    fields: {
      ...person,
      ...profile,
      "/effectiveDate": "text",
      "/zone": "text",
      "/manager": "text",
    },
  },
  "employee.terminated": {
    required: ["/employeeId"],
    fields: {
      "/employeeId": "text",
      "/lastDay": "text",
      "/graceDays": "number",
      "/disposition": "text",
      "/reason": "text",
      "/zone": "text",
    },
  },
  "employee.suspended": {
    required: ["/employeeId"],
    fields: {
      "/employeeId": "text",
      "/from": "text",
      "/until": "text",
      "/reason": "text",
      "/zone": "text",
    },
  },
  "employee.resumed": {
    required: ["/employeeId"],
    fields: { "/employeeId": "text" },
  },
  "employee.termination_cancelled": {
    required: ["/employeeId"],
    fields: { "/employeeId": "text" },
  },
  "record.changed": {
    required: ["/employeeId"],
    fields: { "/employeeId": "text", "/event": "text" },
  },
  "status.set": {
    required: ["/employeeId", "/text"],
    fields: { "/employeeId": "text", "/text": "text", "/expiresAt": "text" },
  },
};

/**
 * The fields that a map can fill, by event type, as JSON Pointers into our `data`. `#` stands for an index in a list
 * (0 to 9), `*` for a name that the admin chooses.
 */
export const eventFields: Readonly<Record<string, EventFields>> = fieldsByType;

/** The kind of a target field. Undefined if the event type has no such field. */
export function kindOfField(
  type: string,
  target: string,
): FieldKind | undefined {
  const pattern = target
    .replace(/\/\d(?=\/|$)/, "/#")
    .replace(/^\/identities\/[a-z][a-z0-9-]{0,30}$/, "/identities/*");
  const fields = eventFields[type]?.fields;
  return fields && Object.hasOwn(fields, pattern) ? fields[pattern] : undefined;
}

/** The list item of a target: `/phones/0` for `/phones/0/value`. Undefined if the target is not in a list. */
export function listItemOf(target: string): string | undefined {
  return /^\/[^/]+\/\d(?=\/|$)/.exec(target)?.[0];
}
