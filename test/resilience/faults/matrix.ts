import { expect } from "vitest";
import { effort } from "../effort.ts";
import { type Baseline, runBaseline } from "./baseline.ts";
import {
  expectHonest,
  expectOnce,
  expectPatience,
  mostAttempts,
} from "./expected.ts";
import { runScenario } from "./run-scenario.ts";
import { runAll, type FaultEnvironment } from "./environment.ts";
import type { FaultScenario } from "./scenarios.ts";
import {
  type Case,
  type FaultTarget,
  ruleOf,
  faults,
  faultsAt,
} from "./fault-cases.ts";

/** The fixed slice of `npm test`: one case for each of these faults. */
const fewPassing = ["503, Retry-After in seconds"];
const fewLasting = ["503"];

/** Whether it is the first request of its kind, in this scenario and in the scenario that it varies. */
function isFirst({ skip }: FaultTarget, isVariant = false): boolean {
  return skip === 0 && !isVariant;
}

/** Faults that resemble another fault or have no effect. They are tried only at the first request of a kind. */
const passingFirst = [
  "429, Retry-After in seconds",
  "429, Retry-After as a date",
  "500",
  "503",
  "a page instead of JSON",
  "no guard line",
  "some latency",
];

/**
 * Every fault at every request of a scenario, for one request, or for so many requests that the first attempts fail.
 * Then the fault ends.
 */
export function passingCases(
  { targets }: Baseline,
  { isVariant }: FaultScenario,
): Case[] {
  const cases = targets.flatMap((target) =>
    faultsAt(target, ({ isAnswer = false }) => !isAnswer)
      .filter(
        (name) => isFirst(target, isVariant) || !passingFirst.includes(name),
      )
      .map((fault) => ({
        fault,
        target,
        times: target.skip === 0 && !faults[fault]?.isOnce ? 3 : 1,
      })),
  );
  return effort(onePerFault(cases, fewPassing), cases);
}

/** At a request that is not the first of its kind, these faults stand for all. */
const lastingFrom = ["503", "a reset after it took effect", "broken JSON"];
/** Lasting faults with the same effect as another one. */
const lastingAlike = ["500", "429, Retry-After as a date"];

/** Every fault at every route of a scenario, without end. */
export function lastingCases(
  { targets }: Baseline,
  { isVariant }: FaultScenario,
): Case[] {
  const cases = targets.flatMap((target) =>
    faultsAt(target, () => true)
      .filter((name) =>
        isFirst(target, isVariant)
          ? !lastingAlike.includes(name)
          : lastingFrom.includes(name),
      )
      .map((fault) => ({ fault, target })),
  );
  return effort(onePerFault(cases, fewLasting), cases);
}

function onePerFault(cases: Case[], wanted: string[]): Case[] {
  return wanted.flatMap((name) => {
    const last = cases.findLast(({ fault }) => fault === name);
    return last ? [last] : [];
  });
}

/** The results of all cases. */
export type Tally = {
  cases: number;
  wrong: string[];
  maxAttempts: number;
  /** The longest sum of pauses of an operation, in seconds. */
  maxPausedSeconds: number;
};

/** Runs a scenario with each of these faults. */
export async function runCases(
  environments: readonly FaultEnvironment[],
  scenario: FaultScenario,
  casesOf: (baseline: Baseline, scenario: FaultScenario) => Case[],
): Promise<Tally> {
  const [environment] = environments;
  if (!environment) throw new Error("there is no environment");
  const baseline = await runBaseline(environment, scenario);
  const cases = casesOf(baseline, scenario);
  const tally = { cases: cases.length, maxAttempts: 0, maxPausedSeconds: 0 };
  const wrong = await runAll(cases, environments, async (environment, one) => {
    const { fault, target, times } = one;
    const outcome = await runScenario(environment, scenario, () =>
      environment.platform.faults.add(
        ruleOf(one, environment.platformAuthNowMs()),
      ),
    );
    const { first, last, pausedSeconds } = outcome;
    if (times !== undefined) {
      // The fault has left no trace.
      expect(first.id + first.status).toBe(last.id + last.status);
      expect(first.warnings).toEqual([]);
    }
    expectHonest(outcome, fault, target);
    // The platform gave up this deletion, and the workflow had to ask for it again.
    if (fault !== "a deletion that is never done")
      expectOnce(environment, baseline, last);
    expectPatience(
      environment,
      outcome,
      baseline,
      fault.includes("Retry-After"),
      scenario,
    );
    tally.maxAttempts = Math.max(tally.maxAttempts, mostAttempts(first));
    tally.maxPausedSeconds = Math.max(tally.maxPausedSeconds, pausedSeconds);
  });
  return { ...tally, wrong };
}

/** The row of a scenario in the table of figures. */
export function figuresOf(what: string, { cases, wrong, ...most }: Tally) {
  const hours = (most.maxPausedSeconds / 3600).toFixed(1);
  return {
    area: "Platform faults",
    what,
    figure: `${cases - wrong.length} of ${cases} end right, 0 lost, 0 doubled; at most ${most.maxAttempts} attempts, ${hours} h`,
  };
}
