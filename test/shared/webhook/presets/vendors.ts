import {
  hmacFields,
  signHmac,
} from "../../../../shared/webhook/schemes/hmac.ts";
import { signBambooHr } from "../../../../shared/webhook/schemes/bamboohr.ts";
import { presets } from "../../../../shared/webhook/presets/presets.ts";
import * as z from "zod/mini";

type Headers = Record<string, string>;

/** What a vendor sends and answers, and what it means. Changes are merge patches of the sample. */
type Vendor = {
  entry: { keys: string[]; host?: string };
  /** The headers of a request, by name in lower case. */
  sign: (body: string, nowMs: number, key?: string) => Headers;
  /** Whether a signature covers the body. @default true */
  isSigned?: boolean;
  /** What the sample delivery is. */
  events: unknown[];
  /** Changes that make the delivery another event. */
  later: unknown[];
  /** Other deliveries, their types and what of their data differs. Undefined: ignored. */
  deliveries?: [change: unknown, type: string | undefined, data?: object][];
  /** Where the record is, and its avatars. */
  urls?: string[];
  states?: {
    /** What the sample of the record says of a hire. */
    hire: object;
    /** Other records of a hire, and what of its data differs. */
    hires: [change: unknown, data: object][];
    /** Values of the sample, and the field that a change clears if the record has null in their place. */
    cleared?: [value: string, field: string][];
    employed: unknown[];
    /** With the thin event's own type, if that decides. */
    absent: [change: unknown, event?: string][];
    left: [change: unknown, lastDay: string | undefined][];
    notOurs: unknown[];
    unclear: unknown[];
  };
};

const bambooKey = "not-a-real-private-key";
const signByBambooHr: Vendor["sign"] = (body, nowMs, key = bambooKey) => {
  const timestamp = String(Math.floor(nowMs / 1000));
  return {
    "x-bamboohr-timestamp": timestamp,
    "x-bamboohr-signature": signBambooHr(key, timestamp, body),
  };
};

const hmacKey = "not-a-real-secret-of-a-webhook";
/** Signs by the scheme of the preset. The known values of each scheme are in its own tests. */
const signByHmac =
  (name: string): Vendor["sign"] =>
  (body, _, key = hmacKey) => {
    const options = z.object(hmacFields).parse(presets[name]);
    return { [options.header]: signHmac(options, key, { body }) };
  };

const oktaToken = "not-a-real-token-of-32-characters-okta";
const personioToken = "not-a-real-token-of-32-characters-personio";
const signByToken =
  (token: string): Vendor["sign"] =>
  (_, __, key = token) => ({ authorization: key });

const changed = "record.changed";
const terminated = "employee.terminated";
const thin = (employeeId: string, event: string) => ({
  type: "record.changed",
  data: { employeeId, event },
});

