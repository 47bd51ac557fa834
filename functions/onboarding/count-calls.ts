import { extrasOf } from "./extras.ts";
import { hireSchema } from "./hire.ts";
import type { OnboardingRun } from "./onboarding-run.ts";

/** A hire creates the person, uploads and attaches their face, and creates tasks and streams one by one. */
export async function countCalls({
  operation,
  store,
  taskTemplate,
}: Pick<
  OnboardingRun,
  "operation" | "store" | "taskTemplate"
>): Promise<number> {
  // An adoption only looks.
  if (operation.type === "employee.adopted") return 1;
  const hire = await store.payloads.data(operation, hireSchema);
  if (!hire) return 1;
  const { hasAvatar, tasks, streams } = extrasOf(hire, taskTemplate);
  return 1 + (hasAvatar ? 2 : 0) + tasks + streams;
}
