import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { adoptionContentSchema } from "./adoption.ts";
import { hireContentSchema } from "./hire.ts";

/** The events that onboarding takes, and the scope that a caller needs for each. */
export const onboardingEvents: EventKinds = [
  { type: "employee.hired", scope: "onboard", schema: hireContentSchema },
  { type: "employee.adopted", scope: "adopt", schema: adoptionContentSchema },
];
