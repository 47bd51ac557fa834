import { dateAt, endedOn, hiredWith, type Preset } from "./preset.ts";

const fields = [
  "firstName",
  "preferredName",
  "lastName",
  "workEmail",
  "hireDate",
  "terminationDate",
  "status",
  "employmentHistoryStatus",
  "jobTitle",
  "department",
  "location",
  "workPhone",
  "mobilePhone",
];

const terminationDate = dateAt("/terminationDate");

const report = { title: "Community", fields: [...fields, "lastChanged"] };
// Without onlyCurrent=false, people who have left are not in the answer.
const reportUrl =
  "https://{host}/api/v1/reports/custom?format=JSON&onlyCurrent=false";

/**
 * BambooHR, webhooks with the data structure "Event-Based". They have ids only, so the record is read back.
 *
 * Confirmed by BambooHR's documentation: the events, the signature, the sizes of photos, and that both `created` and
 * `updated` are sent for one new employee. A change with a date in the future is sent when it takes effect. The names
 * of the fields are those of the "Employees" API. Confirmed by code of others only: an unset date is `0000-00-00`, and
 * a custom report has all employees in one answer, with these names and `id`, or those of the filter `lastChanged`. Not
 * confirmed: the names of employment statuses, which each company chooses. `Leave of Absence` and `Furloughed` are the
 * usual names of absences.
 *
 * The home address is left out, because colleagues see a person's profile.
 *
 * @see documentation.bamboohr.com: "Event-Based Webhooks", "Get Employee", "Get an employee photo", "Authentication"
 */
export const bambooHr: Preset = {
  scheme: "bamboohr",
  map: {
    type: {
      from: "/type",
      values: {
        "employee.created": "record.changed",
        "employee.updated": "record.changed",
        "employee.deleted": "employee.terminated",
      },
      otherwise: null,
    },
    timestamp: "/timestamp",
    fields: { "/employeeId": "/data/employeeId", "/event": "/type" },
  },
  lookup: {
    request: {
      url: `https://{host}/api/v1/employees/{employeeId}?fields=${fields.join(",")}`,
    },
    id: "/id",
    map: {
      type: {
        from: "/status",
        values: {
          Inactive: "employee.terminated",
          Active: {
            from: "/employmentHistoryStatus",
            required: true,
            values: {
              "Leave of Absence": "employee.suspended",
              Furloughed: "employee.suspended",
            },
            otherwise: endedOn(
              terminationDate,
              hiredWith({ from: "/workEmail" }),
            ),
          },
        },
      },
      leftWithoutLastDay: true,
      fields: {
        "/employeeId": "/id",
        "/name/givenName": ["/preferredName", "/firstName"],
        "/name/familyName": "/lastName",
        "/email": "/workEmail",
        "/startDate": dateAt("/hireDate"),
        "/title": { from: "/jobTitle", nullClears: true },
        "/department": { from: "/department", nullClears: true },
        "/location": { from: "/location", nullClears: true },
        "/phones/0/value": "/workPhone",
        "/phones/1/value": "/mobilePhone",
        "/phones/1/label": { value: "Mobile Phone Number" },
        "/lastDay": terminationDate,
      },
    },
    avatar: [
      "https://{host}/api/v1/employees/{employeeId}/photo/original",
      "https://{host}/api/v1/employees/{employeeId}/photo/large",
      "https://{host}/api/v1/employees/{employeeId}/photo/medium",
    ],
  },
  pull: {
    request: {
      method: "POST",
      url: reportUrl,
      body: report,
    },
    records: "/employees",
    changedAt: "/lastChanged",
    changes: {
      request: {
        method: "POST",
        url: reportUrl,
        body: {
          ...report,
          filters: { lastChanged: { includeNull: "no", value: "{since}Z" } },
        },
      },
    },
  },
};
