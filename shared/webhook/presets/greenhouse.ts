import type { Preset } from "./preset.ts";

/**
 * Greenhouse Recruiting, the webhook "Candidate has been hired". It has the data of the hire, so nothing is read back.
 * The candidate's id is the employee id. Greenhouse knows nothing of changes and leavers.
 *
 * Confirmed by Greenhouse's documentation: the signature, the header with the delivery id (which is not signed, so it
 * does not count), `hire_candidate` and the fields of its application, and `starts_at` as YYYY-MM-DD. The test that
 * Greenhouse sends when a webhook is saved has another action, so it is ignored.
 * Not confirmed: whether a company enters the work e-mail before the hire. A hire without one is ignored, because the
 * private address of a candidate must not become the address in the community.
 *
 * @see developers.greenhouse.io/webhooks.html: "Authentication", "Candidate hired"
 */
export const greenhouse: Preset = {
  scheme: "hmac",
  header: "signature",
  prefix: "sha256 ",
  map: {
    type: {
      from: "/action",
      values: {
        hire_candidate: {
          from: "/payload/application/candidate/email_addresses",
          where: { "/type": "work" },
          first: "/value",
          values: { "": null },
          otherwise: "employee.hired",
        },
      },
      otherwise: null,
    },
    // An application is hired once for each version of its offer.
    deliveryId: {
      join: [
        "/payload/application/id",
        "/payload/application/offer/id",
        "/payload/application/offer/version",
      ],
      with: " ",
    },
    fields: {
      "/employeeId": "/payload/application/candidate/id",
      "/name/givenName": "/payload/application/candidate/first_name",
      "/name/familyName": "/payload/application/candidate/last_name",
      "/email": {
        from: "/payload/application/candidate/email_addresses",
        where: { "/type": "work" },
        first: "/value",
      },
      "/startDate": {
        from: "/payload/application/offer/starts_at",
        date: "YYYY-MM-DD",
      },
      "/title": [
        "/payload/application/jobs/0/name",
        "/payload/application/job/name",
      ],
      "/department": [
        "/payload/application/jobs/0/departments/0/name",
        "/payload/application/job/departments/0/name",
      ],
      "/location": [
        "/payload/application/jobs/0/offices/0/name",
        "/payload/application/job/offices/0/name",
      ],
      "/phones/0/value": {
        from: "/payload/application/candidate/phone_numbers",
        where: { "/type": "work" },
        first: "/value",
      },
    },
  },
};
