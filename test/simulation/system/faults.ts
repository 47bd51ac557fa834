import type { Chance } from "../random.ts";

export const faultLevels = ["none", "usual", "hard"] as const;
export type FaultLevel = (typeof faultLevels)[number];

/** How often each kind of fault happens to one call, from 0 to 1, and to the whole. */
export type FaultShares = {
  /** An answer is lost, although the call took effect. */
  lostAfter: number;
  /** A call is lost before it takes effect. */
  lostBefore: number;
  /** A call is refused because there are too many. */
  throttled: number;
  /** A call takes much longer than usual. */
  slow: number;
  /** An invocation of a workflow is killed at one of its checkpoints. */
  killed: number;
  /** An execution ends without an outcome. */
  ended: number;
  /** A delivery of HR arrives again, arrives late, or its answer is lost. */
  repeated: number;
  late: number;
  /** How far the clock of HR is from ours at most. */
  senderSkewMs: number;
  /** How far the clocks of our functions are from the right time at most. */
  ownSkewMs: number;
  /** An invocation is the first one of a new version of all functions, whose memory is empty. */
  deployed: number;
  /** HR says something of an employee in a week that does not fit what it said before. */
  confused: number;
  /** A run of the scheduler begins late, runs twice at once, or does not run. */
  scheduler: number;
  /** The longest time by which an index lags behind a write. */
  indexLagMs: number;
  /** Outages of the platform in a year, and the longest one. */
  outagesPerYear: number;
  longestOutageMs: number;
  /** No attempt of the SDK starts an execution. */
  unstarted: number;
  /** How often operators rotate the password of the service account in a year. */
  rotationsPerYear: number;
};

const hourMs = 3_600_000;

/** As often as it happens in a usual year. */
export const usualShares: FaultShares = {
  lostAfter: 0.0005,
  lostBefore: 0.001,
  throttled: 0.0005,
  slow: 0.002,
  killed: 0.0005,
  ended: 0.0001,
  repeated: 0.01,
  late: 0.01,
  senderSkewMs: 1_000,
  ownSkewMs: 100,
  deployed: 0.0002,
  confused: 0.001,
  scheduler: 0.01,
  indexLagMs: 500,
  outagesPerYear: 12,
  longestOutageMs: 6 * hourMs,
  unstarted: 0.00001,
  rotationsPerYear: 2,
};

const hard: FaultShares = {
  lostAfter: 0.01,
  lostBefore: 0.01,
  throttled: 0.01,
  slow: 0.03,
  killed: 0.01,
  ended: 0.01,
  repeated: 0.1,
  late: 0.1,
  senderSkewMs: 20_000,
  ownSkewMs: 1_000,
  deployed: 0.001,
  confused: 0.05,
  scheduler: 0.1,
  indexLagMs: 5_000,
  outagesPerYear: 40,
  longestOutageMs: 6.5 * 24 * hourMs,
  unstarted: 0.01,
  rotationsPerYear: 12,
};

/**
 * The faults of one run. Each kind is as frequent as the level says, or absent, or three times as frequent: so some
 * runs have one kind of fault only, and some have all.
 */
export function drawFaults(level: FaultLevel, chance: Chance): FaultShares {
  const shares = level === "hard" ? hard : usualShares;
  const factorOf = () =>
    level === "none" ? 0 : chance.oneOf([0, 1, 1, 1, 1, 3]);
  return {
    lostAfter: shares.lostAfter * factorOf(),
    lostBefore: shares.lostBefore * factorOf(),
    throttled: shares.throttled * factorOf(),
    slow: shares.slow * factorOf(),
    killed: shares.killed * factorOf(),
    ended: shares.ended * factorOf(),
    repeated: shares.repeated * factorOf(),
    late: shares.late * factorOf(),
    senderSkewMs: shares.senderSkewMs * factorOf(),
    ownSkewMs: shares.ownSkewMs * factorOf(),
    deployed: shares.deployed * factorOf(),
    confused: shares.confused * factorOf(),
    scheduler: shares.scheduler * factorOf(),
    indexLagMs: Math.ceil(shares.indexLagMs * factorOf()),
    outagesPerYear: shares.outagesPerYear * factorOf(),
    longestOutageMs: shares.longestOutageMs,
    unstarted: shares.unstarted * factorOf(),
    rotationsPerYear: shares.rotationsPerYear * factorOf(),
  };
}
