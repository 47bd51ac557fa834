import { beforeEach } from "vitest";
import {
  createDispatchDue,
  type DispatchDueDependencies,
} from "../../../functions/scheduler/dispatch-due.ts";
import { isThrottled } from "../../../shared/aws/start-workflow.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { useLaggingStore } from "../../shared/store/store-for-test.ts";

/**
 * The scheduler, and a real table for each test.
 *
 * @param random - how long each write lags behind in the indexes. @default any time
 */
export function useScheduler(random?: () => number) {
  const store = useLaggingStore(random);
  /** Names of started executions, in order. */
  const starts: string[] = [];
  const { log, lines } = recordLog();
  beforeEach(() => {
    starts.length = 0;
    lines.length = 0;
  });

  /** One run. All executions exist, unless the changes say another thing. */
  const dispatchDue = (
    changes: Partial<DispatchDueDependencies> = {},
  ): Promise<void> =>
    createDispatchDue({
      ...store(),
      startWorkflow: async (operation) =>
        void starts.push(executionNameOf(operation)),
      isThrottled,
      findExecution: async () => true,
      nowMs: () => store().clock.nowMs,
      random: () => 1,
      budgetMs: 20_000,
      log,
      ...changes,
    })();

  /** Stores an operation that nothing can handle. Its entries in the indexes stay. */
  const putBroken = (id: string, fields: object) =>
    store().table.put({ id: `operation#${id}`, run: "broken", ...fields });

  return { store, starts, log, lines, dispatchDue, putBroken };
}
