import * as z from "zod";
import type { EmployeeRecord } from "../../../../infra/local/sources/employee-record.ts";
import {
  type Source,
  type SourceOptions,
  startSource,
} from "../../../../infra/local/sources/start-source.ts";
import type { Change, Vendor } from "../../../../infra/local/sources/vendor.ts";
import { mergePatch } from "../../../../shared/webhook/presets/apply-preset.ts";
import { presets } from "../../../../shared/webhook/presets/presets.ts";
import { deliveryOf, recordOf } from "../../../fixtures/sources/samples.ts";
import { vendors } from "../../../shared/webhook/presets/vendors.ts";

/** A vendor without a stand-in of its own: its samples, changed by merge patches. */
type SampleVendor = {
  scopes: string[];
  firstId: bigint;
  /** The requests that the vendor sends for a change, in its order. */
  deliver: (change: Change) => object[];
  /** The record, where it is read back. */
  show?: (record: EmployeeRecord) => object;
};

const all = ["onboard", "offboard", "update"];

const sampleVendors = {
  "bamboohr-fields": {
    scopes: all,
    firstId: 501n,
    deliver: ({ kind, record, atMs }) => {
      const actionsOf = {
        // A new employee is created without fields and then given them.
        created: ["Created", "Updated"],
        changed: ["Updated"],
        deleted: ["Deleted"],
      };
      return actionsOf[kind].map((action) => ({
        employees: [
          {
            id: record.id,
            action,
            timestamp: new Date(atMs).toISOString().replace(/\.\d+Z$/, "+0000"),
            fields: action === "Updated" ? bambooHrFieldsOf(record) : {},
          },
        ],
      }));
    },
  },
  deel: {
    scopes: all,
    firstId: 601n,
    deliver: ({ kind, record: { id }, atMs }) => [
      {
        data: {
          meta: {
            event_type: `worker.v2.${kind === "changed" ? "updated" : kind}`,
            tracking_id: `${id}-${atMs}`,
          },
          resource: { id },
        },
        timestamp: new Date(atMs).toISOString(),
      },
    ],
    show: ({ id, state, ...record }) => ({
      data: {
        id,
        first_name: record.givenName,
        last_name: record.familyName,
        preferred_first_name: null,
        start_date: record.startDate,
        termination_last_day: record.lastDay ?? null,
        hiring_status: {
          hired: "onboarding",
          employed: "active",
          "on leave": "leave",
          left: "terminated",
        }[state],
        job_title: record.title ?? null,
        emails: [
          { type: "primary", value: `private.${record.email}` },
          { type: "work", value: record.email },
        ],
      },
    }),
  },
  greenhouse: {
    scopes: ["onboard"],
    firstId: 701n,
    deliver: ({ kind, record }) => [
      {
        action: {
          created: "hire_candidate",
          changed:
            record.state === "left" ? "unhire_candidate" : "update_candidate",
          deleted: "delete_candidate",
        }[kind],
        payload: {
          application: {
            id: Number(record.id),
            candidate: {
              id: Number(record.id),
              first_name: record.givenName,
              last_name: record.familyName,
              email_addresses: [{ value: record.email, type: "work" }],
            },
            jobs: [{ id: 1, name: record.title ?? "" }],
            offer: { id: Number(record.id), starts_at: record.startDate },
          },
        },
      },
    ],
  },
  okta: {
    scopes: all,
    firstId: 801n,
    deliver: (change) => [
      {
        data: {
          events: oktaEventsOf(change).map((eventType) => ({
            uuid: `${change.record.id}-${eventType}-${change.atMs}`,
            published: new Date(change.atMs).toISOString(),
            eventType,
            target: [{ id: change.record.id, type: "User" }],
          })),
        },
      },
    ],
    show: ({ id, state, ...record }) => ({
      id,
      status: {
        hired: "STAGED",
        employed: "ACTIVE",
        "on leave": "SUSPENDED",
        left: "DEPROVISIONED",
      }[state],
      profile: {
        login: record.email,
        email: record.email,
        firstName: record.givenName,
        lastName: record.familyName,
        nickName: null,
        title: record.title ?? null,
      },
    }),
  },
} satisfies Record<string, SampleVendor>;
export type SampleVendorName = keyof typeof sampleVendors;
export const sampleVendorNames = Object.keys(
  sampleVendors,
) as SampleVendorName[];

