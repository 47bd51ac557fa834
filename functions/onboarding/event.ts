import type { EventKinds } from "../../shared/webhook/envelope.ts";
import { adoptionEventSchema } from "./adoption.ts";
import { hireEventSchema } from "./hire.ts";

/** The events that onboarding takes, and the scope that a caller needs for each. */
export const onboardingEvents: EventKinds = [
  { type: "employee.hired", scope: "onboard", schema: hireEventSchema },
  { type: "employee.adopted", scope: "adopt", schema: adoptionEventSchema },
];
