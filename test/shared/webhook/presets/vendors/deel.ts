import {
  changed,
  recordRows,
  signedByHmac,
  terminated,
  thin,
  type Vendor,
} from "./vendor.ts";

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
  ...signedByHmac("deel"),
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
    others: recordRows`
      ${{ data: { preferred_first_name: null } }} | a hire | ${{ name: { givenName: "Zoë", familyName: "Quist" } }}
      ${{ data: { preferred_last_name: "Q" } }} | a hire | ${{ name: { givenName: "Zo", familyName: "Q" } }}
      ${{ data: { job_title: null, employments: [{ job_title: "Lead" }] } }} | a hire | ${{ title: "Lead" }}
      ${{ data: { department: null, employments: [lead] } }} | a hire | ${{ department: "Sales" }}
      ${{ data: { job_title: null, department: null, employments: [trainee, lead] } }} | a hire | ${{ title: "Lead", department: "Sales" }}
      ${jobs("terminated", "active")} | a hire
      ${jobs("inactive", "onboarding")} | a hire
      ${jobs("leave", "active")} | a hire
      ${jobs("paused", "active")} | a hire
      ${{ data: { ...twoJobs, termination_last_day: "2026-03-31" } }} | a hire
      ${{ data: { ...twoJobs, hiring_status: "terminated" } }} | a hire
      ${{ data: { hiring_status: "onboarding" } }} | a hire
      ${jobs("active")} | a hire
      ${{ data: { termination_last_day: "2025-12-31" } }} | a hire
      ${{ data: { hiring_status: "leave" } }} | an absence
      ${jobs("terminated", "on_leave")} | an absence
      ${jobs("terminated", "inactive")} | a leaver
      ${{ data: { hiring_status: "terminated" } }} | a leaver
      ${{ data: { hiring_status: "inactive" } }} | a leaver
      ${{ data: { termination_last_day: "2026-03-31" } }} | a leaver | 2026-03-31
      ${{ data: { ...jobs("active").data, termination_last_day: "2026-03-31" } }} | a leaver | 2026-03-31
      ${{ data: { emails: [] } }} | not ours
      ${{ data: { hiring_status: null } }} | unclear
      ${{ data: { hiring_status: "paused" } }} | unclear
      ${jobs("terminated", "paused")} | unclear
      ${jobs("terminated", undefined)} | unclear
      ${jobs(undefined, "terminated")} | unclear
      ${{ data: { emails: null } }} | unclear
    `,
  },
};
