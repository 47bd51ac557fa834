/** What the code decides by the type of an event. */
export type EventFacts = {
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
  /** It decides about the employment of the employee. A change of the person's fields does not. */
  isOfEmployment?: true;
  /** It takes the person's access away. */
  takesAccess?: true;
  /** Neither the event bus nor schedules deliver it. */
  isOnlyByHttp?: true;
};

const table = {
  "employee.hired": {
    workflow: "employment",
    scope: "onboard",
    isOfEmployment: true,
  },
  "employee.adopted": {
    workflow: "employment",
    scope: "adopt",
    isOfEmployment: true,
  },
  "employee.changed": { workflow: "employment", scope: "update" },
  "employee.terminated": {
    workflow: "employment",
    scope: "offboard",
    isOfEmployment: true,
    takesAccess: true,
  },
  "employee.termination_cancelled": {
    workflow: "employment",
    scope: "offboard",
    isOfEmployment: true,
  },
  "employee.suspended": {
    workflow: "employment",
    scope: "offboard",
    isOfEmployment: true,
    takesAccess: true,
  },
  "employee.resumed": {
    workflow: "employment",
    scope: "offboard",
    isOfEmployment: true,
  },
  // Only a caller can have a lookup, which says how the record is read.
  "record.changed": { workflow: "events", scope: "lookup", isOnlyByHttp: true },
  "status.set": { workflow: "statusRelay", scope: "status:any" },
  // A question of a chat user, who gets the answer.
  "status.show": {
    workflow: "statusRelay",
    scope: "status:own",
    isOnlyByHttp: true,
  },
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

/** What a caller needs to send an event of a type. */
export function scopeOf(type: EventType): EventFacts["scope"] {
  return table[type].scope;
}

/** Whether an event takes the person's access away. */
export function takesAccess(type: StoredEventType): boolean {
  return eventFactsOf(type)?.takesAccess === true;
}

/** Reads a stored type back. A type that this version does not know becomes `unknown`. */
export function toStoredEventType(text: string): StoredEventType {
  return isEventType(text) ? text : "unknown";
}

/** Whether a text is a type that this version knows. */
export function isEventType(text: string): text is EventType {
  return Object.hasOwn(table, text);
}
