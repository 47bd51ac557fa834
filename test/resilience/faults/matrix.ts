import { expect } from "vitest";
import { effort } from "../effort.ts";
import { expectHonest, expectOnce, expectPatience } from "./expected.ts";
import { runScenario, writesOf } from "./run-scenario.ts";
import { runAll, type FaultEnvironment } from "./environment.ts";
import type { FaultScenario } from "./scenarios.ts";
import {
  type Baseline,
  type Case,
  type FaultTarget,
  ruleOf,
  faults,
  faultsAt,
} from "./fault-cases.ts";

async function runBaseline(
  environment: FaultEnvironment,
  scenario: FaultScenario,
): Promise<Baseline> {
  await runScenario(environment, scenario, () => undefined);
  const requests = environment.requests();
  const before = new Map<string, (number | undefined)[]>();
  const targets = requests.map(({ method, path, status }): FaultTarget => {
    const route = `${method} ${path}`;
    const statuses = before.get(route) ?? [];
    before.set(route, [...statuses, status]);
    const isSignedAnew = statuses.at(-1) === 401;
    return { method, path, skip: statuses.length, isSignedAnew };
  });
  return { targets, writes: writesOf(requests) };
}

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

/** Runs a scenario with each of these faults. Resolves to the cases that went wrong, a line for each. */
export async function runCases(
  environments: readonly FaultEnvironment[],
  scenario: FaultScenario,
  casesOf: (baseline: Baseline, scenario: FaultScenario) => Case[],
): Promise<string[]> {
  const [environment] = environments;
  if (!environment) throw new Error("there is no environment");
  const baseline = await runBaseline(environment, scenario);
  const cases = casesOf(baseline, scenario);
  return runAll(cases, environments, async (environment, one) => {
    const { fault, target, times } = one;
    const outcome = await runScenario(environment, scenario, () =>
      environment.platform.faults.add(
        ruleOf(one, environment.platformAuthNowMs()),
      ),
    );
    const { first, last } = outcome;
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
  });
}
