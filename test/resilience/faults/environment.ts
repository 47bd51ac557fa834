import { afterAll, beforeAll } from "vitest";
import type { JournalEntry } from "../../../infra/local/platform/http/journal.ts";
import {
  type Company,
  type CompanyOptions,
  mend,
  startCompany,
} from "../../fixtures/company.ts";
import type { WaitingOutcome } from "../../fixtures/recorded-pauses.ts";

/** A company on which one story after the other is played, each with an employee of its own. */
export type Stage = Company & {
  /** From here on `played` and `paused` tell of the next story; nobody is logged in. */
  raise: () => void;
  /** Every request to the platform since. */
  played: () => readonly Readonly<JournalEntry>[];
  /** The clock by which we read dates of the platform. */
  accessNowMs: () => number;
  /** Every pause of a workflow since. */
  paused: () => readonly WaitingOutcome[];
  /** Ends all fault and every outage, and lets the minute pass for which a refused login is remembered. */
  clearUp: () => void;
};

async function startStage(options: CompanyOptions = {}): Promise<Stage> {
  let accessAheadMs = 0;
  const accessNowMs = () => Date.now() + accessAheadMs;
  const company = await startCompany({
    graceDays: 7,
    // Nobody limits deletions here, and the journal of the whole company is kept.
    deletionLimitSettings: { percent: 100, min: 1e6, max: 1e6 },
    ...options,
    platform: { journalLimit: Infinity, ...options.platform },
    accessNowMs,
  });
  const from = { journal: 0, pauses: 0 };
  return {
    ...company,
    accessNowMs,
    raise() {
      company.platform.revokeTokens();
      from.journal = company.platform.journal.length;
      from.pauses = company.pauses.length;
    },
    played: () => company.platform.journal.slice(from.journal),
    paused: () => company.pauses.slice(from.pauses),
    clearUp() {
      company.platform.faults.clear();
      mend(company.outage);
      accessAheadMs += 61_000;
    },
  };
}

/** Stages for all tests of a file. */
export function useStages(
  count: number,
  options: CompanyOptions = {},
): () => readonly Stage[] {
  const stages: Stage[] = [];
  beforeAll(async () => {
    const starting = Array.from({ length: count }, () => startStage(options));
    stages.push(...(await Promise.all(starting)));
  });
  afterAll(async () => {
    await Promise.all(stages.map((stage) => stage.close()));
  });
  return () => stages;
}

/** Plays all cases, several at a time, each on a stage alone. Resolves to what went wrong, a line for each case. */
export async function playAll<T>(
  cases: readonly T[],
  stages: readonly Stage[],
  play: (stage: Stage, one: T) => Promise<void>,
): Promise<string[]> {
  const left = cases.values();
  const wrong: string[] = [];
  const work = async (stage: Stage): Promise<void> => {
    for (const one of left) {
      try {
        await play(stage, one);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        wrong.push(`${JSON.stringify(one)}: ${reason}`);
      } finally {
        stage.clearUp();
      }
    }
  };
  await Promise.all(stages.map(work));
  return wrong;
}
