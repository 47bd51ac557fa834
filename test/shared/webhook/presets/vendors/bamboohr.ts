import {
  phone,
  quist,
  recordRows,
  signedByBambooHr,
  thin,
  type Vendor,
} from "./vendor.ts";

export const bambooHr: Vendor = {
  ...signedByBambooHr,
  entry: { ...signedByBambooHr.entry, host: "example.bamboohr.com" },
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
    cleared: [
      ["Engineer", "title"],
      ["Engineering", "department"],
      ["Oslo", "location"],
    ],
    // A field is missing or null if the access level does not show it.
    others: recordRows`
      ${{ preferredName: null }} | a hire | ${{ name: { givenName: "Zoë", familyName: "Quist" } }}
      ${{ preferredName: "" }} | a hire | ${{ name: { givenName: "Zoë", familyName: "Quist" } }}
      ${{ mobilePhone: "+47 1" }} | a hire | ${{ phones: [phone, { value: "+47 1", label: "Mobile Phone Number" }] }}
      ${{ terminationDate: null }} | a hire
      ${{ terminationDate: "2025-12-31", hireDate: "2026-01-15" }} | a hire
      ${{ employmentHistoryStatus: "" }} | a hire
      ${{ employmentHistoryStatus: "Leave of Absence" }} | an absence
      ${{ employmentHistoryStatus: "Furloughed" }} | an absence
      ${{ status: "Inactive", terminationDate: "2026-01-31" }} | a leaver | 2026-01-31
      ${{ status: "Inactive" }} | a leaver
      ${{ terminationDate: "2026-01-31" }} | a leaver | 2026-01-31
      ${{ terminationDate: "2026-03-31" }} | a leaver | 2026-03-31
      ${{ workEmail: "" }} | not ours
      ${{ status: null }} | unclear
      ${{ status: "Deleted" }} | unclear
      ${{ workEmail: null }} | unclear
      ${{ employmentHistoryStatus: null }} | unclear
    `,
  },
};
