import { bambooKey, signByBambooHr } from "./sign.ts";
import type { Vendor } from "./vendor.ts";

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
  later: [
    {
      employees: [
        {
          id: "319",
          action: "Deleted",
          timestamp: "2026-01-31T18:43:00+0000",
          fields: {},
        },
      ],
    },
  ],
};
