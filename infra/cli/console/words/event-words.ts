const eventWords: Record<string, string> = {
  "employee.hired": "Hire",
  "employee.adopted": "Adoption",
  "employee.changed": "Change",
  "employee.terminated": "Termination",
  "employee.termination_cancelled": "Cancelled termination",
  "employee.suspended": "Suspension",
  "employee.resumed": "Resumption",
  "record.changed": "Read of a record",
  "status.set": "Status",
};

/** The types of events that the filter offers. */
export const eventTypes = Object.keys(eventWords);

/** A type that is not known yet is shown as it is. */
export function describeEvent(type: string): string {
  return eventWords[type] ?? type;
}
