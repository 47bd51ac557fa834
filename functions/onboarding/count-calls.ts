import { hireSchema } from "./hire.ts";
import type { Scene } from "./scene.ts";

/** A hire creates the person, uploads and attaches their face, and creates tasks and streams one by one. */
export async function countCalls({
  operation,
  lifecycle,
  taskTemplate,
}: Pick<Scene, "operation" | "lifecycle" | "taskTemplate">): Promise<number> {
  // An adoption only looks.
  if (operation.type === "employee.adopted") return 1;
  const hire = await lifecycle.payloads.data(operation, hireSchema);
  const { avatar, tasks = taskTemplate, streams = [] } = hire ?? {};
  return 1 + (avatar ? 2 : 0) + tasks.length + streams.length;
}
