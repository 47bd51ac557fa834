import { useStarted } from "../fixtures/use-started.ts";
import { createActions } from "./in-process/actions.ts";
import {
  type InProcessOptions,
  startDeployment,
} from "./in-process/deployment.ts";
import { endPartFailures } from "./in-process/part-failures.ts";

export type InProcess = Awaited<ReturnType<typeof startInProcess>>;

/** Starts one environment for all tests of a file. After each test it ends the faults and the failures of parts. */
export function useInProcess(options: InProcessOptions = {}): () => InProcess {
  return useStarted(
    () => startInProcess(options),
    ({ platform, partFailures }) => {
      platform.faults.clear();
      endPartFailures(partFailures);
    },
  );
}

/** Starts everything that we deploy, in this process, with what a test does with it. */
export async function startInProcess(options: InProcessOptions = {}) {
  const deployment = await startDeployment(options);
  return { ...deployment, ...createActions(deployment) };
}