/** An absence is a field that an administrator may post too. */
function bambooHrFieldsOf(record: EmployeeRecord) {
  return {
    "First Name": record.givenName,
    "Last Name": record.familyName,
    "Work Email": record.email,
    "Hire Date": record.startDate,
    "Termination Date": record.lastDay ?? "0000-00-00",
    Status: record.state === "left" ? "Inactive" : "Active",
    "Job Title": record.title ?? "",
    "Employment Status":
      record.state === "on leave" ? "Leave of Absence" : "Full-Time",
  };
}

function oktaEventsOf({ kind, before, record }: Change): string[] {
  if (kind === "deleted")
    return [
      "user.lifecycle.delete.initiated",
      "user.lifecycle.delete.completed",
    ];
  if (kind === "created")
    return [
      "user.lifecycle.create",
      ...(record.state === "hired" ? [] : ["user.lifecycle.activate"]),
    ];
  if (before?.state === record.state) return ["user.account.update_profile"];
  switch (record.state) {
    case "on leave":
      return ["user.lifecycle.suspend"];
    case "left":
      return ["user.lifecycle.deactivate"];
    default:
      return [
        before?.state === "on leave"
          ? "user.lifecycle.unsuspend"
          : "user.lifecycle.activate",
      ];
  }
}

const token = "not-a-real-token-of-a-reader";

/** Starts the sources of these vendors, with their entries of both secrets. */
export async function startSampleVendors(options: SourceOptions) {
  const started = await Promise.all(
    sampleVendorNames.map(async (name) => {
      const source = await startSource(vendorOf(name), options);
      return [name, source] as const;
    }),
  );
  return {
    sources: Object.fromEntries(started) as Record<SampleVendorName, Source>,
    callers: Object.fromEntries(
      started.map(([name, { origin }]) => [name, callerOf(name, origin)]),
    ),
    entries: Object.fromEntries(
      started.map(([name, { origin }]) => [
        name,
        { hosts: [new URL(origin).host], auth: { type: "bearer", token } },
      ]),
    ),
  };
}

function vendorOf(name: SampleVendorName): Vendor {
  const { firstId, deliver, show }: SampleVendor = sampleVendors[name];
  const { sign } = vendors[name]!;
  return {
    name,
    firstId,
    addRoutes: ({ app, applyFaults, find }) => {
      if (!show) return;
      const path = pathOf(name).replace("{employeeId}", ":id");
      app.get(path, applyFaults("record"), (c) => {
        if (c.req.header("authorization") !== `Bearer ${token}`)
          return c.body(null, 401);
        const record = find(c, c.req.param("id") ?? "");
        if (!record) return c.body(null, 404);
        return c.json(mergePatch(recordOf(name), show(record)) as object);
      });
    },
    describeChange: (change) =>
      deliver(change).map((patch) => ({
        type: change.kind,
        body: JSON.stringify(mergePatch(deliveryOf(name), patch)),
      })),
    signWebhook: (body, nowMs) => sign(body, nowMs),
    delivery: { inOrder: false, pausesMinutes: [], isSentAgain: () => false },
  };
}

function callerOf(name: SampleVendorName, origin: string): object {
  const { scopes, show }: SampleVendor = sampleVendors[name];
  return {
    preset: name,
    ...vendors[name]!.entry,
    scopes,
    // At the source of the test instead of the vendor's host.
    ...(show && { lookup: { request: { url: `${origin}${pathOf(name)}` } } }),
  };
}

/** The path of the record in the lookup of the preset. */
function pathOf(name: SampleVendorName): string {
  const { request } = lookupSchema.parse(presets[name]?.["lookup"]);
  return request.url.replace(/^https:\/\/[^/]+/, "");
}

const lookupSchema = z.object({ request: z.object({ url: z.string() }) });
