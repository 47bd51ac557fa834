import {
  type EventType,
  toStoredEventType,
} from "../../../../shared/event-types.ts";

const eventWords: Record<EventType, string> = {
  "employee.hired": "Hire",
  "employee.adopted": "Adoption",
  "employee.changed": "Change",
  "employee.terminated": "Termination",
  "employee.termination_cancelled": "Cancelled termination",
  "employee.suspended": "Suspension",
  "employee.resumed": "Resumption",
  "record.changed": "Read of a record",
  "status.set": "Status",
  "status.show": "Read of a status",
};

/** A type that is not known yet is shown as it is. */
export function describeEvent(type: string): string {
  const known = toStoredEventType(type);
  return known === "unknown" ? type : eventWords[known];
}
