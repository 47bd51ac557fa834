import { expect, type TestContext } from "vitest";
import type { FunctionName } from "../../../infra/aws/deployment/functions.ts";
import { effort, isThorough } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import {
  type Boundary,
  services,
} from "../../environments/killable/boundaries.ts";
import { moments } from "../../environments/killable/forwarder.ts";
import {
  type KillPoint,
  type Killable,
  isSameBoundary,
  startKillable,
} from "../../environments/killable.ts";
import type { KillableEnvironment } from "../../environments/killable/environment.ts";

export type KillScenario = {
  /** Its name in the table of figures. */
  name: string;
  /** The functions in the process that is killed. */
  functions: readonly FunctionName[];
  /** Variables of the functions that differ from those of the local stack. */
  settings?: Readonly<Record<string, string>>;
  /** Sends the events, also if the process is killed meanwhile, and expects the right end. */
  run: (environment: KillableEnvironment) => Promise<void>;
  /** The boundaries that `npm test` tries: the first request of each name. */
  slice?: readonly Pick<Boundary, "service" | "name">[];
  /** Selects the boundaries that are tried. @default all */
  within?: (met: readonly Boundary[]) => readonly Boundary[];
};

type Trial = { killPoint: KillPoint; isCold: boolean };

/** How long a scenario goes on at most. `KILL_MINUTES=60 npm run test:faults -- test/resilience/kill` tries all. */
const { KILL_MINUTES: minutes = "3" } = process.env;
const progressMs = 20_000;

/**
 * Runs a scenario once to find its boundaries. Then runs it once for each boundary and moment, and kills the process
 * there: in another order each time, so that a run that has not the time for all tries others than the run before.
 *
 * If a run does not come to its boundary, no process is killed. Such a run counts as a failure of this test.
 */
export async function expectSurvival(
  { task }: TestContext,
  program: string,
  scenario: KillScenario,
): Promise<void> {
  const { name, functions, settings = {}, run, slice = [] } = scenario;
  const killable = await startKillable(program, functions, {
    // One process is left over in the end, which costs more than it saves in a few runs.
    spareCount: effort(0, 1),
    settings,
  });
  try {
    const trials = isThorough
      ? await allTrials(killable, scenario)
      : slice.map((one): Trial => {
          const boundary = { ...one, nth: 1 };
          return {
            killPoint: { boundary, moment: "unanswered" },
            isCold: false,
          };
        });
    const killPoints: KillPoint[] = [];
    const failures: string[] = [];
    const endMs = Date.now() + Number(minutes) * 60_000;
    let toldMs = Date.now();
    for (const trial of trials) {
      if (Date.now() > endMs) break;
      const failure = await failureAt(killable, run, trial);
      killPoints.push(trial.killPoint);
      if (failure !== undefined) failures.push(failure);
      if (Date.now() < toldMs + progressMs) continue;
      toldMs = Date.now();
      process.stderr.write(
        `${name}: ${killPoints.length} of ${trials.length} kills, ${failures.length} not survived\n`,
      );
    }
    expect(killPoints.length).toBeGreaterThan(0);
    recordFigure(task, {
      area: "Kill at every boundary",
      what: `${name}: boundaries x moments survived`,
      figure: figureOf(killPoints, failures.length, trials.length),
    });
    expect(failures).toEqual([]);
  } finally {
    await killable.close();
  }
}

/** Every boundary and moment. A boundary that only a new process comes to is tried with a new process. */
async function allTrials(
  killable: Killable,
  { run, within = (met) => met }: KillScenario,
): Promise<Trial[]> {
  const cold = await killable.run(run, { isCold: true });
  const warm = await killable.run(run, { isCold: false });
  expect(cold.kills + warm.kills).toBe(0);
  const trials = within(cold.met).flatMap((boundary) => {
    const isCold = !warm.met.some((one) => isSameBoundary(one, boundary));
    return moments.map((moment) => ({
      killPoint: { boundary, moment },
      isCold,
    }));
  });
  return trials
    .map((trial) => ({ trial, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ trial }) => trial);
}

async function failureAt(
  killable: Killable,
  run: KillScenario["run"],
  trial: Trial,
): Promise<string | undefined> {
  const { boundary, moment } = trial.killPoint;
  const where = `${moment} ${boundary.service}: ${boundary.name} #${boundary.nth}`;
  try {
    // The workflow does not wait for its writes of progress. A busy machine can lose one: try a boundary twice.
    for (let tries = 1; tries <= 2; tries++) {
      const { kills } = await killable.run(run, trial);
      if (kills === 1) return undefined;
    }
    return `${where}: never met`;
  } catch (error) {
    return `${where}: ${describeError(error)}`;
  }
}

/** The message with the actual value, because repeating one of so many runs takes long. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const found =
    "actual" in error
      ? `, found ${JSON.stringify(error.actual).slice(0, 500)}`
      : "";
  return error.message.split("\n")[0] + found;
}

/** `30 of 10 x 3`, the number of boundaries of each part, and how many kills there was no time for. */
function figureOf(
  killPoints: readonly KillPoint[],
  failures: number,
  all: number,
): string {
  const boundaries = new Set(killPoints.map(({ boundary }) => boundary));
  const tried = new Set(killPoints.map(({ moment }) => moment));
  const shares = services.map((service) => {
    const own = [...boundaries].filter((one) => one.service === service);
    return `${service} ${own.length}`;
  });
  const left = all - killPoints.length;
  const rest =
    left > 0 ? `; ${left} of ${all} kills not tried in ${minutes} minutes` : "";
  return `${killPoints.length - failures} of ${boundaries.size} x ${tried.size} (${shares.join(", ")})${rest}`;
}
