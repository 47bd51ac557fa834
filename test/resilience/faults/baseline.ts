import type { JournalEntry } from "../../../infra/platform/http/journal.ts";
import { runScenario } from "./run-scenario.ts";
import type { FaultEnvironment } from "./environment.ts";
import type { FaultScenario } from "./scenarios.ts";
import type { FaultTarget } from "./fault-cases.ts";
import { writesOf } from "./writes.ts";

/** A scenario without faults. Runs with faults are compared with it. */
export type Baseline = {
  scenario: FaultScenario;
  /** Every request to the platform. */
  targets: readonly FaultTarget[];
  /** Every change on the platform, sorted. */
  writes: readonly string[];
};

export async function runBaseline(
  environment: FaultEnvironment,
  scenario: FaultScenario,
): Promise<Baseline> {
  await runScenario(environment, scenario, () => undefined);
  const requests = environment.requests();
  return { scenario, targets: targetsOf(requests), writes: writesOf(requests) };
}

function targetsOf(requests: readonly JournalEntry[]): FaultTarget[] {
  const before = new Map<string, (number | undefined)[]>();
  return requests.map(({ method, path, status }) => {
    const route = `${method} ${path}`;
    const statuses = before.get(route) ?? [];
    before.set(route, [...statuses, status]);
    const isSignedAnew = statuses.at(-1) === 401;
    return { method, path, skip: statuses.length, isSignedAnew };
  });
}
