import {
  issue,
  phone,
  quist,
  signedByBambooHr,
  terminated,
  type Vendor,
} from "./vendor.ts";

/** A delivery with one employee. */
const employee = (action: string, fields: object = {}) => ({
  employees: [
    { id: "319", action, timestamp: "2026-01-31T18:43:00+0000", fields },
  ],
});
const active = { Status: "Active", "Work Email": "zoe@example.com" };
const hired = "employee.hired";
const preferring = (name: string) =>
  employee("Updated", {
    ...active,
    "Preferred Name": name,
    "First Name": "Zoë",
  });
const lastDay = { Status: "Inactive", "Termination Date": "2026-01-31" };
const left = employee("Updated", lastDay);
const noStatus = employee("Updated", { "Work Email": "zoe@example.com" });

export const bambooHrFields: Vendor = {
  ...signedByBambooHr,
  events: [
    {
      type: "employee.hired",
      data: {
        employeeId: "319",
        name: { givenName: "Zoë", familyName: "Quist" },
        ...quist,
        phones: [phone],
      },
    },
  ],
  later: [employee("Deleted")],
  deliveries: [
    // A creation has no fields, and an employee without a work e-mail is not hired yet. A later update is the hire.
    [employee("Created"), undefined],
    [employee("Updated", { ...active, "Work Email": "" }), undefined],
    [employee("Updated", { Status: "Active" }), undefined],
    [preferring("Zo"), hired, { name: { givenName: "Zo" } }],
    [preferring(""), hired, { name: { givenName: "Zoë" } }],
    // A leaver needs no work e-mail.
    [employee("Updated", { Status: "Inactive" }), terminated],
    [left, terminated, { lastDay: "2026-01-31" }],
    [employee("Deleted"), terminated, { employeeId: "319" }],
    // Without a status, a hire and a termination look the same.
    [noStatus, issue, { pointer: "#/employees/0/fields/Status" }],
    // An event-based webhook has no fields.
    [{ employees: null }, issue, { pointer: "#/employees" }],
  ],
};
