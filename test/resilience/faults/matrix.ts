import { expect } from "vitest";
import type { Operation } from "../../../shared/store/operation.ts";
import { effort } from "../effort.ts";
import { runScenario, type ScenarioRun, writesOf } from "./run-scenario.ts";
import { runAll, type FaultEnvironment } from "./environment.ts";
import type { FaultScenario } from "./scenarios.ts";
import {
  type Case,
  type FaultTarget,
  ruleOf,
  faults,
  faultsAt,
} from "./fault-cases.ts";

/** A scenario without faults. Runs with faults are compared with it. */
type Baseline = {
  /** Every request to the platform. */
  targets: readonly FaultTarget[];
  /** Every change on the platform, sorted. */
  writes: readonly string[];
};

async function runBaseline(
  environment: FaultEnvironment,
  scenario: FaultScenario,
): Promise<Baseline> {
  await runScenario(environment, scenario, () => undefined);
  const requests = environment.requests();
  const answered = new Map<string, (number | undefined)[]>();
  const targets = requests.map(({ method, path, status }): FaultTarget => {
    const route = `${method} ${path}`;
    const statuses = answered.get(route) ?? [];
    answered.set(route, [...statuses, status]);
    const isSignedAnew = statuses.at(-1) === 401;
    return { method, path, skip: statuses.length, isSignedAnew };
  });
  return { targets, writes: writesOf(requests) };
}

/**
 * Every fault that is no answer, at every request of a scenario. The fault ends after three attempts of the first
 * request of a route, and after one attempt of each other request.
 */
export function passingCases({ targets }: Baseline): Case[] {
  const cases = targets.flatMap((target) =>
    faultsAt(target)
      .filter((fault) => !faults[fault]?.isAnswer)
      .map((fault) => ({
        fault,
        target,
        times: target.skip === 0 && !faults[fault]?.isOnce ? 3 : 1,
      })),
  );
  return effort(lastOf(cases, "503, Retry-After"), cases);
}

/** At a request that is not the first to its route, these faults stand for all. */
const lastingAtLater = ["503", "a reset after it took effect", "broken JSON"];

/** Every fault at the first request to each route of a scenario, and some at each later request, without end. */
export function lastingCases({ targets }: Baseline): Case[] {
  const cases = targets.flatMap((target) =>
    faultsAt(target)
      .filter((fault) => target.skip === 0 || lastingAtLater.includes(fault))
      .map((fault) => ({ fault, target })),
  );
  return effort(lastOf(cases, "503"), cases);
}

/** The case of `npm test`: this fault at the last request. */
const lastOf = (cases: Case[], name: string): Case[] =>
  cases.filter(({ fault }) => fault === name).slice(-1);

/** Runs a scenario with each of these faults. Resolves to the cases that went wrong, a line for each. */
export async function runCases(
  environments: readonly FaultEnvironment[],
  scenario: FaultScenario,
  casesOf: (baseline: Baseline) => Case[],
): Promise<string[]> {
  const [anyOne] = environments;
  if (!anyOne) throw new Error("there is no environment");
  const baseline = await runBaseline(anyOne, scenario);
  return runAll(casesOf(baseline), environments, async (environment, one) => {
    const { fault, target, times } = one;
    const outcome = await runScenario(environment, scenario, () =>
      environment.platform.faults.add(ruleOf(one)),
    );
    const { first, last } = outcome;
    if (times !== undefined) {
      // A fault that ends leaves no trace.
      expect(first.status).toBe(last.status);
      expect(first.warnings).toEqual([]);
    }
    expectHonest(outcome, fault, target);
    // After this fault, the workflow must ask for the deletion a second time.
    if (fault !== "a deletion that is never done")
      expectOnce(environment, baseline, last);
  });
}

/** Expects the same writes as without faults, each as often. With a warning, a write may be missing. */
function expectOnce(
  environment: FaultEnvironment,
  baseline: Baseline,
  { warnings }: Operation,
): void {
  const writes = writesOf(environment.requests());
  if (warnings.length === 0)
    expect([...new Set(writes)]).toEqual([...new Set(baseline.writes)]);
  const countIn = (all: readonly string[], write: string) =>
    all.filter((one) => one === write).length;
  // A repeated PUT has the same effect as one. The scenario itself counts the published statuses.
  const tooOften = writes.filter(
    (write) =>
      !write.startsWith("PUT ") &&
      countIn(writes, write) > countIn(baseline.writes, write),
  );
  expect(tooOften).toEqual([]);
}

const avatarPaths = ["/profileImages/temporary", "/people/{personID}/images"];

/** Expects that a failed operation has changed nothing, and that only the avatar is lost by a fault at the avatar. */
function expectHonest(
  { first, state, writes }: ScenarioRun,
  fault: string,
  { path }: FaultTarget,
): void {
  if (first.status === "failed") {
    expect(writes).toEqual([]);
    // A deletion that has begun and does not end must ask for attention.
    expect(state).not.toBe("deleting");
  }
  // An expired token is missing in other requests, too.
  if (avatarPaths.includes(path) && fault !== "an expired token") {
    expect(first.status).toBe("succeeded");
    for (const { about } of first.warnings) expect(about).toBe("avatar");
  }
}
