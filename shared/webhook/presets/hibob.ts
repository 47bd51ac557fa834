import { dateAt, endedOn, hiredWith, type Preset } from "./preset.ts";

const changed = "record.changed";
const terminationDate = dateAt("/~1internal~1terminationDate/value");
const accessRevoked = "employee.access.revoked.immediately";
const employed = endedOn(
  terminationDate,
  hiredWith({ from: "/~1root~1email/value" }),
);
// The address of a public image. An update of any other field does not upload it again.
const avatar = { from: "/~1about~1avatar/value" };

const fields = [
  "root.id",
  "root.firstName",
  "root.surname",
  "root.displayName",
  "root.email",
  "about.avatar",
  "internal.lifecycleStatus",
  "internal.status",
  "internal.terminationDate",
  "work.startDate",
  "work.title",
  "work.department",
  "work.site",
  "work.workPhone",
  "work.workMobile",
];

/**
 * HiBob (Bob), webhooks v2. They have the employee's id only, so the employee is read back.
 *
 * Confirmed by HiBob's documentation: the signature, the test of the URL, the events, and that `employee.left` is sent
 * at midnight of the effective date, also for garden leave. Fields are asked for with dots and answered with slashes.
 * `APPEND` adds `humanReadable`, which has the names of list items instead of their ids, and dates in the format of the
 * reader's settings, so dates are read from the slashes. Fields that the service user may not read are left out
 * without a word: without the lifecycle fields, an operation needs attention and nothing else happens.
 * A search for employees has no pages: one answer has all of them. It cannot search for changed employees.
 * Confirmed by code of others only: the values of `internal.lifecycleStatus` and `internal.status`.
 * Not confirmed: how Bob writes a time in `triggeredAt` (it may lack its offset, so the time of arrival counts),
 * and whether the termination date is the last day. The avatar endpoint answers an address and no image, so the field
 * `about.avatar` is read, which has an address too.
 *
 * If `Revoke access immediately` is chosen, access to Bob ends at once, and so does access to the community: the person
 * is suspended until the last day. Only this event tells it, so the suspension names its end: later reads leave the
 * person disabled until then. The status of a leave counts only if Bob has made the employee inactive. The home address
 * and private numbers are left out, because colleagues see a person's profile.
 *
 * @see apidocs.hibob.com: "Getting started with Webhooks", "Employee data Webhooks", "Read company employee fields by
 *   employee ID", "Fields and lists metadata", "Read avatar for an employee ID"
 */
export const hiBob: Preset = {
  scheme: "hmac",
  header: "bob-signature",
  hash: "sha512",
  encoding: "base64",
  map: {
    type: {
      from: "/type",
      values: {
        "employee.created": changed,
        "employee.updated": changed,
        "employee.joined": changed,
        "employee.left": changed,
        "employee.activated": changed,
        "employee.inactivated": changed,
        "employee.temporaryLeave": changed,
        [accessRevoked]: changed,
        "employee.deleted": "employee.terminated",
      },
      otherwise: null,
    },
    deliveryId: {
      join: ["/type", "/data/employeeId", "/triggeredAt"],
      with: " ",
    },
    fields: { "/employeeId": "/data/employeeId", "/event": "/type" },
  },
  lookup: {
    request: {
      method: "POST",
      url: "https://api.hibob.com/v1/people/{employeeId}",
      body: {
        humanReadable: "APPEND",
        fields,
      },
    },
    id: "/~1root~1id/value",
    map: {
      type: {
        from: "/~1internal~1lifecycleStatus/value",
        required: true,
        values: {
          terminated: "employee.terminated",
          Terminated: "employee.terminated",
          "garden leave": "employee.suspended",
          "Garden leave": "employee.suspended",
          hired: employed,
          Hired: employed,
        },
        otherwise: {
          from: "/~1internal~1status/value",
          values: {
            Inactive: "employee.suspended",
            Active: {
              from: "/event",
              of: "event",
              values: { [accessRevoked]: "employee.suspended" },
              otherwise: employed,
            },
          },
        },
      },
      leftWithoutLastDay: true,
      fields: {
        "/employeeId": "/~1root~1id/value",
        "/name/givenName": "/~1root~1firstName/value",
        "/name/familyName": "/~1root~1surname/value",
        "/name/formatted": "/~1root~1displayName/value",
        "/email": "/~1root~1email/value",
        "/startDate": dateAt("/~1work~1startDate/value"),
        "/title": "/humanReadable/work/title",
        "/department": "/humanReadable/work/department",
        "/location": "/humanReadable/work/site",
        "/phones/0/value": "/~1work~1workPhone/value",
        "/phones/1/value": "/~1work~1workMobile/value",
        "/phones/1/label": { value: "Mobile Phone Number" },
        "/lastDay": terminationDate,
        "/until": {
          from: "/event",
          of: "event",
          values: {
            [accessRevoked]: {
              ...terminationDate,
              values: { past: null },
              otherwise: terminationDate,
            },
          },
          otherwise: null,
        },
        "/avatar/url": [
          {
            from: "/event",
            of: "event",
            values: { "employee.created": avatar, "employee.joined": avatar },
            otherwise: null,
          },
        ],
      },
    },
  },
  pull: {
    request: {
      method: "POST",
      url: "https://api.hibob.com/v1/people/search",
      // Without `showInactive`, people who have left are not in the answer.
      body: { showInactive: true, humanReadable: "APPEND", fields },
    },
    records: "/employees",
  },
};
