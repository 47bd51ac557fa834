import { rm } from "node:fs/promises";
import type { WorkflowName } from "../../../infra/aws/deployment/functions.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { startBenchmarkEnvironment } from "../../environments/benchmark.ts";
import { hireOf, tasksOf } from "../../fixtures/hire.ts";
import { populatedFolder } from "./populated-folder.ts";

export const useCases = ["onboarding", "status", "offboarding"] as const;
export type UseCase = (typeof useCases)[number];

/** The cost of one operation. */
export type Cost = {
  ms: number;
  /** Processor time of the workflow's sandbox. */
  cpuMs: number;
  /** All requests, to all parts. */
  requests: number;
};

/** Starts an environment with this many people, on the platform and in our table. */
export async function startGrowth(people: number) {
  const folder = await populatedFolder(people);
  const environment = await startBenchmarkEnvironment({
    folder,
    platform: { crowd: people },
    // The limit is above the number of measured leavers. It counts up to 400 people, as by default.
    environment: {
      DELETION_LIMIT_PERCENT: "10",
      DELETION_LIMIT_MIN: "40",
      DELETION_LIMIT_MAX: "40",
    },
  });
  const [onboarding, status, offboarding] = await Promise.all([
    environment.startFunction("employment-workflow"),
    environment.startFunction("status-relay-workflow"),
    environment.startFunction("employment-workflow"),
  ]);
  const sandboxes = { onboarding, status, offboarding };
  const workflows: Record<UseCase, WorkflowName> = {
    onboarding: "employment-workflow",
    status: "status-relay-workflow",
    offboarding: "employment-workflow",
  };
  let employees = 0;

  async function measure(
    useCase: UseCase,
    type: Operation["type"],
    employeeId: string,
    data: Record<string, unknown>,
  ): Promise<Cost> {
    const id = await environment.accept(type, employeeId, data);
    const sandbox = sandboxes[useCase];
    environment.use(sandbox);
    environment.takeInvocations();
    const { tookMs } = await environment.run(workflows[useCase], id);
    const cost = { ms: tookMs, cpuMs: 0, requests: 0 };
    for (const { cpuMs, exchanges } of environment.takeInvocations()) {
      cost.cpuMs += cpuMs;
      cost.requests += exchanges.length;
    }
    const operation = await environment.store.operations.get(id);
    if (operation?.status !== "succeeded")
      throw new Error(
        `${useCase} ended ${operation?.status}: ${operation?.reason}`,
      );
    return cost;
  }

  return {
    /** Measures the hire, a status and the termination of one employee. */
    async measureLifetime(): Promise<Record<UseCase, Cost>> {
      const employeeId = `LIFE-${++employees}`;
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
      await environment.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
