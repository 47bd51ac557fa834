import { hmacKey, signByHmac } from "./sign.ts";
import {
  phone,
  quist,
  changed,
  terminated,
  thin,
  type Vendor,
} from "./vendor.ts";

export const hiBob: Vendor = {
  entry: { keys: [hmacKey] },
  sign: signByHmac("hibob"),
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
    hires: [
      [
        { "/work/workMobile": { value: "+47 1" } },
        {
          phones: [phone, { value: "+47 1", label: "Mobile Phone Number" }],
        },
      ],
    ],
    employed: [
      bob({ lifecycleStatus: "hired", status: "Inactive" }),
      bob({ lifecycleStatus: "parentalLeave", status: "Active" }),
      bob({ terminationDate: "2025-12-31" }),
    ],
    absent: [
      [bob({ lifecycleStatus: "parentalLeave", status: "Inactive" })],
      [bob({ lifecycleStatus: "garden leave", status: "Active" })],
      [
        bob({ terminationDate: "2026-03-31" }),
        "employee.access.revoked.immediately",
      ],
    ],
    left: [
      [bob({ lifecycleStatus: "terminated" }), undefined],
      [
        bob({ lifecycleStatus: "terminated", terminationDate: "2026-01-31" }),
        "2026-01-31",
      ],
      [bob({ terminationDate: "2026-03-31" }), "2026-03-31"],
    ],
    notOurs: [{ "/root/email": { value: "" } }],
    unclear: [
      // The service user may not read the lifecycle fields.
      {
        "/internal/lifecycleStatus": null,
        "/internal/status": null,
        "/internal/terminationDate": null,
      },
      { "/internal/lifecycleStatus": null },
      { "/root/email": null },
      bob({ lifecycleStatus: "something new", status: "Unknown" }),
    ],
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
