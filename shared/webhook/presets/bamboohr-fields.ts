import { dateAt, type Preset } from "./preset.ts";

/**
 * BambooHR, webhooks with the data structure "Field-Based", as JSON with BambooHR's default field names.
 * docs/sources/bamboohr.md lists the fields that an administrator selects.
 *
 * - `Created` has empty fields, so it is ignored. An `Updated` with the fields follows.
 * - A termination is an `Updated` with the `Status` Inactive. BambooHR sends it when the termination takes effect.
 * - An employee without a work e-mail is not hired yet. A later `Updated` has the e-mail and is the hire.
 * - `Deleted` is a termination: an employee without a record must have no account.
 * - A change is a repeated hire, so the setting `repeatedHire` decides whether it counts.
 * - An absence is left out: an `Updated` does not say that it is the return from one.
 *
 * @see BambooHR documentation, "Field-Based Webhooks" and "Global Webhooks"
 */
export const bambooHrFields: Preset = {
  scheme: "bamboohr",
  map: {
    each: "/employees",
    type: {
      from: "/action",
      values: {
        Created: null,
        Deleted: "employee.terminated",
        Updated: {
          from: "/fields/Status",
          values: {
            Active: {
              from: "/fields/Work Email",
              values: { "": null },
              otherwise: "employee.hired",
            },
            Inactive: "employee.terminated",
          },
        },
      },
    },
    timestamp: "/timestamp",
    leftWithoutLastDay: true,
    fields: {
      "/employeeId": "/id",
      "/name/givenName": ["/fields/Preferred Name", "/fields/First Name"],
      "/name/familyName": "/fields/Last Name",
      "/email": "/fields/Work Email",
      "/startDate": dateAt("/fields/Hire Date"),
      "/title": "/fields/Job Title",
      "/department": "/fields/Department",
      "/location": "/fields/Location",
      "/phones/0/value": "/fields/Work Phone",
      "/phones/1/value": "/fields/Mobile Phone",
      "/phones/1/label": { value: "Mobile Phone Number" },
      "/lastDay": dateAt("/fields/Termination Date"),
    },
  },
};
