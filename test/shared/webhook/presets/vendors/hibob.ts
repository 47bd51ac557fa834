import {
  changed,
  phone,
  quist,
  recordRows,
  signedByHmac,
  terminated,
  thin,
  type Vendor,
} from "./vendor.ts";

export const hiBob: Vendor = {
  ...signedByHmac("hibob"),
  events: [thin("3000000000000000318", "employee.updated")],
  later: [
    { triggeredAt: "2026-01-31T18:43:00.128231" },
    { type: "employee.created" },
    { data: { employeeId: "3000000000000000319" } },
  ],
  deliveries: [
    [{ type: "employee.created" }, changed],
    [{ type: "employee.joined" }, changed],
    [{ type: "employee.left" }, changed],
    [{ type: "employee.deleted" }, terminated],
    [{ type: "table.entry.created" }, undefined],
    [{ type: "timeoff.request.created" }, undefined],
  ],
  urls: ["https://api.hibob.com/v1/people/{employeeId}"],
  states: {
    hire: {
      employeeId: "3000000000000000318",
      name: { givenName: "Zoë", familyName: "Quist", formatted: "Zo Quist" },
      ...quist,
      phones: [phone],
    },
    // A field is missing or null if the service user may not read it.
    others: recordRows`
      ${{ "/work/workMobile": { value: "+47 1" } }} | a hire | ${{ phones: [phone, { value: "+47 1", label: "Mobile Phone Number" }] }}
      ${bob({ lifecycleStatus: "hired", status: "Inactive" })} | a hire
      ${bob({ lifecycleStatus: "parentalLeave", status: "Active" })} | a hire
      ${bob({ terminationDate: "2025-12-31" })} | a hire
      ${bob({ lifecycleStatus: "parentalLeave", status: "Inactive" })} | an absence
      ${bob({ lifecycleStatus: "garden leave", status: "Active" })} | an absence
      ${bob({ terminationDate: "2026-03-31" })} | an absence | 2026-03-31 | employee.access.revoked.immediately
      ${bob({ terminationDate: "2026-01-31" })} | an absence | 2026-01-31 | employee.access.revoked.immediately
      ${bob({ terminationDate: "2026-01-30" })} | an absence | ${undefined} | employee.access.revoked.immediately
      ${bob({ lifecycleStatus: "garden leave", terminationDate: "2026-03-31" })} | an absence | ${undefined} | employee.updated
      ${bob({ lifecycleStatus: "terminated" })} | a leaver
      ${bob({ lifecycleStatus: "terminated", terminationDate: "2026-01-31" })} | a leaver | 2026-01-31
      ${bob({ terminationDate: "2026-03-31" })} | a leaver | 2026-03-31
      ${{ "/root/email": { value: "" } }} | not ours
      ${hidden("lifecycleStatus", "status", "terminationDate")} | unclear
      ${hidden("lifecycleStatus")} | unclear
      ${{ "/root/email": null }} | unclear
      ${bob({ lifecycleStatus: "something new", status: "Unknown" })} | unclear
    `,
  },
};

/** Lifecycle fields of HiBob. */
function bob(fields: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      `/internal/${name}`,
      { value },
    ]),
  );
}

/** Lifecycle fields that the service user may not read. */
function hidden(...names: string[]) {
  return Object.fromEntries(names.map((name) => [`/internal/${name}`, null]));
}
