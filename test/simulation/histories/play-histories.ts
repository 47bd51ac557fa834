import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { settingsForTest } from "../../environments/in-process/workflows.ts";
import {
  days,
  instant,
  type Symbol,
  usualGraceDays,
} from "../../shared/employment/checker/alphabets.ts";
import type { Rules, Step } from "../../shared/employment/checker/world.ts";
import { createSchedule } from "../company/scheduler.ts";
import { beginQuietRun } from "../system/run.ts";
import { createSystem, type System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { type Difference, endMs, findDifference } from "./find-difference.ts";
import {
  beginMs,
  callers,
  createSpeaker,
  movesMs,
  type Said,
} from "./speaker.ts";

/** A comparison comes so long before the next day of the history. The system has done all that was said by then. */
const beforeNextDayMs = 2 * minuteMs;

type FoundDifference = Difference & { nth: number };

/**
 * Plays each history in the whole simulated system, with an employee of its own. A history is a list of steps: a
 * statement is said, a statement arrives, days pass, or the system has time for its moves. A statement is an event of a
 * sender, or a ruling of an operator. A symbol is a text that makes one, such as "hired from 4".
 *
 * Each time that days pass, the operations are compared with the rules, and the access of the person with their second
 * formulation (`rightAccess`): other code for the same rules, so that no fault hides in both.
 *
 * @returns the first difference that is found, in the nth history
 */
export async function playHistories(
  histories: readonly (readonly Step[])[],
  rules: Rules,
  rehireWithoutStartDate: "accept" | "report",
): Promise<FoundDifference | undefined> {
  const run = beginQuietRun(beginMs, "histories");
  const { createDaysBefore = 0 } = rules.settings;
  const system = createSystem(run, {
    callers,
    settings: {
      // No limit holds an operation.
      ...settingsForTest,
      rehireWithoutStartDate,
      createDaysBefore,
      callsPerSecond: undefined,
      graceDays: usualGraceDays,
    },
  });
  createSchedule(run, system).begin();
  let first: FoundDifference | undefined;
  let playing = histories.length;
  histories.forEach((steps, nth) => {
    clock.guard(async () => {
      const found = await playHistory(system, `E-${nth}`, steps, rules);
      first ??= found && { ...found, nth };
      playing -= 1;
    });
  });
  while (playing > 0 && !first) await clock.runUntil(clock.nowMs() + dayMs);
  return first;
}

async function playHistory(
  system: System,
  employeeId: string,
  steps: readonly Step[],
  rules: Rules,
): Promise<Difference | undefined> {
  const { functions, settings } = rules;
  const accepts = system.settings.rehireWithoutStartDate === "accept";
  const speaker = createSpeaker(system, employeeId);
  const inFlight: Said[] = [];
  let day = days.a;
  let count = 0;

  for (const step of steps)
    switch (step.do) {
      case "say":
        await say(step.symbol);
        break;
      case "arrive":
        for (const said of inFlight.splice(step.nth, 1))
          await speaker.sendEvent(said);
        break;
      case "pass": {
        const found = await compareAt(instant(step.day, 0) - beforeNextDayMs);
        if (found) return found;
        ({ day } = step);
        break;
      }
      case "move":
        await clock.sleepMs(movesMs);
    }
  return compareAt(endMs);

  /** A ruling arrives at once. An event is in flight until the step that lets it arrive. */
  async function say(symbol: Symbol): Promise<void> {
    const atMs = instant(day, count + 1);
    await sleepUntil(atMs);
    const said = speaker.judgeArrived();
    const timeline = () => functions.timelineOf(said, settings);
    const statement = symbol.say(`${count}`, atMs, { said, timeline, atMs });
    if (!statement) return;
    count += 1;
    if (statement.kind === "ruled") return speaker.rule(statement, symbol);
    if (statement.kind === "hired") {
      // The setting of the deployment counts, and not that of the symbol.
      delete statement.opensWithoutStart;
      if (accepts && !statement.start) statement.opensWithoutStart = true;
    }
    inFlight.push({ statement, symbol });
  }

  async function compareAt(atMs: number): Promise<Difference | undefined> {
    await sleepUntil(atMs);
    return findDifference(system, employeeId, speaker, rules);
  }
}

async function sleepUntil(atMs: number): Promise<void> {
  await clock.sleepMs(beginMs + atMs - clock.nowMs());
}
