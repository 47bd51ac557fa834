import {
  byToken,
  changed,
  deliveryRows,
  quist,
  recordRows,
  terminated,
  thin,
  type Vendor,
} from "./vendor.ts";

export const personio: Vendor = {
  ...byToken,
  events: [thin("5318", "person.created")],
  later: [{ occurred_at: "2026-01-31T18:43:00Z" }],
  deliveries: deliveryRows`
      ${{ event_name: "person.updated", payload: { person: null, id: "5319" } }} | ${changed} | ${{ employeeId: "5319", event: "person.updated" }}
      ${{ payload: { person: null, id: "5319" } }} | ${changed} | ${{ employeeId: "5319" }}
      ${{ payload: { person: null, person_id: "5320", id: "x" } }} | ${changed} | ${{ employeeId: "5320" }}
      ${{ event_name: "person.deleted", payload: { person: null, id: "5319" } }} | ${terminated} | ${{ employeeId: "5319" }}
      ${{ event_name: "employment.updated", payload: { person_id: "5320" } }} | ${changed} | ${{ employeeId: "5318" }}
      ${{ event_name: "employment.terminated", payload: { id: "2f0e0000-0000-4000-8000-000000000001" } }} | ${changed}
      ${{ event_name: "person.deleted" }} | ${terminated}
      ${{ event_name: "attendance-period.created" }} | ${undefined}
    `,
  urls: [
    "https://api.personio.de/v1/company/employees/{employeeId}",
    "https://api.personio.de/v1/company/employees/{employeeId}/profile-picture/400",
    "https://api.personio.de/v1/company/employees/{employeeId}/profile-picture/75",
  ],
  states: {
    hire: {
      employeeId: "5318",
      name: { givenName: "Zoë", familyName: "Quist", formatted: "Zo Quist" },
      ...quist,
    },
    cleared: [["Engineer", "title"]],
    others: recordRows`
      ${personioField("preferred_name", null)} | a hire | ${{ name: { givenName: "Zoë", familyName: "Quist" } }}
      ${personioField("status", "onboarding")} | a hire
      ${personioField("termination_date", "2025-12-31T00:00:00+01:00")} | a hire
      ${personioField("status", "leave")} | an absence
      ${personioField("status", "inactive")} | a leaver
      ${personioField("termination_date", "2026-03-31T00:00:00+02:00")} | a leaver | 2026-03-31
      ${personioField("email", "")} | not ours
      ${personioField("status", null)} | unclear
      ${personioField("status", "archived")} | unclear
      ${{ data: { attributes: { email: null } } }} | unclear
    `,
  },
};

function personioField(name: string, value: string | null) {
  return { data: { attributes: { [name]: { value } } } };
}
