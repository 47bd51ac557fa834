import { rm } from "node:fs/promises";
import type { WorkflowName } from "../../../infra/functions.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { hireOf, openGround, tasksOf } from "../parts/workflow-ground.ts";
import { populatedFolder } from "./populated-folder.ts";

export const works = ["onboarding", "status", "offboarding"] as const;
export type Work = (typeof works)[number];

/** What one operation cost. */
export type Cost = {
  ms: number;
  /** Processor time of the workflow's sandbox. */
  cpuMs: number;
  /** Requests of any kind, to anybody. */
  requests: number;
};

/** A company of so many people, on the platform as in our table. */
export async function openWorld(people: number) {
  const folder = await populatedFolder(people);
  const ground = await openGround({
    folder,
    platform: { crowd: people },
    // Enough for all who are measured; the deletion limit looks at 400 people, as it does by default.
    environment: {
      DELETION_LIMIT_PERCENT: "10",
      DELETION_LIMIT_MIN: "40",
      DELETION_LIMIT_MAX: "40",
    },
  });
  const [onboarding, status, offboarding] = await Promise.all([
    ground.sandboxOf("onboarding-workflow"),
    ground.sandboxOf("status-relay-workflow"),
    ground.sandboxOf("offboarding-workflow"),
  ]);
  const sandboxes = { onboarding, status, offboarding };
  const workflows: Record<Work, WorkflowName> = {
    onboarding: "onboarding-workflow",
    status: "status-relay-workflow",
    offboarding: "offboarding-workflow",
  };
  let lives = 0;

  async function measure(
    work: Work,
    type: Operation["type"],
    employeeId: string,
    data: Record<string, unknown>,
  ): Promise<Cost> {
    const id = await ground.accept(type, employeeId, data);
    const sandbox = sandboxes[work];
    ground.use(sandbox);
    ground.takeInvocations();
    const { tookMs } = await ground.run(workflows[work], id);
    const cost = { ms: tookMs, cpuMs: 0, requests: 0 };
    for (const { cpuMs, exchanges } of ground.takeInvocations()) {
      cost.cpuMs += cpuMs;
      cost.requests += exchanges.length;
    }
    const operation = await ground.store.operations.get(id);
    if (operation?.status !== "succeeded")
      throw new Error(
        `${work} ended ${operation?.status}: ${operation?.reason}`,
      );
    return cost;
  }

  return {
    /** Somebody comes, says how they are, and leaves. */
    async live(): Promise<Record<Work, Cost>> {
      const employeeId = `LIFE-${++lives}`;
      const hire = hireOf(employeeId, { tasks: tasksOf(1) });
      const text = `I am ${employeeId}`;
      const leaver = { employeeId, graceDays: 0 };
      return {
        onboarding: await measure(
          "onboarding",
          "employee.hired",
          employeeId,
          hire,
        ),
        status: await measure("status", "status.set", employeeId, { text }),
        offboarding: await measure(
          "offboarding",
          "employee.terminated",
          employeeId,
          leaver,
        ),
      };
    },

    async close(): Promise<void> {
      await Promise.all(
        Object.values(sandboxes).map((sandbox) => sandbox.close()),
      );
      await ground.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
