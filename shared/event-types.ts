/** What the code decides by the type of an event. */
export type EventFacts = {
  /** The function whose workflow runs the operations of this type. */
  workflow:
    "onboarding" | "offboarding" | "profileUpdate" | "statusRelay" | "events";
  /** It decides about the employment of the employee. A change of the person's fields does not. */
  isOfEmployment?: true;
  /** It takes the person's access away. */
  takesAccess?: true;
  /** Neither the event bus nor schedules deliver it. */
  isOnlyByHttp?: true;
};

const table = {
  "employee.hired": { workflow: "onboarding", isOfEmployment: true },
  "employee.adopted": { workflow: "onboarding", isOfEmployment: true },
  "employee.changed": { workflow: "profileUpdate" },
  "employee.terminated": {
    workflow: "offboarding",
    isOfEmployment: true,
    takesAccess: true,
  },
  "employee.termination_cancelled": {
    workflow: "offboarding",
    isOfEmployment: true,
  },
  "employee.suspended": {
    workflow: "offboarding",
    isOfEmployment: true,
    takesAccess: true,
  },
  "employee.resumed": { workflow: "offboarding", isOfEmployment: true },
  // Only a caller can have a lookup, which says how the record is read.
  "record.changed": { workflow: "events", isOnlyByHttp: true },
  "status.set": { workflow: "statusRelay" },
  // A question of a chat user, who gets the answer.
  "status.show": { workflow: "statusRelay", isOnlyByHttp: true },
} as const satisfies Record<string, EventFacts>;

export type EventType = keyof typeof table;

/** The type of a stored operation. A newer version may have stored a type that this version does not know. */
export type StoredEventType = EventType | "unknown";

/** The types of events. The type of an operation is that of its event. */
export const eventTypes: readonly EventType[] =
  Object.keys(table).filter(isEventType);

/** What the code decides by a type. Undefined if this version does not know the type. */
export function eventFactsOf(type: StoredEventType): EventFacts | undefined {
  return type === "unknown" ? undefined : table[type];
}

/** Whether an event takes the person's access away. */
export function takesAccess(type: StoredEventType): boolean {
  return eventFactsOf(type)?.takesAccess === true;
}

/** Reads a stored type back. A type that this version does not know becomes `unknown`. */
export function toStoredEventType(text: string): StoredEventType {
  return isEventType(text) ? text : "unknown";
}

function isEventType(text: string): text is EventType {
  return Object.hasOwn(table, text);
}
