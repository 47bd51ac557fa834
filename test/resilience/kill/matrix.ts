import { expect, type TestContext } from "vitest";
import type { FunctionName } from "../../../infra/functions.ts";
import { isThorough } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { type Boundary, services } from "./boundaries.ts";
import { type Moment, moments } from "./forwarder.ts";
import { type Cell, type Ground, isSame, openGround } from "./ground.ts";
import type { World } from "./world.ts";

export type Scenario = {
  /** As the table of figures calls it. */
  name: string;
  /** What is killed. */
  functions: readonly FunctionName[];
  /** Tells the story, however often its process is killed, and expects that it ended as it should. */
  play: (world: World) => Promise<void>;
  /** What is tried by `npm test`: the first request of each name. */
  slice?: readonly (Pick<Boundary, "service" | "name"> & {
    /** @default "unanswered" */
    moment?: Moment;
  })[];
  /** Which of the boundaries are tried. @default all */
  within?: (met: readonly Boundary[]) => readonly Boundary[];
};

type Trial = { cell: Cell; isCold: boolean };

/**
 * Plays a scenario once to see its boundaries, then once for each boundary and moment with a process killed there.
 *
 * A kill that never comes, because its boundary is not met again, counts as a fault of this harness.
 */
export async function expectSurvival(
  { task }: TestContext,
  program: string,
  scenario: Scenario,
): Promise<void> {
  const { name, functions, play, slice = [] } = scenario;
  const ground = await openGround(program, functions);
  try {
    const trials = isThorough
      ? await allTrials(ground, scenario)
      : slice.map(({ moment = "unanswered", ...one }): Trial => {
          const boundary = { ...one, nth: 1 };
          return { cell: { boundary, moment }, isCold: false };
        });
    const cells = trials.map(({ cell }) => cell);
    const faults: string[] = [];
    for (const trial of trials) {
      const fault = await faultAt(ground, play, trial);
      if (fault !== undefined) faults.push(fault);
    }
    recordFigure(task, {
      area: "Kill at every boundary",
      what: `${name}: boundaries x moments survived`,
      figure: figureOf(cells, faults.length),
    });
    expect(faults).toEqual([]);
  } finally {
    await ground.close();
  }
}

/** Every boundary and moment; those that are met only by a process with an empty memory are to be met by one. */
async function allTrials(
  ground: Ground,
  { play, within = (met) => met }: Scenario,
): Promise<Trial[]> {
  const cold = await ground.run(play, { isCold: true });
  const warm = await ground.run(play, { isCold: false });
  expect(cold.kills + warm.kills).toBe(0);
  return within(cold.met).flatMap((boundary) => {
    const isCold = !warm.met.some((one) => isSame(one, boundary));
    return moments.map((moment) => ({ cell: { boundary, moment }, isCold }));
  });
}

async function faultAt(
  ground: Ground,
  play: Scenario["play"],
  trial: Trial,
): Promise<string | undefined> {
  const { boundary, moment } = trial.cell;
  const where = `${moment} ${boundary.service}: ${boundary.name} #${boundary.nth}`;
  try {
    // Progress that nobody waits for gets lost on a machine that is short of time; so a boundary has a second chance.
    for (let tries = 1; tries <= 2; tries++) {
      const { kills } = await ground.run(play, trial);
      if (kills === 1) return undefined;
    }
    return `${where}: never met`;
  } catch (error) {
    return `${where}: ${describeError(error)}`;
  }
}

/** With what was found, for there are too many runs to try one again. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const found =
    "actual" in error ? `, found ${JSON.stringify(error.actual)}` : "";
  return error.message.split("\n")[0] + found;
}

/** `30 of 10 x 3`, and whose the boundaries are. */
function figureOf(cells: readonly Cell[], faults: number): string {
  const boundaries = new Set(cells.map(({ boundary }) => boundary));
  const tried = new Set(cells.map(({ moment }) => moment));
  const shares = services.map((service) => {
    const own = [...boundaries].filter((one) => one.service === service);
    return `${service} ${own.length}`;
  });
  return `${cells.length - faults} of ${boundaries.size} x ${tried.size} (${shares.join(", ")})`;
}
