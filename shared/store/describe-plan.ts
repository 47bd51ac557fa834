import { eventFactsOf } from "../event-types.ts";
import type { Phase } from "./operation.ts";

/** The next step for an employee whose operation has done a part, and waits. */
const plansOfPhases: Record<Phase, string> = {
  avatar: "get the avatar",
  creation: "get access when the suspension ends",
  grace: "be deleted",
  restore: "get the earlier status back",
  start: "be enabled",
  suspended: "be enabled again",
};

/** The next step for the employee, as a text after "will" or "will not". A type may not be known yet. */
export function describePlan({
  type = "",
  phase,
}: {
  type?: string;
  phase?: Phase | undefined;
}): string {
  return phase
    ? plansOfPhases[phase]
    : (eventFactsOf(type)?.plan ?? "be handled");
}
