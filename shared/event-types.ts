/** How a value of a field map is converted for a field; `any` is not converted. */
export type FieldKind = "text" | "number" | "boolean" | "any";

/** Everything that the code knows of a type of event, except the schema of its data and its rules. */
export type EventFacts = {
  /** How people call it, in the console and on the command line. */
  name: string;
  /** What happens, for the README. Absent if the README leaves it to the page of its function. */
  effect?: string;
  /** What it does with its employee. It follows "will" or "will not": "E-1 will be disabled". */
  plan: string;
  /** The first part of the URL that takes it, beside `/events`. Absent if only `/events` takes it. */
  url?: "onboarding" | "offboarding" | "profile" | "status";
  /** The function whose workflow runs the operations of this type. */
  workflow: "employment" | "statusRelay" | "events";
  /**
   * The scope that its caller needs, or `lookup`: an entry that says how records are read (decision 23). A chat user
   * needs `status:own` for `status.set`.
   */
  scope:
    | "onboard"
    | "adopt"
    | "offboard"
    | "update"
    | "status:any"
    | "status:own"
    | "lookup";
  /**
   * The version of its data's form in our store. Raise it with each change of the form, because a version of this
   * software that is older, for example after a rollback, must not guess what the data means.
   */
  version: number;
  /** It takes the person's access away. */
  takesAccess?: true;
  /** Its data can have the bytes of an avatar. */
  hasAvatar?: true;
  /** Neither the event bus nor schedules deliver it. */
  isOnlyByHttp?: true;
  /** What a field map can lead to. Absent if no map can. */
  map?: {
    required: readonly string[];
    /** At least one of them is required. */
    requiredOneOf?: readonly string[];
    /**
     * The fields that a map can fill, as JSON Pointers into our `data`. `#` stands for an index in a list (0 to 9), `*`
     * for a name that the administrator chooses.
     */
    fields: Readonly<Record<string, FieldKind>>;
  };
};

const employee = { "/employeeId": "text" } as const;
const person = {
  ...employee,
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
const required = ["/employeeId"];

const table = {
  "employee.hired": {
    name: "Hire",
    effect:
      "A person with avatar, tasks and streams is created, at once or on the start date. A repeated hire is only compared",
    plan: "be created on the platform",
    url: "onboarding",
    workflow: "employment",
    scope: "onboard",
    version: 2,
    hasAvatar: true,
    map: {
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
  },
  "employee.adopted": {
    name: "Adoption",
    effect:
      "An existing person is linked to an employee; nothing changes on the platform",
    plan: "be linked to their person",
    url: "onboarding",
    workflow: "employment",
    scope: "adopt",
    version: 2,
    map: {
      required: ["/employeeId", "/username", "/email"],
      fields: { ...person, "/personID": "text" },
    },
  },
  "employee.changed": {
    name: "Change",
    effect:
      "The fields that the event names change on the platform, at once or on a date",
    plan: "be changed",
    url: "profile",
    workflow: "employment",
    scope: "update",
    version: 2,
    hasAvatar: true,
    map: {
      required,
      fields: {
        ...person,
        ...profile,
        "/effectiveDate": "text",
        "/zone": "text",
        "/manager": "text",
      },
    },
  },
  "employee.terminated": {
    name: "Termination",
    effect:
      "The person is disabled, at once or on the last day, and then deleted after the grace period, or kept",
    plan: "be disabled",
    url: "offboarding",
    workflow: "employment",
    scope: "offboard",
    version: 2,
    takesAccess: true,
    map: {
      required,
      fields: {
        ...employee,
        "/lastDay": "text",
        "/graceDays": "number",
        "/disposition": "text",
        "/reason": "text",
        "/zone": "text",
      },
    },
  },
  "employee.termination_cancelled": {
    name: "Cancelled termination",
    effect:
      "All earlier terminations are cancelled, also during the grace period, and the person is enabled again",
    plan: "keep their access",
    url: "offboarding",
    workflow: "employment",
    scope: "offboard",
    version: 1,
    map: { required, fields: employee },
  },
  "employee.suspended": {
    name: "Suspension",
    effect:
      "The person is disabled and kept, at once or on a date, until a date or a resumption",
    plan: "be disabled",
    url: "offboarding",
    workflow: "employment",
    scope: "offboard",
    version: 1,
    takesAccess: true,
    map: {
      required,
      fields: {
        ...employee,
        "/from": "text",
        "/until": "text",
        "/reason": "text",
        "/zone": "text",
      },
    },
  },
  "employee.resumed": {
    name: "Resumption",
    effect: "The suspension ends, and the person is enabled",
    plan: "be enabled again",
    url: "offboarding",
    workflow: "employment",
    scope: "offboard",
    version: 1,
    map: { required, fields: employee },
  },
  // Only by HTTP, because the entry of a caller has the lookup, which says how the record is read.
  "record.changed": {
    name: "Read of a record",
    plan: "be read from the source",
    workflow: "events",
    scope: "lookup",
    version: 1,
    isOnlyByHttp: true,
    map: { required, fields: { ...employee, "/event": "text" } },
  },
  "status.set": {
    name: "Status",
    effect:
      "The status is set, and the earlier one returns when it expires; chat commands use the same URL",
    plan: "get the status",
    url: "status",
    workflow: "statusRelay",
    scope: "status:any",
    version: 2,
    map: {
      required: ["/employeeId", "/text"],
      fields: { ...employee, "/text": "text", "/expiresAt": "text" },
    },
  },
  // A question of a chat user, who gets the answer.
  "status.show": {
    name: "Read of a status",
    plan: "be told their status",
    url: "status",
    workflow: "statusRelay",
    scope: "status:own",
    version: 2,
    isOnlyByHttp: true,
  },
} as const satisfies Record<string, EventFacts>;

export type EventType = keyof typeof table;

/** The type of a stored operation. A newer version may have stored a type that this version does not know. */
export type StoredEventType = EventType | "unknown";

/** The types of events. An operation has the type of its event. */
export const eventTypes: readonly EventType[] =
  Object.keys(table).filter(isEventType);

/** What the code knows of a type. Undefined if this version does not know the type. */
export function eventFactsOf(type: EventType): EventFacts;
export function eventFactsOf(type: string): EventFacts | undefined;
export function eventFactsOf(type: string): EventFacts | undefined {
  return isEventType(type) ? table[type] : undefined;
}

/** Whether an event takes the person's access away. */
export function takesAccess(type: StoredEventType): boolean {
  return eventFactsOf(type)?.takesAccess === true;
}

/** Whether the operation only says something of its employee, and the runner of the employee does what follows. */
export function isSaid(type: StoredEventType): boolean {
  return (
    eventFactsOf(type)?.workflow === "employment" && type !== "employee.adopted"
  );
}

/** How people call an event. A type that is not known yet is shown as it is. */
export function describeEvent(type: string): string {
  return eventFactsOf(type)?.name ?? type;
}

/** Reads a stored type back. A type that this version does not know becomes `unknown`. */
export function toStoredEventType(text: string): StoredEventType {
  return isEventType(text) ? text : "unknown";
}

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(table, text);
}
