import { afterAll, beforeAll } from "vitest";
import type { JournalEntry } from "../../../infra/platform/http/journal.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";
import { endPartFailures } from "../../environments/in-process/part-failures.ts";

/** An environment that runs one scenario after another, each with an employee of its own. */
export type FaultEnvironment = InProcess & {
  /** Begins a scenario: `requests` starts from here, and all tokens are revoked. */
  beginScenario: () => void;
  /** Every request to the platform since the scenario began. */
  requests: () => readonly Readonly<JournalEntry>[];
  /** The clock that decides when tokens expire and when a refused login is forgotten. */
  platformAuthNowMs: () => number;
  /** Ends all faults and failures of parts, and passes the minute for which a refused login is remembered. */
  endFaults: () => void;
};

async function startEnvironment(
  options: InProcessOptions = {},
): Promise<FaultEnvironment> {
  let platformAuthAheadMs = 0;
  const platformAuthNowMs = () => Date.now() + platformAuthAheadMs;
  const environment = await startInProcess({
    graceDays: 7,
    // The limit is above the number of deletions, and the journal keeps every request.
    deletionLimit: { percent: 100, min: 1e6, max: 1e6 },
    ...options,
    platform: { journalLimit: Infinity, ...options.platform },
    platformAuthNowMs,
  });
  let from = 0;
  return {
    ...environment,
    platformAuthNowMs,
    beginScenario() {
      environment.platform.revokeTokens();
      from = environment.platform.journal.length;
    },
    requests: () => environment.platform.journal.slice(from),
    endFaults() {
      environment.platform.faults.clear();
      endPartFailures(environment.partFailures);
      platformAuthAheadMs += 61_000;
    },
  };
}

/** Starts environments for all tests of a file. */
export function useEnvironments(
  count: number,
  options: InProcessOptions = {},
): () => readonly FaultEnvironment[] {
  const environments: FaultEnvironment[] = [];
  beforeAll(async () => {
    const starting = Array.from({ length: count }, () =>
      startEnvironment(options),
    );
    environments.push(...(await Promise.all(starting)));
  });
  afterAll(async () => {
    await Promise.all(environments.map((environment) => environment.close()));
  });
  return () => environments;
}

/** Runs all cases, in each environment one after another. Resolves to the failures, a line for each failed case. */
export async function runAll<T>(
  cases: readonly T[],
  environments: readonly FaultEnvironment[],
  run: (environment: FaultEnvironment, one: T) => Promise<void>,
): Promise<string[]> {
  const left = cases.values();
  const wrong: string[] = [];
  const work = async (environment: FaultEnvironment): Promise<void> => {
    for (const one of left) {
      try {
        await run(environment, one);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        wrong.push(`${JSON.stringify(one)}: ${reason}`);
      } finally {
        environment.endFaults();
      }
    }
  };
  await Promise.all(environments.map(work));
  return wrong;
}
