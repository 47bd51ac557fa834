import type { Preset } from "./preset.ts";

/**
 * Deel, webhooks with worker events. They have the id of the profile only, so the person is read back.
 *
 * Confirmed by Deel's documentation: the signature over `POST` and the body, `data.meta.event_type`, `tracking_id`,
 * and that the worker events have the profile's id as `id`. The events of contracts name no profile, so they are
 * ignored: a worker event follows a contract. Confirmed by code of others only: `hiring_status` active, onboarding and
 * terminated, the typed e-mail addresses, and that the employment lies in `employments` for some tokens.
 * Not confirmed: whether `tracking_id` is the same in a repetition, whether `resource` is an object or a list, whether
 * the person lies in `data` of the answer, the status `inactive`, and a status for an absence.
 *
 * @see developer.deel.com: "Webhooks", "Event: Worker V2 Created", "Retrieve a single person"
 */
const status = {
  terminated: "employee.terminated",
  inactive: "employee.terminated",
  leave: "employee.suspended",
  on_leave: "employee.suspended",
};
const employed = {
  from: "/termination_last_day",
  date: "YYYY-MM-DD",
  values: { today: "employee.terminated", future: "employee.terminated" },
  otherwise: {
    from: "/emails",
    where: { "/type": "work" },
    first: "/value",
    values: { "": null },
    otherwise: "employee.hired",
  },
};
const values = { ...status, active: employed, onboarding: employed };

export const deel: Preset = {
  scheme: "hmac",
  header: "x-deel-signature",
  template: "POST{body}",
  map: {
    type: {
      from: "/data/meta/event_type",
      values: {
        "worker.v2.created": "record.changed",
        "worker.v2.updated": "record.changed",
        "worker.v2.deleted": "employee.terminated",
        "employee.created.direct": "record.changed",
        "employee.created.contractor": "record.changed",
        "employee.created.eor": "record.changed",
        "employee.updated.direct": "record.changed",
      },
      otherwise: null,
    },
    deliveryId: {
      join: ["/data/meta/tracking_id", "/timestamp"],
      with: " ",
    },
    fields: {
      "/employeeId": ["/data/resource/id", "/data/resource/0/id"],
      "/event": "/data/meta/event_type",
    },
  },
  lookup: {
    source: "deel",
    request: {
      url: "https://api.letsdeel.com/rest/v2/people/{employeeId}",
    },
    record: "/data",
    id: "/id",
    map: {
      type: {
        from: "/hiring_status",
        values: {
          ...values,
          "": { from: "/employments/0/hiring_status", values },
        },
      },
      leftWithoutLastDay: true,
      fields: {
        "/employeeId": "/id",
        "/name/givenName": ["/preferred_first_name", "/first_name"],
        "/name/familyName": ["/preferred_last_name", "/last_name"],
        "/email": {
          from: "/emails",
          where: { "/type": "work" },
          first: "/value",
        },
        "/startDate": { from: "/start_date", date: "YYYY-MM-DD" },
        "/title": ["/job_title", "/employments/0/job_title"],
        "/department": ["/department/name", "/employments/0/department/name"],
        "/company": "/client_legal_entity/name",
        "/lastDay": { from: "/termination_last_day", date: "YYYY-MM-DD" },
      },
    },
  },
};
