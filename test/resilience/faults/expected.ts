import { expect } from "vitest";
import type { Operation } from "../../../shared/store/operation.ts";
import type { Calm } from "./baseline.ts";
import type { Played } from "./run-scenario.ts";
import type { Stage } from "./environment.ts";
import { type FaultTarget, retryAfterSeconds } from "./fault-cases.ts";
import { writesOf } from "./writes.ts";

/** A step that asks the platform is tried so often, each time with two requests at most for one without a fault. */
export const maxAttempts = 10;
const maxRequestsPerAttempt = 2;
/** How often it is looked whether somebody who was deleted is gone. */
const maxReads = 60;
/** A pause of our own accord is not longer, and those of a step take a quarter of an hour together. */
const maxPauseSeconds = 300;
const maxStepSeconds = 15 * 60;
/** Of an operation: two steps, one after or beside the other, may use up all their attempts. */
const maxOperationSeconds = 2 * maxStepSeconds;
/** Time passes until we read a date; yet no pause of our own accord is as long. */
const dateSlackSeconds = retryAfterSeconds - maxPauseSeconds - 1;

/** Attempts and requests are bounded; so is the time they take, unless the platform asks for more, which is obeyed. */
export function expectPatience(
  stage: Stage,
  { first, last, requests, pausedSeconds }: Played,
  calm: Calm,
  isAskedToWait: boolean,
): void {
  expect(mostAttempts(first, last)).toBeLessThanOrEqual(maxAttempts);
  expect(requests).toBeLessThanOrEqual(
    calm.places.length * maxAttempts * maxRequestsPerAttempt + maxReads,
  );
  // Without a reason it is no failure, but the pause between two looks.
  const pauses = stage.paused().filter(({ reason }) => reason !== "");
  if (isAskedToWait) {
    const least = retryAfterSeconds - dateSlackSeconds;
    expect(pauses.filter(({ seconds }) => seconds < least)).toEqual([]);
  } else {
    const isLong = ({ seconds }: { seconds: number }) =>
      seconds > maxPauseSeconds;
    expect(pauses.filter(isLong)).toEqual([]);
    expect(pausedSeconds).toBeLessThanOrEqual(maxOperationSeconds);
  }
}

/** Of any step. */
export function mostAttempts(...operations: readonly Operation[]): number {
  return Math.max(
    ...operations.flatMap(({ steps }) =>
      Object.values(steps).map(({ attempts = 0 }) => attempts),
    ),
  );
}

/** The platform has all that it has without faults, and nothing twice; unless somebody is warned that it is not there. */
export function expectOnce(
  stage: Stage,
  calm: Calm,
  { warnings }: Operation,
): void {
  const writes = writesOf(stage.played());
  if (warnings.length === 0)
    expect([...new Set(writes)]).toEqual([...new Set(calm.writes)]);
  const isTooOften = (write: string) =>
    countOf(writes, write) > countOf(calm.writes, write);
  // To put the same once more is as good as once; a status, which is not, is counted by what was published.
  const isCounted = (write: string) => !write.startsWith("PUT ");
  expect(writes.filter(isCounted).filter(isTooOften)).toEqual([]);
}

function countOf(writes: readonly string[], write: string): number {
  return writes.filter((one) => one === write).length;
}

/** One that has failed has done nothing; and whichever way it ended, it says what the fault was. */
export function expectHonest(
  { first, state, writes }: Played,
  fault: string,
  place: FaultTarget,
): void {
  if (first.status === "failed") {
    expect(writes).toEqual([]);
    // What has begun to delete somebody, and does not end, must not go unseen.
    expect(state).not.toBe("deleting");
  }
  const said = [first.reason, ...first.warnings.map(({ reason }) => reason)];
  for (const reason of said.filter((one) => one !== undefined))
    expect(reasonsOf(fault, place)).toContain(reason);
  // A face is worth a warning, and no more; a token that is taken away is missing elsewhere, too.
  if (isOfAvatar(place) && fault !== "an expired token") {
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
