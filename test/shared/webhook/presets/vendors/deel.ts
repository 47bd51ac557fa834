import { hmacKey, signByHmac } from "./sign.ts";
import { changed, terminated, thin, type Vendor } from "./vendor.ts";
import { rows } from "../../../../fixtures/rows.ts";

/** The employments of a person, who has no status of their own. An employment without a status has a title. */
const jobs = (...statuses: (string | undefined)[]) => ({
  data: {
    hiring_status: null,
    employments: statuses.map((hiring_status) =>
      hiring_status ? { hiring_status } : { job_title: "Lead" },
    ),
  },
});
const { employments } = jobs("terminated", "active").data;
const twoJobs = { employments };
const trainee = {
  hiring_status: "terminated",
  job_title: "Trainee",
  department: { name: "Support" },
};
const lead = {
  hiring_status: "active",
  job_title: "Lead",
  department: { name: "Sales" },
};

export const deel: Vendor = {
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
    hires: rows<[unknown, object]>`
      ${{ data: { preferred_first_name: null } }} | ${{ name: { givenName: "Zoë", familyName: "Quist" } }}
      ${{ data: { preferred_last_name: "Q" } }} | ${{ name: { givenName: "Zo", familyName: "Q" } }}
      ${{ data: { job_title: null, employments: [{ job_title: "Lead" }] } }} | ${{ title: "Lead" }}
      ${{ data: { department: null, employments: [lead] } }} | ${{ department: "Sales" }}
      ${{ data: { job_title: null, department: null, employments: [trainee, lead] } }} | ${{ title: "Lead", department: "Sales" }}
    `,
    employed: [
      jobs("terminated", "active"),
      jobs("inactive", "onboarding"),
      jobs("leave", "active"),
      jobs("paused", "active"),
      { data: { ...twoJobs, termination_last_day: "2026-03-31" } },
      { data: { ...twoJobs, hiring_status: "terminated" } },
      { data: { hiring_status: "onboarding" } },
      jobs("active"),
      { data: { termination_last_day: "2025-12-31" } },
    ],
    absent: [
      [{ data: { hiring_status: "leave" } }],
      [jobs("terminated", "on_leave")],
    ],
    left: [
      [jobs("terminated", "inactive"), undefined],
      [{ data: { hiring_status: "terminated" } }, undefined],
      [{ data: { hiring_status: "inactive" } }, undefined],
      [{ data: { termination_last_day: "2026-03-31" } }, "2026-03-31"],
      [
        {
          data: { ...jobs("active").data, termination_last_day: "2026-03-31" },
        },
        "2026-03-31",
      ],
    ],
    notOurs: [{ data: { emails: [] } }],
    unclear: [
      { data: { hiring_status: null } },
      { data: { hiring_status: "paused" } },
      jobs("terminated", "paused"),
      jobs("terminated", undefined),
      jobs(undefined, "terminated"),
      { data: { emails: null } },
    ],
  },
};
