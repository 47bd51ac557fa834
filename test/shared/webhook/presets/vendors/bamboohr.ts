import { bambooKey, signByBambooHr } from "./sign.ts";
import { phone, quist, thin, type Vendor } from "./vendor.ts";
import { rows } from "../../../../fixtures/rows.ts";

export const bambooHr: Vendor = {
  entry: { keys: [bambooKey], host: "example.bamboohr.com" },
  sign: signByBambooHr,
  events: [thin("318", "employee.updated")],
  later: [{ timestamp: "2026-01-31T18:43:00+0000" }],
  deliveries: [
    [{ type: "employee.created" }, "record.changed"],
    [{ type: "employee.deleted" }, "employee.terminated"],
    [{ type: "time_off.created" }, undefined],
  ],
  urls: [
    "https://example.bamboohr.com/api/v1/employees/{employeeId}?fields=firstName,preferredName,lastName,workEmail,hireDate,terminationDate,status,employmentHistoryStatus,jobTitle,department,location,workPhone,mobilePhone",
    "https://example.bamboohr.com/api/v1/employees/{employeeId}/photo/original",
    "https://example.bamboohr.com/api/v1/employees/{employeeId}/photo/large",
    "https://example.bamboohr.com/api/v1/employees/{employeeId}/photo/medium",
  ],
  states: {
    hire: {
      employeeId: "318",
      name: { givenName: "Zo", familyName: "Quist" },
      ...quist,
      phones: [phone],
    },
    hires: rows<[unknown, object]>`
      ${{ preferredName: null }} | ${{ name: { givenName: "Zoë", familyName: "Quist" } }}
      ${{ preferredName: "" }} | ${{ name: { givenName: "Zoë", familyName: "Quist" } }}
      ${{ mobilePhone: "+47 1" }} | ${{ phones: [phone, { value: "+47 1", label: "Mobile Phone Number" }] }}
    `,
    cleared: [
      ["Engineer", "title"],
      ["Engineering", "department"],
      ["Oslo", "location"],
    ],
    employed: [
      { terminationDate: null },
      { terminationDate: "2025-12-31", hireDate: "2026-01-15" },
      { employmentHistoryStatus: "" },
    ],
    absent: [
      [{ employmentHistoryStatus: "Leave of Absence" }],
      [{ employmentHistoryStatus: "Furloughed" }],
    ],
    left: [
      [{ status: "Inactive", terminationDate: "2026-01-31" }, "2026-01-31"],
      [{ status: "Inactive" }, undefined],
      [{ terminationDate: "2026-01-31" }, "2026-01-31"],
      [{ terminationDate: "2026-03-31" }, "2026-03-31"],
    ],
    notOurs: [{ workEmail: "" }],
    unclear: [
      { status: null },
      { status: "Deleted" },
      // The access level does not show them.
      { workEmail: null },
      { employmentHistoryStatus: null },
    ],
  },
};
