import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { createActions } from "./in-process/actions.ts";
import {
  type InProcessOptions,
  startDeployment,
} from "./in-process/deployment.ts";
import { endPartFailures } from "./in-process/part-failures.ts";
import { ruleDifferences } from "./in-process/rule-differences.ts";
import type { Difference } from "./in-process/rules-beside.ts";

export type InProcess = Awaited<ReturnType<typeof startInProcess>>;

/** Starts one environment for all tests of a file. After each test it ends the faults and the failures of parts. */
export function useInProcess(options: InProcessOptions = {}): () => InProcess {
  let environment: InProcess | undefined;
  beforeAll(async () => {
    environment = await startInProcess(options);
  });
  afterEach(async ({ task }) => {
    environment?.platform.faults.clear();
    if (environment) endPartFailures(environment.partFailures);
    if (environment?.rulesBeside)
      expectKnown(task.name, await environment.rulesBeside.differences());
  });
  afterAll(async () => {
    await environment?.close();
  });
  return () => {
    if (environment) return environment;
    throw new Error("the environment is not started yet");
  };
}

/** Starts everything that we deploy, in this process, with what a test does with it. */
export async function startInProcess(options: InProcessOptions = {}) {
  const deployment = await startDeployment(options);
  return { ...deployment, ...createActions(deployment) };
}

function expectKnown(test: string, found: Difference[]): void {
  const known = ruleDifferences
    .filter((one) => one.test === test)
    .map(({ history, old, core }) => ({ history, old, core }))
    .sort((one, other) => (one.history < other.history ? -1 : 1));
  expect(found, "differences of the rules from the workflows").toEqual(known);
}