export const vendors: Readonly<Record<string, Vendor>> = {
  bamboohr: {
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
        email: "zoe.quist@example.com",
        startDate: "2026-02-01",
        title: "Engineer",
        department: "Engineering",
        location: "Oslo",
        phones: [{ value: "+47 400 00 001" }],
      },
      hires: [
        [
          { preferredName: null },
          { name: { givenName: "Zoë", familyName: "Quist" } },
        ],
        [
          { preferredName: "" },
          { name: { givenName: "Zoë", familyName: "Quist" } },
        ],
        [
          { mobilePhone: "+47 1" },
          {
            phones: [
              { value: "+47 400 00 001" },
              { value: "+47 1", label: "Mobile Phone Number" },
            ],
          },
        ],
      ],
      cleared: [
        ["Engineer", "title"],
        ["Engineering", "department"],
        ["Oslo", "location"],
      ],
      employed: [
        { terminationDate: null },
        { terminationDate: "2025-12-31", hireDate: "2026-01-15" },
        { employmentHistoryStatus: null },
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
      notOurs: [{ workEmail: null }, { workEmail: "" }],
      unclear: [{ status: null }, { status: "Deleted" }],
    },
  },
  "bamboohr-fields": {
    entry: { keys: [bambooKey] },
    sign: signByBambooHr,
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
  },
  deel: {
    entry: { keys: [hmacKey] },
    sign: signByHmac("deel"),
    events: [thin("7d1a4c52-0000-4000-8000-000000000318", "worker.v2.created")],
    later: [
      { data: { meta: { tracking_id: "another" } } },
      { timestamp: "2026-01-31T18:43:00.000Z" },
    ],
    deliveries: [
      [{ data: { meta: { event_type: "worker.v2.updated" } } }, changed],
      [{ data: { meta: { event_type: "worker.v2.deleted" } } }, terminated],
      [{ data: { resource: [{ id: "318" }] } }, changed, { employeeId: "318" }],
      [{ data: { meta: { event_type: "contract.created" } } }, undefined],
    ],
    urls: ["https://api.letsdeel.com/rest/v2/people/{employeeId}"],
    states: {
      hire: {
        employeeId: "7d1a4c52-0000-4000-8000-000000000318",
        name: { givenName: "Zo", familyName: "Quist" },
        email: "zoe.quist@example.com",
        startDate: "2026-02-01",
        title: "Engineer",
        department: "Engineering",
        company: "Example Industries AS",
      },
      hires: [
        [
          { data: { preferred_first_name: null } },
          { name: { givenName: "Zoë", familyName: "Quist" } },
        ],
        [
          { data: { preferred_last_name: "Q" } },
          { name: { givenName: "Zo", familyName: "Q" } },
        ],
        [
          { data: { job_title: null, employments: [{ job_title: "Lead" }] } },
          { title: "Lead" },
        ],
        [
          {
            data: {
              department: null,
              employments: [{ department: { name: "Sales" } }],
            },
          },
          { department: "Sales" },
        ],
      ],
      employed: [
        { data: { hiring_status: "onboarding" } },
        {
          data: {
            hiring_status: null,
            employments: [{ hiring_status: "active" }],
          },
        },
        { data: { termination_last_day: "2025-12-31" } },
      ],
      absent: [[{ data: { hiring_status: "leave" } }]],
      left: [
        [{ data: { hiring_status: "terminated" } }, undefined],
        [{ data: { hiring_status: "inactive" } }, undefined],
        [{ data: { termination_last_day: "2026-03-31" } }, "2026-03-31"],
      ],
      notOurs: [{ data: { emails: [] } }],
      unclear: [
        { data: { hiring_status: null } },
        { data: { hiring_status: "paused" } },
      ],
    },
  },
  greenhouse: {
    entry: { keys: [hmacKey] },
    sign: signByHmac("greenhouse"),
    events: [
      {
        type: "employee.hired",
        data: {
          employeeId: "35000318",
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
      { payload: { application: { offer: { version: 3 } } } },
      { payload: { application: { offer: { id: 3 } } } },
      { payload: { application: { id: 3 } } },
    ],
    deliveries: [
      [
        {
          payload: {
            application: {
              jobs: null,
              job: {
                name: "Lead",
                departments: [{ name: "Sales" }],
                offices: [{ name: "Bergen" }],
              },
            },
          },
        },
        "employee.hired",
        { title: "Lead", department: "Sales", location: "Bergen" },
      ],
      [{ action: "unhire_candidate" }, undefined],
      [{ action: "ping" }, undefined],
      [
        {
          payload: {
            application: {
              candidate: {
                email_addresses: [
                  { value: "zoe@home.example", type: "personal" },
                ],
              },
            },
          },
        },
        undefined,
      ],
    ],
  },
  hibob: {
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
        email: "zoe.quist@example.com",
        startDate: "2026-02-01",
        title: "Engineer",
        department: "Engineering",
        location: "Oslo",
        phones: [{ value: "+47 400 00 001" }],
      },
      hires: [
        [
          { "/work/workMobile": { value: "+47 1" } },
          {
            phones: [
              { value: "+47 400 00 001" },
              { value: "+47 1", label: "Mobile Phone Number" },
            ],
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
      notOurs: [{ "/root/email": null }],
      unclear: [
        // The service user may not read the lifecycle fields.
        {
          "/internal/lifecycleStatus": null,
          "/internal/status": null,
          "/internal/terminationDate": null,
        },
        bob({ lifecycleStatus: "something new", status: "Unknown" }),
      ],
    },
  },
  okta: {
    entry: { keys: [oktaToken], host: "example.okta.com" },
    sign: signByToken(oktaToken),
    isSigned: false,
    events: [
      thin("00u00000000000000318", "user.lifecycle.activate"),
      { ignored: true },
    ],
    later: [{ data: { events: [oktaEvent("user.account.update_profile")] } }],
    deliveries: [
      [{ data: { events: [oktaEvent("user.lifecycle.deactivate")] } }, changed],
      [
        {
          data: {
            events: [oktaEvent("user.lifecycle.delete.initiated")],
          },
        },
        terminated,
      ],
      [{ data: { events: [oktaEvent("user.session.start")] } }, undefined],
    ],
    urls: ["https://example.okta.com/api/v1/users/{employeeId}"],
    states: {
      hire: {
        employeeId: "00u00000000000000318",
        name: { givenName: "Zo", familyName: "Quist" },
        email: "zoe.quist@example.com",
        title: "Engineer",
        department: "Engineering",
        location: "Oslo",
        company: "Example Industries AS",
        address: { locality: "Oslo", country: "NO" },
        phones: [{ value: "+47 400 00 001" }],
      },
      hires: [
        [
          { profile: { nickName: null } },
          { name: { givenName: "Zoë", familyName: "Quist" } },
        ],
        [
          { profile: { displayName: "Z. Q." } },
          {
            name: { givenName: "Zo", familyName: "Quist", formatted: "Z. Q." },
          },
        ],
        [
          {
            profile: {
              streetAddress: "Storgata 1",
              state: "OS",
              zipCode: "0155",
            },
          },
          {
            address: {
              streetAddress: "Storgata 1",
              locality: "Oslo",
              region: "OS",
              postalCode: "0155",
              country: "NO",
            },
          },
        ],
        [
          { profile: { mobilePhone: "+47 1" } },
          {
            phones: [
              { value: "+47 400 00 001" },
              { value: "+47 1", label: "Mobile Phone Number" },
            ],
          },
        ],
      ],
      cleared: [
        ["Engineer", "title"],
        ["Engineering", "department"],
        ["Example Industries AS", "company"],
      ],
      employed: [{ status: "PASSWORD_EXPIRED" }, { status: "LOCKED_OUT" }],
      absent: [[{ status: "SUSPENDED" }]],
      left: [[{ status: "DEPROVISIONED" }, undefined]],
      notOurs: [{ status: "STAGED" }, { status: "PROVISIONED" }],
      unclear: [{ status: null }, { status: "SOMETHING_NEW" }],
    },
  },
  personio: {
    entry: { keys: [personioToken] },
    sign: signByToken(personioToken),
    isSigned: false,
    events: [thin("5318", "person.created")],
    later: [{ occurred_at: "2026-01-31T18:43:00Z" }],
    deliveries: [
      [
        { event_name: "person.updated", payload: { person: null, id: "5319" } },
        changed,
        { employeeId: "5319", event: "person.updated" },
      ],
      [
        { payload: { person: null, id: "5319" } },
        changed,
        { employeeId: "5319" },
      ],
      [
        { payload: { person: null, person_id: "5320", id: "x" } },
        changed,
        { employeeId: "5320" },
      ],
      [
        { event_name: "person.deleted", payload: { person: null, id: "5319" } },
        terminated,
        { employeeId: "5319" },
      ],
      [
        { event_name: "employment.updated", payload: { person_id: "5320" } },
        changed,
        { employeeId: "5318" },
      ],
      [
        {
          event_name: "employment.terminated",
          payload: { id: "2f0e0000-0000-4000-8000-000000000001" },
        },
        changed,
      ],
      [{ event_name: "person.deleted" }, terminated],
      [{ event_name: "attendance-period.created" }, undefined],
    ],
    urls: [
      "https://api.personio.de/v1/company/employees/{employeeId}",
      "https://api.personio.de/v1/company/employees/{employeeId}/profile-picture/400",
      "https://api.personio.de/v1/company/employees/{employeeId}/profile-picture/75",
    ],
    states: {
      hire: {
        employeeId: "5318",
        name: { givenName: "Zoë", familyName: "Quist", formatted: "Zo Quist" },
        email: "zoe.quist@example.com",
        startDate: "2026-02-01",
        title: "Engineer",
        department: "Engineering",
        location: "Oslo",
      },
      hires: [
        [
          personioField("preferred_name", null),
          { name: { givenName: "Zoë", familyName: "Quist" } },
        ],
      ],
      cleared: [["Engineer", "title"]],
      employed: [
        personioField("status", "onboarding"),
        personioField("termination_date", "2025-12-31T00:00:00+01:00"),
      ],
      absent: [[personioField("status", "leave")]],
      left: [
        [personioField("status", "inactive"), undefined],
        [
          personioField("termination_date", "2026-03-31T00:00:00+02:00"),
          "2026-03-31",
        ],
      ],
      notOurs: [personioField("email", "")],
      unclear: [
        personioField("status", null),
        personioField("status", "archived"),
      ],
    },
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

function oktaEvent(eventType: string) {
  return {
    uuid: "5b1c0000-0000-4000-8000-000000000009",
    published: "2026-01-31T18:43:00.000Z",
    eventType,
    target: [
      { id: "0oa00000000000000007", type: "AppInstance" },
      { id: "00u00000000000000318", type: "User" },
    ],
  };
}

function personioField(name: string, value: string | null) {
  return { data: { attributes: { [name]: { value } } } };
}
