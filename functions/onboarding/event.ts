import { contentOf } from "../../shared/webhook/envelope.ts";
import type { ReceiverOptions } from "../../shared/webhook/receiver.ts";
import { adoptionSchema } from "./adoption.ts";
import { hireContentSchema, hireSchema } from "./hire.ts";

export { adoptionSchema, type Adoption } from "./adoption.ts";
export { hireSchema, type Hire, type HireTask } from "./hire.ts";

/** `POST /onboarding/{caller}`: HR systems hire and adopt employees. */
export const onboarding: ReceiverOptions = {
  path: "/onboarding",
  events: [
    { type: "employee.hired", schema: hireContentSchema, stored: hireSchema },
    {
      type: "employee.adopted",
      schema: contentOf(adoptionSchema),
      stored: adoptionSchema,
    },
  ],
};
