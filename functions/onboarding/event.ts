import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { adoptionContentSchema } from "./adoption.ts";
import { hireContentSchema } from "./hire.ts";

export { adoptionSchema, type Adoption } from "./adoption.ts";
export { hireSchema, type Hire, type HireTask } from "./hire.ts";

/** The events that onboarding takes. */
export const onboardingEvents: EventKinds = [
  { type: "employee.hired", schema: hireContentSchema },
  { type: "employee.adopted", schema: adoptionContentSchema },
];
