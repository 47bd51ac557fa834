import { type Hire, type HireTask, hireSchema } from "./hire.ts";
import type { Warning } from "../../shared/store/operation.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/** What a hire brings beside the person. Only numbers, because the engine's history holds them. */
export type Extras = { hasAvatar: boolean; tasks: number; streams: number };

export function extrasOf(
  { avatar, tasks, streams = [] }: Hire,
  taskTemplate: readonly HireTask[],
): Extras {
  return {
    hasAvatar: avatar !== undefined,
    tasks: (tasks ?? taskTemplate).length,
    streams: streams.length,
  };
}

/**
 * What a retry brings: only the extras that the warnings of the last run name. Without such a warning, no run has
 * brought any, or none has ended.
 */
export function missingExtras(
  extras: Extras,
  warnings: readonly Warning[],
): Extras {
  const isNamed = (part: string) =>
    warnings.some(({ about }) => about === part);
  if (!["avatar", "tasks", "streams"].some(isNamed)) return extras;
  return {
    hasAvatar: extras.hasAvatar && isNamed("avatar"),
    tasks: isNamed("tasks") ? extras.tasks : 0,
    streams: isNamed("streams") ? extras.streams : 0,
  };
}

/** How many calls to the platform an onboarding makes when every call succeeds. */
export async function countCalls({
  operation,
  store,
  taskTemplate,
}: Pick<
  OnboardingRun,
  "operation" | "store" | "taskTemplate"
>): Promise<number> {
  // An adoption only reads the person.
  if (operation.type === "employee.adopted") return 1;
  if (operation.phase === "avatar") return 2;
  const hire = await store.payloads.data(operation, hireSchema);
  if (!hire) return 1;
  const { hasAvatar, tasks, streams } = extrasOf(hire, taskTemplate);
  return 1 + (hasAvatar ? 2 : 0) + tasks + streams;
}
