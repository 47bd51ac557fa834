import { type FieldMap, fieldMapSchema } from "./field-map.ts";

/**
 * The map of the `bamboohr` scheme: their field-based webhooks as JSON, with the field names that BambooHR gives by
 * default. docs/field-map.md lists the fields that an admin selects.
 *
 * - `Created` says nothing but that there is a record: its fields are empty, and an `Updated` with them follows.
 * - Leaving is an `Updated` too, by which `Status` has become Inactive; it comes when the termination takes effect.
 * - Somebody without a work e-mail yet is hired by the `Updated` that brings it.
 * - A deleted record is somebody who should have no account.
 *
 * @see BambooHR documentation, "Field-Based Webhooks" and "Global Webhooks"
 */
export const bambooHrFieldMap: FieldMap = fieldMapSchema.parse({
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
});

/** BambooHR writes a date that is not set as 0000-00-00. */
function dateAt(from: string) {
  return { from, values: { "0000-00-00": null }, otherwise: { from } };
}
