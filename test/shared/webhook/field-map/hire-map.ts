import {
  type FieldMap,
  fieldMapSchema,
} from "../../../../shared/webhook/field-map/field-map.ts";

/** The smallest valid map for hires, as an admin writes it. */
export const hireMap = {
  type: { value: "employee.hired" },
  fields: {
    "/employeeId": "/id",
    "/name/givenName": "/first",
    "/name/familyName": "/last",
    "/email": "/mail",
  },
};

/** A payload with all that `hireMap` reads. */
export const hirePayload = {
  id: "E1",
  first: "Zoë",
  last: "Quist",
  mail: "zoe@example.com",
};

/** A map for hires with additional or other parts. */
export function mapWith(
  parts: Record<string, unknown>,
  fields: Record<string, unknown> = {},
): FieldMap {
  const { type, fields: least } = hireMap;
  return fieldMapSchema.parse({
    type,
    fields: { ...least, ...fields },
    ...parts,
  });
}
