import { expect } from "vitest";
import type { Operation } from "../../../shared/store/operation.ts";
import { type ScenarioRun, writesOf } from "./run-scenario.ts";
import type { FaultScenario } from "./scenarios.ts";
import type { FaultEnvironment } from "./environment.ts";
import {
  type Baseline,
  type FaultTarget,
  retryAfterSeconds,
} from "./fault-cases.ts";

/**
 * The attempts of a step that calls the platform. Each attempt makes at most two requests for each request of the
 * baseline.
 */
const maxAttempts = 10;
const maxRequestsPerAttempt = 2;
/** How often a workflow reads whether a deleted person is gone. */
const maxReads = 60;
/** The longest pause that we choose, and the sum of the pauses of a step. */
const maxPauseSeconds = 300;
const maxStepSeconds = 15 * 60;
/** The sum of the pauses of an operation, in which two steps use all their attempts. */
const maxOperationSeconds = 2 * maxStepSeconds;
/** Time passes before we read a date. The rest is still longer than any pause that we choose. */
const dateSlackSeconds = retryAfterSeconds - maxPauseSeconds - 1;

/** Expects that attempts, requests and pauses are bounded. A longer pause that the platform asks for is obeyed. */
export function expectPatience(
  environment: FaultEnvironment,
  { first, last, requestCount, pausedSeconds }: ScenarioRun,
  baseline: Baseline,
  isAskedToWait: boolean,
  { isPatient = false }: FaultScenario,
): void {
  const times = isPatient ? 2 : 1;
  expect(mostAttempts(first, last)).toBeLessThanOrEqual(times * maxAttempts);
  expect(requestCount).toBeLessThanOrEqual(
    baseline.targets.length * times * maxAttempts * maxRequestsPerAttempt +
      maxReads,
  );
  // A pause without a reason is not a failure: it is the pause between two reads.
  const pauses = environment
    .pausesSince()
    .filter(({ reason }) => reason !== "");
  if (isAskedToWait) {
    const least = retryAfterSeconds - dateSlackSeconds;
    expect(pauses.filter(({ seconds }) => seconds < least)).toEqual([]);
  } else {
    const isLong = ({ seconds }: { seconds: number }) =>
      seconds > maxPauseSeconds;
    expect(pauses.filter(isLong)).toEqual([]);
    expect(pausedSeconds).toBeLessThanOrEqual(times * maxOperationSeconds);
  }
}

/** The most attempts of any step. */
function mostAttempts(...operations: readonly Operation[]): number {
  return Math.max(
    ...operations.flatMap(({ steps }) =>
      Object.values(steps).map(({ attempts = 0 }) => attempts),
    ),
  );
}

/** Expects the same writes as without faults, each as often. With a warning, a write may be missing. */
export function expectOnce(
  environment: FaultEnvironment,
  baseline: Baseline,
  { warnings }: Operation,
): void {
  const writes = writesOf(environment.requests());
  if (warnings.length === 0)
    expect([...new Set(writes)]).toEqual([...new Set(baseline.writes)]);
  const isTooOften = (write: string) =>
    countOf(writes, write) > countOf(baseline.writes, write);
  // A repeated PUT has the same effect as one. Published statuses are counted separately.
  const isCounted = (write: string) => !write.startsWith("PUT ");
  expect(writes.filter(isCounted).filter(isTooOften)).toEqual([]);
}

function countOf(writes: readonly string[], write: string): number {
  return writes.filter((one) => one === write).length;
}

/** Expects that a failed operation has changed nothing, and that each reason names the fault. */
export function expectHonest(
  { first, state, writes }: ScenarioRun,
  fault: string,
  target: FaultTarget,
): void {
  if (first.status === "failed") {
    expect(writes).toEqual([]);
    // A deletion that has begun and does not end must ask for attention.
    expect(state).not.toBe("deleting");
  }
  const said = [first.reason, ...first.warnings.map(({ reason }) => reason)];
  for (const reason of said.filter((one) => one !== undefined))
    expect(reasonsOf(fault, target)).toContain(reason);
  // A failed avatar causes only a warning. A revoked token is missing in other requests, too.
  if (isOfAvatar(target) && fault !== "an expired token") {
    expect(first.status).toBe("succeeded");
    for (const { about } of first.warnings) expect(about).toBe("avatar");
  }
}

function isOfAvatar({ path }: FaultTarget): boolean {
  return ["/profileImages/temporary", "/people/{personID}/images"].includes(
    path,
  );
}

function reasonsOf(fault: string, { method, path }: FaultTarget): string[] {
  const [, status] = /^(\d{3})\b/.exec(fault) ?? [];
  if (path === "/login")
    return [
      ["400", "401", "403"].includes(status ?? "") ||
      fault === "a refused login"
        ? "login-refused"
        : "login-failed",
      "tasks-or-streams-incomplete",
      "cancelled-by-caller",
    ];
  const own = reasons[fault] ?? [
    fault.startsWith("5") && status !== "501"
      ? `platform-error-${status}`
      : `platform-refused-${status}`,
  ];
  return [
    ...own,
    // How others end where these were the end of a step.
    "tasks-or-streams-incomplete",
    "cancelled-by-caller",
    ...(path === "/contents" ? ["person-has-contents"] : []),
    ...(method === "GET" ? [] : ["outcome-unknown"]),
    ...(status === "404" ? ["person-missing", "deletion-unfinished"] : []),
    ...(status === "409" ? ["username-or-email-taken"] : []),
  ];
}

const reasons: Record<string, string[]> = {
  "429": ["platform-busy"],
  "429, Retry-After in seconds": ["platform-busy"],
  "429, Retry-After as a date": ["platform-busy"],
  "a reset before it took effect": ["platform-unreachable"],
  "a reset after it took effect": ["platform-unreachable"],
  "half an answer": ["platform-unreachable"],
  "broken JSON": ["answer-unreadable"],
  "a page instead of JSON": ["answer-unreadable"],
  "an expired token": ["platform-refused-401"],
  // An image that expires whenever it is attached is refused as one that is not there.
  "expired temporary images": ["platform-refused-404"],
  "a deletion that is never done": ["deletion-unfinished"],
  "links to another host": ["foreign-origin"],
  "refs to another host": ["foreign-origin"],
  "a Location at another host": ["foreign-origin"],
};
