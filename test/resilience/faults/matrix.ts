import { expect } from "vitest";
import { effort } from "../effort.ts";
import { type Calm, playCalm } from "./baseline.ts";
import {
  expectHonest,
  expectOnce,
  expectPatience,
  mostAttempts,
} from "./expected.ts";
import { play } from "./run-scenario.ts";
import { playAll, type Stage } from "./environment.ts";
import type { Story } from "./scenarios.ts";
import {
  type Case,
  type FaultTarget,
  ruleOf,
  faults,
  faultsAt,
} from "./fault-cases.ts";

/** Nothing but the fault tells these from each other, so that one of each is enough for a small look. */
const fewPassing = ["503, Retry-After in seconds"];
const fewLasting = ["503"];

/** Whether no other request is like it, in this story or in the one that it varies. */
function isFirst({ skip }: FaultTarget, isVariant = false): boolean {
  return skip === 0 && !isVariant;
}

/** Other spellings of what is tried at every request, and what leaves no trace: at the first of its kind only. */
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
 * Every fault at every request of a story, and then it passes: a hiccup at any of them, or trouble that outlasts the
 * first attempts.
 */
export function passingCases({ places }: Calm, { isVariant }: Story): Case[] {
  const cases = places.flatMap((place) =>
    faultsAt(place, ({ isAnswer = false }) => !isAnswer)
      .filter(
        (name) => isFirst(place, isVariant) || !passingFirst.includes(name),
      )
      .map((fault) => ({
        fault,
        place,
        times: place.skip === 0 && !faults[fault]?.isOnce ? 3 : 1,
      })),
  );
  return effort(onePerFault(cases, fewPassing), cases);
}

/** From a request on that is not the first of its kind, these tell as much as all. */
const lastingFrom = ["503", "a reset after it took effect", "broken JSON"];
/** What lasts as one of the others does. */
const lastingAlike = ["500", "429, Retry-After as a date"];

/** Every fault on every way of a story, for good. */
export function lastingCases({ places }: Calm, { isVariant }: Story): Case[] {
  const cases = places.flatMap((place) =>
    faultsAt(place, () => true)
      .filter((name) =>
        isFirst(place, isVariant)
          ? !lastingAlike.includes(name)
          : lastingFrom.includes(name),
      )
      .map((fault) => ({ fault, place })),
  );
  return effort(onePerFault(cases, fewLasting), cases);
}

function onePerFault(cases: Case[], wanted: string[]): Case[] {
  return wanted.flatMap((name) => {
    const last = cases.findLast(({ fault }) => fault === name);
    return last ? [last] : [];
  });
}

/** What came of all cases. */
export type Tally = {
  cases: number;
  wrong: string[];
  maxAttempts: number;
  /** The longest that an operation took, but for the time for which it waited as it was asked to. */
  maxPausedSeconds: number;
};

/** Plays a story in each of these faults. */
export async function playCases(
  stages: readonly Stage[],
  story: Story,
  casesOf: (calm: Calm, story: Story) => Case[],
): Promise<Tally> {
  const [stage] = stages;
  if (!stage) throw new Error("there is no stage");
  const calm = await playCalm(stage, story);
  const cases = casesOf(calm, story);
  const tally = { cases: cases.length, maxAttempts: 0, maxPausedSeconds: 0 };
  const wrong = await playAll(cases, stages, async (stage, one) => {
    const { fault, place, times } = one;
    const played = await play(stage, story, () =>
      stage.platform.faults.add(ruleOf(one, stage.accessNowMs())),
    );
    const { first, last, pausedSeconds } = played;
    if (times !== undefined) {
      // As if nothing had been.
      expect(first.id + first.status).toBe(last.id + last.status);
      expect(first.warnings).toEqual([]);
    }
    expectHonest(played, fault, place);
    // It was given up, so that it had to be asked for again.
    if (fault !== "a deletion that is never done")
      expectOnce(stage, calm, last);
    expectPatience(stage, played, calm, fault.includes("Retry-After"));
    tally.maxAttempts = Math.max(tally.maxAttempts, mostAttempts(first));
    tally.maxPausedSeconds = Math.max(tally.maxPausedSeconds, pausedSeconds);
  });
  return { ...tally, wrong };
}

/** The rows of the table that a story of the matrix leaves. */
export function figuresOf(what: string, { cases, wrong, ...most }: Tally) {
  const hours = (most.maxPausedSeconds / 3600).toFixed(1);
  return {
    area: "Platform faults",
    what,
    figure: `${cases - wrong.length} of ${cases} end right, 0 lost, 0 doubled; at most ${most.maxAttempts} attempts, ${hours} h`,
  };
}
