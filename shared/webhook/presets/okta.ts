import type { Preset } from "./preset.ts";

const changed = "record.changed";

const statuses = [
  "STAGED",
  "PROVISIONED",
  "ACTIVE",
  "RECOVERY",
  "PASSWORD_EXPIRED",
  "LOCKED_OUT",
  "SUSPENDED",
  "DEPROVISIONED",
];

// A list without a filter leaves out DEPROVISIONED.
const ofAll = statuses.map((status) => `status eq "${status}"`).join(" or ");

/**
 * Okta, event hooks about users. A request may have several events. They name the user, who is read back.
 *
 * Confirmed by Okta's documentation: the static secret in a header, the GET challenge, `data.events` with `uuid`,
 * `published` and `eventType`, three seconds for the answer, one repetition, and none after a 4xx. The user's `status`
 * and `profile` are those of the Users API, whose pages lead to the next one by the header `Link`, and whose filter
 * knows `lastUpdated` at once. Confirmed by code of others only: a list `target`, whose item of the type `User` has the
 * id. Not confirmed: which events an organization may choose for event hooks. Okta tells a start date only if the
 * company has an attribute for it, so a person is hired when the account becomes active.
 *
 * @see developer.okta.com: "Event hooks", "Event types", "Users API"
 */
export const okta: Preset = {
  scheme: "header",
  header: "authorization",
  handshake: "okta",
  map: {
    each: "/data/events",
    type: {
      from: "/eventType",
      values: {
        "user.lifecycle.create": changed,
        "user.lifecycle.activate": changed,
        "user.lifecycle.deactivate": changed,
        "user.lifecycle.suspend": changed,
        "user.lifecycle.unsuspend": changed,
        "user.lifecycle.reactivate": changed,
        "user.account.update_profile": changed,
        "user.lifecycle.delete.initiated": "employee.terminated",
        "user.lifecycle.delete.completed": "employee.terminated",
      },
      otherwise: null,
    },
    timestamp: "/published",
    deliveryId: "/uuid",
    fields: {
      "/employeeId": {
        from: "/target",
        where: { "/type": "User" },
        first: "/id",
      },
      "/event": "/eventType",
    },
  },
  lookup: {
    request: {
      url: "https://{host}/api/v1/users/{employeeId}",
    },
    id: "/id",
    map: {
      type: {
        from: "/status",
        values: {
          STAGED: null,
          PROVISIONED: null,
          ACTIVE: "employee.hired",
          RECOVERY: "employee.hired",
          PASSWORD_EXPIRED: "employee.hired",
          LOCKED_OUT: "employee.hired",
          SUSPENDED: "employee.suspended",
          DEPROVISIONED: "employee.terminated",
        },
      },
      fields: {
        "/employeeId": "/id",
        "/name/givenName": ["/profile/nickName", "/profile/firstName"],
        "/name/familyName": "/profile/lastName",
        "/name/formatted": "/profile/displayName",
        "/email": "/profile/email",
        "/title": { from: "/profile/title", nullClears: true },
        "/department": { from: "/profile/department", nullClears: true },
        "/company": { from: "/profile/organization", nullClears: true },
        "/location": "/profile/city",
        "/address/streetAddress": "/profile/streetAddress",
        "/address/locality": "/profile/city",
        "/address/region": "/profile/state",
        "/address/postalCode": "/profile/zipCode",
        "/address/country": "/profile/countryCode",
        "/phones/0/value": "/profile/primaryPhone",
        "/phones/1/value": "/profile/mobilePhone",
        "/phones/1/label": { value: "Mobile Phone Number" },
      },
    },
  },
  pull: {
    request: {
      url: `https://{host}/api/v1/users?limit=200&filter=${encodeURIComponent(ofAll)}`,
    },
    next: { by: "link" },
    changedAt: "/lastUpdated",
    changes: {
      request: {
        url: `https://{host}/api/v1/users?limit=200&filter=${encodeURIComponent('lastUpdated gt "')}{since}${encodeURIComponent(`.000Z" and (${ofAll})`)}`,
      },
    },
  },
};
