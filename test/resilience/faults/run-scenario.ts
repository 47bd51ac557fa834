import { expect } from "vitest";
import * as z from "zod";
import type { JournalEntry } from "../../../infra/platform/http/journal.ts";
import type { Employee } from "../../../shared/store/employee.ts";
import { isErasable, type Operation } from "../../../shared/store/operation.ts";
import type { FaultEnvironment } from "./environment.ts";
import type { FaultScenario } from "./scenarios.ts";

let employees = 0;

/** The result of a scenario that has ended. */
export type ScenarioRun = {
  /** The operation when it first settled, still with the faults. */
  first: Operation;
  /** The state of the employee then. */
  state: Employee["state"] | undefined;
  /** What the last run of the operation had written on the platform until then. */
  writes: readonly string[];
  /** The operation at the end. */
  last: Operation;
};

/** The HTTP statuses of a verb that took effect. */
const tookEffect = [200, 202];

/** After the faults have ended, an operator needs at most this many retries. */
const maxRetries = 2;
/** A blocked operation goes on by itself within this time. */
const goesOnWithinMs = 11 * 60_000;

/**
 * Runs a scenario with injected faults until its operation settles or is blocked. Then the faults end. A blocked
 * operation goes on by itself, and an operator retries an operation that did not succeed. Expects the right end.
 *
 * @param injectFaults - called right before the event is sent
 */
export async function runScenario(
  environment: FaultEnvironment,
  scenario: FaultScenario,
  injectFaults: () => void,
): Promise<ScenarioRun> {
  const employeeId = `W-${++employees}`;
  await scenario.before(environment, employeeId);
  environment.beginScenario();
  injectFaults();
  const answer = await scenario.send(environment, employeeId);
  expect(answer.status).toBe(202);
  const { id } = await environment.operation(answer);
  const { operation: first, from } = await runUntilSettled(
    environment,
    scenario,
    id,
  );
  const employee = await environment.store.employees.get(employeeId);
  const outcome = {
    first,
    state: employee?.state,
    writes: writesOf(environment.requests().slice(from)),
  };
  let last = first;
  for (let retry = 0; retry < maxRetries && !isErasable(last); retry++) {
    environment.endFaults();
    if (last.blockedBy !== undefined) {
      environment.advanceTime(goesOnWithinMs);
      await environment.dispatchDue();
    } else {
      // A refused count of the contents holds the deletion.
      const usual = last.reason === "person-has-contents" ? "release" : "retry";
      const { status } = await environment.act(scenario.ruling ?? usual, id);
      expect(tookEffect).toContain(status);
    }
    last = (await runUntilSettled(environment, scenario, id)).operation;
  }
  const { status, reason } = last;
  expect(`${status} ${reason}`).toBe(scenario.ends ?? "succeeded undefined");
  await scenario.expectEnd(environment, employeeId, last);
  // The data of the event is erased, because nothing needs it any more.
  const data = await environment.store.payloads.readData(last, z.unknown());
  expect(data).toBeUndefined();
  return { ...outcome, last };
}

/**
 * Runs until the operation has settled and does not wait, or is blocked. `from` is the place in the journal where the
 * last run of the operation begins.
 */
async function runUntilSettled(
  environment: FaultEnvironment,
  { isCancelled = false }: FaultScenario,
  id: string,
): Promise<{ operation: Operation; from: number }> {
  let mayCancel = isCancelled;
  for (;;) {
    const from = environment.requests().length;
    await environment.idle();
    const operation = await environment.find(id);
    if (operation.status === "accepted") {
      // The workflow could not begin. After two minutes, the scheduler starts it again.
      environment.advanceTime(121_000);
      await environment.dispatchDue();
    } else if (
      operation.status !== "waiting" ||
      operation.blockedBy !== undefined
    ) {
      return { operation, from };
    } else if (mayCancel) {
      // A cancelled operation may wait until no late write can disable the person again.
      mayCancel = false;
      const { status } = await environment.operate("POST", `/${id}/cancel`);
      expect(tookEffect).toContain(status);
    } else {
      environment.advanceTime((operation.dueAtMs ?? 0) - environment.nowMs());
      await environment.dispatchDue();
    }
  }
}

/** Routes that change nothing lasting. */
const passing = new Set(["/login", "/profileImages/temporary"]);

/** The lasting changes on the platform, sorted: neither tokens nor temporary images. */
export function writesOf(
  requests: readonly Readonly<JournalEntry>[],
): string[] {
  return requests
    .filter(({ applied, path }) => applied && !passing.has(path))
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
}
