import { type Hire, hireSchema } from "./hire.ts";
import type { Warning } from "../../shared/store/operation.ts";
import { findEventData } from "../../shared/workflow/read-event-data.ts";
import type { OnboardingRun } from "./onboarding-run.ts";
import { identitiesOf } from "./link-identities.ts";
import { chooseTasksAndStreams } from "./choose-tasks-and-streams.ts";
import type { TemplateRule } from "../../shared/person/templates.ts";

/** The avatar, tasks, streams and identities of a hire. It has no value, because the engine's history holds it. */
export type Extras = {
  hasAvatar: boolean;
  tasks: number;
  streams: number;
  hasIdentities: boolean;
  /** The names of the rules that chose tasks and streams. */
  templates: string[];
};

export function extrasOf(hire: Hire, rules: readonly TemplateRule[]): Extras {
  const { tasks, streams, templates } = chooseTasksAndStreams(hire, rules);
  return {
    hasAvatar: hire.avatar !== undefined,
    tasks: tasks.length,
    streams: streams.length,
    hasIdentities: identitiesOf(hire.identities).length > 0,
    templates,
  };
}

/**
 * What a retry brings: only the extras that the warnings of the last run name. Without such a warning, no run has
 * brought any, or none has ended. Identities are linked in each case, because linking them again is harmless.
 */
export function missingExtras(
  extras: Extras,
  warnings: readonly Warning[],
): Extras {
  const isNamed = (part: string) =>
    warnings.some(({ about }) => about === part);
  if (!["avatar", "tasks", "streams"].some(isNamed)) return extras;
  return {
    ...extras,
    hasAvatar: extras.hasAvatar && isNamed("avatar"),
    tasks: isNamed("tasks") ? extras.tasks : 0,
    streams: isNamed("streams") ? extras.streams : 0,
  };
}

/** About how many calls to the platform an onboarding makes when every call succeeds. */
export async function countCalls(run: OnboardingRun): Promise<number> {
  const { operation, templates } = run;
  // Find the person, and compare again before linking.
  if (operation.type === "employee.adopted") return 2;
  // Upload, list and attach.
  if (operation.phase === "avatar") return 3;
  const hire = await findEventData(run, hireSchema);
  if (!hire) return 1;
  const { hasAvatar, tasks, streams } = extrasOf(hire, templates);
  return 1 + (hasAvatar ? 2 : 0) + tasks + streams;
}
