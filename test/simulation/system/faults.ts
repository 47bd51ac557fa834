import type { Chance } from "../../fixtures/chance.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";

/** How often a client of AWS tries a call that fails. */
export const callAttempts = 3;

export const faultLevels = ["none", "usual", "hard"] as const;
export type FaultLevel = (typeof faultLevels)[number];

/**
 * How often each kind of fault happens in a usual year, and in a hard one: its share of the calls or other occasions,
 * or a time or a number a year, if the name says so.
 */
const faultKinds = {
  /** An answer is lost, although the call took effect. */
  lostAfter: { usual: 0.0005, hard: 0.01 },
  /** A call is lost before it takes effect. */
  lostBefore: { usual: 0.001, hard: 0.01 },
  /** A call is refused because there are too many. */
  throttled: { usual: 0.0005, hard: 0.01 },
  /** A call takes much longer than usual. */
  slow: { usual: 0.002, hard: 0.03 },
  /** An invocation of a workflow is killed at one of its checkpoints. */
  killed: { usual: 0.0005, hard: 0.01 },
  /** An execution ends before its workflow does. */
  ended: { usual: 0.0001, hard: 0.01 },
  /** A delivery of HR, a request of an identity provider or the begin of a pull is repeated. */
  repeated: { usual: 0.01, hard: 0.1 },
  /** A delivery of HR arrives late. */
  late: { usual: 0.01, hard: 0.1 },
  /** How far the clock of HR is from ours at most. */
  senderSkewMs: { usual: 1_000, hard: 20_000 },
  /** How far the clocks of our functions are from the right time at most. */
  ownSkewMs: { usual: 100, hard: 1_000 },
  /** An invocation is the first one of a new version of all functions, whose memory is empty. */
  deployed: { usual: 0.0002, hard: 0.001 },
  /** In a week, HR says something about an employee that does not fit what it said before. */
  confused: { usual: 0.001, hard: 0.05 },
  /** A run of the scheduler begins late, runs twice at once, or does not run. */
  scheduler: { usual: 0.01, hard: 0.1 },
  /** The longest time by which an index lags behind a write. */
  indexLagMs: { usual: 500, hard: 5_000 },
  /** Outages of the platform in a year. */
  outagesPerYear: { usual: 12, hard: 40 },
  /** The longest outage. It is the same in each run of a level. */
  longestOutageMs: { usual: 6 * hourMs, hard: 6.5 * dayMs },
  /** The start of an execution fails, however often the SDK tries it. */
  unstarted: { usual: 0.00001, hard: 0.01 },
  /** How often operators rotate the password of the service account in a year. */
  rotationsPerYear: { usual: 2, hard: 12 },
};

export type FaultShares = Record<keyof typeof faultKinds, number>;

/** The faults of a usual year. */
export const usualShares = sharesOf((_, { usual }) => usual);

/**
 * The faults of one run. Each kind is as frequent as the level says, or absent, or three times as frequent: so some
 * runs have one kind of fault only, and some have all.
 */
export function drawFaults(level: FaultLevel, chance: Chance): FaultShares {
  return sharesOf((name, kind) => {
    const share = kind[level === "hard" ? "hard" : "usual"];
    if (name === "longestOutageMs") return share;
    return level === "none" ? 0 : share * chance.oneOf([0, 1, 1, 1, 1, 3]);
  });
}

function sharesOf(
  shareOf: (name: string, kind: { usual: number; hard: number }) => number,
): FaultShares {
  return Object.fromEntries(
    Object.entries(faultKinds).map(([name, kind]) => [
      name,
      shareOf(name, kind),
    ]),
  ) as FaultShares;
}

/** What the seed of a run decides for all its days. */
export type Conditions = {
  faults: FaultShares;
  /** Whether the rate limiter is on. Without it, events of the same moment are worked on at the same moment. */
  isLimited: boolean;
  /** The setting. 0: people are created on their start day. */
  createDaysBefore: number;
  /** Whether a schedule reads the list of payroll. If not, an operator uploads it. */
  isPulled: boolean;
  /** How much more often than usual people are changed, suspended and terminated. */
  pace: number;
};

export function drawConditions(level: FaultLevel, chance: Chance): Conditions {
  const isHard = level === "hard";
  return {
    faults: drawFaults(level, chance.fork("faults")),
    isLimited: !isHard || chance.fork("rate").happens(0.7),
    createDaysBefore: chance.fork("before the start").happens(1 / 4) ? 5 : 0,
    isPulled: chance.fork("pull").happens(1 / 2),
    pace: isHard ? chance.fork("pace").oneOf([8, 30]) : 1,
  };
}
