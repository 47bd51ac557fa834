import type { Chance } from "../../fixtures/chance.ts";
import { clock } from "../time/virtual-clock.ts";
import { dateOf, dayOf, type Employee, hireData } from "./employee.ts";

/** A last day, terms, both or none. */
export function drawTermination(day: number, chance: Chance) {
  return {
    lastDay: chance.happens(0.3) ? undefined : day + chance.between(0, 40),
    ...(chance.happens(0.1) && { disposition: "disable" }),
    ...(chance.happens(0.1) && { graceDays: chance.between(7, 30) }),
  };
}

/** An event that a clerk says by mistake, about any day around today. */
export function drawMistake(
  one: Employee,
  chance: Chance,
): [type: string, data: Record<string, unknown>] {
  const day = dayOf(clock.nowMs());
  const anyDay = () =>
    chance.happens(0.3) ? undefined : dateOf(day + chance.between(-10, 20));
  switch (chance.between(1, 5)) {
    case 1:
      return ["employee.terminated", { lastDay: anyDay() }];
    case 2:
      return ["employee.termination_cancelled", {}];
    case 3:
      return ["employee.suspended", { from: anyDay() }];
    case 4:
      return ["employee.resumed", {}];
    default:
      return ["employee.hired", { ...hireData(one), startDate: anyDay() }];
  }
}

/** What happens on a day: a wave of hires, a reorganisation, or a layoff above the limits. With a pace, each month. */
export function seasonOf(dayNumber: number, pace: number) {
  const day = dayNumber % 364;
  const usual = {
    /** How much more often than usual something happens to an employee. */
    factor: 1,
    /** How many people are hired for each leaver. */
    hires: 1,
    /** The share of the staff that is laid off. */
    layoff: 0,
    /** Whether as many people are hired as are missing. */
    isFilled: false,
    isReorganised: false,
  };
  if (pace > 1 && day % 30 === 16) return { ...usual, layoff: 0.4 };
  if (pace > 1 && day % 30 === 17) return { ...usual, isFilled: true };
  if (pace > 1 && day % 30 === 24) return { ...usual, isReorganised: true };
  if (day === 200) return { ...usual, hires: 0, layoff: 0.15 };
  if (day >= 60 && day < 70) return { ...usual, hires: 4 };
  if (day === 120) return { ...usual, isReorganised: true };
  if (day > 120 && day < 125) return { ...usual, factor: 10 };
  return usual;
}
