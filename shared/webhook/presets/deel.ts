import { dateAt, endedOn, hiredWith, type Preset } from "./preset.ts";

const ended = {
  terminated: "employee.terminated",
  inactive: "employee.terminated",
};
const absent = { leave: "employee.suspended", on_leave: "employee.suspended" };
const unended = ["active", "onboarding", "leave", "on_leave"];
/** The value of the employment that has not ended. If all have ended, the value of the first one. */
const ofEmployment = (place: string) => [
  ...unended.map((hiringStatus) => ({
    from: "/employments",
    where: { "/hiring_status": hiringStatus },
    first: place,
  })),
  `/employments/0${place}`,
];
const lastDay = dateAt("/termination_last_day");
const email = { from: "/emails", where: { "/type": "work" }, first: "/value" };
const hired = hiredWith(email);
/** The last day of the person may belong to any employment, so it counts only if there is no second one. */
const secondEmployment = { from: "/employments/1" };
const employed = {
  ...secondEmployment,
  values: { "": endedOn(lastDay, hired) },
  otherwise: hired,
};
const atWork = { active: employed, onboarding: employed };
/** All employments count. If one of them goes on, the others do not end the person's employment. */
const ofAllEmployments = {
  from: "/employments",
  all: "/hiring_status",
  values: { ...atWork, ...absent, ...ended },
};
// A person whose own status says the end may have another employment.
const endedOr = {
  ...ofAllEmployments,
  values: { ...ofAllEmployments.values, "": "employee.terminated" },
};

/**
 * Deel, webhooks with worker events. They have the id of the profile only, so the person is read back.
 *
 * Confirmed by Deel's documentation: the signature over `POST` and the body, `data.meta.event_type`, `tracking_id`, and
 * that the worker events have the profile's id as `id`. The events of contracts name no profile, so they are ignored: a
 * worker event follows a contract. Confirmed by code of others only: `hiring_status` active, onboarding and terminated,
 * the typed e-mail addresses, and that the employment lies in `employments` for some tokens. Confirmed by Deel's own
 * SDK: each employment has a `hiring_status`. Confirmed by Deel's documentation: `limit` and `offset` of a list.
 * Not confirmed: to which employment the last day belongs, whether `tracking_id` is the same in a repetition, whether
 * `resource` is an object or a list, whether the number of all people is at `page.total_rows`, whether the person lies
 * in `data` of the answer, the status `inactive`, and a status for an absence.
 *
 * @see developer.deel.com: "Webhooks", "Event: Worker V2 Created", "Retrieve a single person"
 */
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
    request: {
      url: "https://api.letsdeel.com/rest/v2/people/{employeeId}",
    },
    record: "/data",
    id: "/id",
    map: {
      type: {
        from: "/hiring_status",
        values: {
          ...atWork,
          ...absent,
          terminated: endedOr,
          inactive: endedOr,
          "": ofAllEmployments,
        },
      },
      leftWithoutLastDay: true,
      fields: {
        "/employeeId": "/id",
        "/name/givenName": ["/preferred_first_name", "/first_name"],
        "/name/familyName": ["/preferred_last_name", "/last_name"],
        "/email": email,
        "/startDate": dateAt("/start_date"),
        "/title": ["/job_title", ...ofEmployment("/job_title")],
        "/department": [
          "/department/name",
          ...ofEmployment("/department/name"),
        ],
        "/company": "/client_legal_entity/name",
        "/lastDay": {
          ...secondEmployment,
          values: { "": lastDay },
          otherwise: null,
        },
      },
    },
  },
  pull: {
    request: {
      url: "https://api.letsdeel.com/rest/v2/people?limit=100&offset=0",
    },
    records: "/data",
    next: { by: "offset", parameter: "offset" },
    total: "/page/total_rows",
  },
};
