import * as z from "zod/mini";
import { wellFormed } from "../../shared/fields.ts";
import { hireFields } from "./hire.ts";

/** A username or person id of the platform. */
const givenText = z
  .string()
  .check(z.minLength(1), z.maxLength(100), wellFormed);

/** The data of `employee.adopted`: which person on the platform an employee is. */
export const adoptionSchema = z.strictObject({
  employeeId: hireFields.employeeId,
  username: givenText,
  email: hireFields.email,
  /** Spares the search for the username among all people. */
  personID: z.optional(
    givenText.check(
      z.refine((id) => !/^\.{1,2}$/.test(id), "must be an id, not a path"),
    ),
  ),
  identities: hireFields.identities,
});
export type Adoption = z.infer<typeof adoptionSchema>;
