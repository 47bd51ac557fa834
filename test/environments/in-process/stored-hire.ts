import { hireContentSchema } from "../../../functions/onboarding/event.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { dayMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { acceptDelivery } from "../../../shared/webhook/intake.ts";
import { hireEvent } from "../../fixtures/hire.ts";
import { type InProcess, startInProcess } from "../in-process.ts";
import type { InProcessOptions } from "./deployment.ts";

export type StoredHires = InProcess & {
  /**
   * Stores a hire under an operation id that the test chooses, as the receiver stores it. Its workflow does not start.
   */
  storeHire: (
    id: string,
    employeeId: string,
    changes?: Parameters<typeof hireEvent>[1],
    eventAtMs?: number,
  ) => Promise<void>;
  /** Runs the workflow of a stored hire to its end. */
  runHire: (
    id: string,
  ) => Promise<{ execution: string; operation: Operation | undefined }>;
  /** Runs the workflow of a stored hire. If the hire is blocked, advances the time until it ends. */
  runHireToEnd: (id: string) => Promise<Operation>;
};

/** An environment for hires that do not come through the receiver. */
export async function startStoredHires(
  personAuth: InProcessOptions["personAuth"] = "basic",
): Promise<StoredHires> {
  const environment = await startInProcess({ personAuth });
  const { store, engine, advanceTime, runScheduler, find } = environment;
  const runHire = async (id: string) => {
    const { arn } = engine.start({
      functionName: "onboarding",
      name: id,
      payload: JSON.stringify({ operationId: id }),
    });
    const { status } = await engine.settled(arn);
    return { execution: status, operation: await store.operations.get(id) };
  };
  return {
    ...environment,
    async storeHire(id, employeeId, changes = {}, eventAtMs = Date.now()) {
      const { data, avatar } = hireContentSchema.parse(
        hireEvent(employeeId, {
          avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
          ...changes,
        }).data,
      );
      const delivery = {
        id,
        fingerprint: "f",
        type: "employee.hired" as const,
        caller: "hr",
        employeeId,
        eventAtMs,
        dueAtMs: 0,
        data,
        avatar,
      };
      await acceptDelivery(delivery, store, async () => undefined);
    },
    runHire,
    async runHireToEnd(id) {
      await runHire(id);
      advanceTime(8 * dayMs);
      await runScheduler();
      return find(id);
    },
  };
}
