import * as z from "zod/mini";
import type { Incoming } from "../../shared/webhook/envelope.ts";
import { hireFields } from "./hire.ts";

/** The data of `employee.adopted`: who on the platform an employee is, who was there before us. */
export const adoptionSchema = z.strictObject({
  employeeId: hireFields.employeeId,
  username: z.string().check(z.minLength(1), z.maxLength(100)),
  email: hireFields.email,
  /** Spares the search for the username among all people. */
  personID: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  identities: hireFields.identities,
});
export type Adoption = z.infer<typeof adoptionSchema>;

export const incomingAdoptionSchema = z.pipe(
  adoptionSchema,
  z.transform((adoption): Incoming => ({
    employee: adoption.employeeId,
    data: adoption,
  })),
);
