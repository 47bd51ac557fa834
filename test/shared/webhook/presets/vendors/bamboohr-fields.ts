import { bambooKey, signByBambooHr } from "./sign.ts";
import { terminated, type Vendor } from "./vendor.ts";

/** A delivery with one employee. */
const employee = (action: string, fields: object = {}) => ({
  employees: [
    { id: "319", action, timestamp: "2026-01-31T18:43:00+0000", fields },
  ],
});
const active = { Status: "Active", "Work Email": "zoe@example.com" };
const hired = "employee.hired";

export const bambooHrFields: Vendor = {
  entry: { keys: [bambooKey] },
  sign: signByBambooHr,
  tells: ["change", "leaving", "deletion"],
  events: [
    {
      type: "employee.hired",
      data: {
        employeeId: "319",
        name: { givenName: "Zoë", familyName: "Quist" },
        email: "zoe.quist@example.com",
        startDate: "2026-02-01",
        title: "Engineer",
        department: "Engineering",
        location: "Oslo",
        phones: [{ value: "+47 400 00 001" }],
      },
    },
  ],
  later: [employee("Deleted")],
  deliveries: [
    // An update with the fields follows a creation, and an update brings a work e-mail that was missing.
    [employee("Created"), undefined],
    [employee("Updated", { ...active, "Work Email": "" }), undefined],
    [employee("Updated", { Status: "Active" }), undefined],
    [
      employee("Updated", {
        ...active,
        "Preferred Name": "Zo",
        "First Name": "Zoë",
      }),
      hired,
      { name: { givenName: "Zo" } },
    ],
    [
      employee("Updated", {
        ...active,
        "Preferred Name": "",
        "First Name": "Zoë",
      }),
      hired,
      { name: { givenName: "Zoë" } },
    ],
    // Also of an employee who never had a work e-mail.
    [employee("Updated", { Status: "Inactive" }), terminated],
    [
      employee("Updated", {
        Status: "Inactive",
        "Termination Date": "2026-01-31",
      }),
      terminated,
      { lastDay: "2026-01-31" },
    ],
    [employee("Deleted"), terminated, { employeeId: "319" }],
  ],
};
