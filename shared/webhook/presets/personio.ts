import { dateAt, endedOn, hiredWith, type Preset } from "./preset.ts";

const changed = "record.changed";
const terminationDate = dateAt("/termination_date/value");
const employed = endedOn(terminationDate, hiredWith({ from: "/email/value" }));
// The payload of an employment may have the id of the employment itself.
const ownId = { from: "/payload/id" };

/**
 * Personio, webhooks v2. They have ids only, so the employee is read back.
 *
 * The employee is read by the Personnel Data API (v1), because one answer has the whole record with the names of
 * department and office. In v2 a person has no start date and its employment has no name, so two answers of different
 * moments would be one record.
 *
 * Confirmed by Personio's documentation: the static token in `Authorization`, the envelope of an event, its names,
 * three seconds for the answer, `employment.started` and `.terminated` on the day itself, that a person is an employee
 * one to one, that a list of employees has at most 100 for each `offset`, with their number in `metadata`, and that a
 * token of the OAuth2 endpoint is good for every endpoint of the Personnel Data API. The statuses are active,
 * onboarding, leave and inactive. Confirmed too: `updated_since`, which counts only attributes that the credentials may
 * read. Reported by others: for some time, its number of employees is another one on each page, so a read can be
 * refused. Not confirmed: the name of the person's id in `payload` (several are tried), that a person has the id of its
 * employee, whether the termination date is the last day, the zone of `updated_since`, and the widths of the picture.
 *
 * @see developer.personio.de: "Webhooks", "Event-driven data from Personio", "Authentication", "Get employee by ID"
 */
export const personio: Preset = {
  scheme: "header",
  header: "authorization",
  map: {
    type: {
      from: "/event_name",
      values: {
        "person.created": changed,
        "person.updated": changed,
        "person.deleted": "employee.terminated",
        "employment.created": changed,
        "employment.updated": changed,
        "employment.started": changed,
        "employment.terminated": changed,
      },
      otherwise: null,
    },
    timestamp: "/occurred_at",
    fields: {
      "/employeeId": [
        "/payload/person/id",
        "/payload/person_id",
        {
          from: "/event_name",
          values: {
            "person.created": ownId,
            "person.updated": ownId,
            "person.deleted": ownId,
          },
          otherwise: null,
        },
      ],
      "/event": "/event_name",
    },
  },
  lookup: {
    request: {
      url: "https://api.personio.de/v1/company/employees/{employeeId}",
    },
    record: "/data/attributes",
    id: "/id/value",
    map: {
      type: {
        from: "/status/value",
        values: {
          active: employed,
          onboarding: employed,
          leave: "employee.suspended",
          inactive: "employee.terminated",
        },
      },
      leftWithoutLastDay: true,
      fields: {
        "/employeeId": "/id/value",
        "/name/givenName": "/first_name/value",
        "/name/familyName": "/last_name/value",
        "/name/formatted": "/preferred_name/value",
        "/email": "/email/value",
        "/startDate": dateAt("/hire_date/value"),
        "/title": { from: "/position/value", nullClears: true },
        "/department": "/department/value/attributes/name",
        "/location": "/office/value/attributes/name",
        "/lastDay": terminationDate,
      },
    },
    avatar: [
      "https://api.personio.de/v1/company/employees/{employeeId}/profile-picture/400",
      "https://api.personio.de/v1/company/employees/{employeeId}/profile-picture/75",
    ],
  },
  pull: {
    request: {
      url: "https://api.personio.de/v1/company/employees?limit=100&offset=0",
    },
    records: "/data",
    record: "/attributes",
    next: { by: "offset", parameter: "offset" },
    total: "/metadata/total_elements",
    changedAt: "/last_modified_at/value",
    changes: {
      request: {
        url: "https://api.personio.de/v1/company/employees?limit=100&offset=0&updated_since={since}",
      },
    },
  },
};
