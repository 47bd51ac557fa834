import type { Chance } from "./random.ts";
import {
  drawFaults,
  type FaultLevel,
  type FaultShares,
} from "./system/faults.ts";

/** What the seed of a run decides for all its days. */
export type Conditions = {
  faults: FaultShares;
  /** Without a rate limit, events of the same moment are worked on at the same moment. */
  isLimited: boolean;
  createDaysBefore: number;
  /** A schedule reads the list of payroll, and the operators do not upload it. */
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
