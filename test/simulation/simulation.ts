import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { InvariantBroken } from "./checks/broken.ts";
import { createExamination } from "./checks/examine.ts";
import { figureOf } from "./checks/figure-of.ts";
import { countedAtMs } from "./checks/stored.ts";
import { createPlatformWatch } from "./checks/platform-watch.ts";
import { createNoticeCheck } from "./checks/notice-check.ts";
import { checkOutput } from "./checks/personal-data.ts";
import { createCompany } from "./company/company.ts";
import { createDelivery } from "./company/delivery.ts";
import { dayMs, hourMs, minuteMs } from "../../shared/durations.ts";
import { createOperators } from "./company/operators.ts";
import { createOutages } from "./company/outages.ts";
import { createPayroll } from "./company/payroll.ts";
import { createSchedule } from "./company/scheduler.ts";
import { createChance } from "../fixtures/chance.ts";
import { drawConditions, type FaultLevel } from "./system/faults.ts";
import type { Run } from "./system/run.ts";
import { createSystem, simulatedSettings } from "./system/system.ts";
import { createTrace, type Trace } from "./system/trace.ts";
import { clock } from "./time/virtual-clock.ts";

export type SimulationOptions = {
  seed: string;
  days: number;
  people: number;
  upserts?: number | undefined;
  faults: FaultLevel;
  /** The file that gets each step as text. */
  trace?: string | undefined;
  onDay: (progress: Progress) => void;
  /** The numbers of the events that are said. @default all */
  events?: readonly number[] | undefined;
  /** Kinds of faults that do not happen. */
  without: readonly string[];
  /** Whether an operation that the scheduler must run again, without a fault that explains it, breaks the run. */
  strict: boolean;
  /** HR says the event with this number. */
  onEvent: (number: number, employee: string) => void;
};

export type Progress = { day: number; events: number; faults: number };

export const beginMs = Date.UTC(2026, 0, 5);
/** How many quiet days follow: nothing new happens, and all work must end. */
const quietDays = 60;
/** People are hired in the first two days. Then HR, payroll and the seasons begin. */
const foundingDays = 2;
const quietHourMs = 3 * hourMs;
const daysOfQuarter = 91;
/** On how many quiet days payroll still sends lists: a list has what HR said on the days before it. */
const lastListDays = 10;
/** A company with more people sends its list each week, not each night: a list is compared with all people. */
const mostPeopleOfNightlyList = 100;
/** By which factor the memory of the process may grow after the first quarter. The checks remember more each day. */
const mostGrowth = 2;
/**
 * How long after an outage operations may still wait for its end. A probe finds the end within ten minutes, and then
 * each minute wakes one operation of an employee.
 */
const wakingMs = 2 * hourMs;
/**
 * Within this time after a lost execution, its operations go on. The scheduler looks every ten minutes, and some of its
 * runs and calls fail.
 */
const goesOnMs = 45 * minuteMs;

/** Runs the company for its days. @throws InvariantBroken */
export async function simulate(options: SimulationOptions) {
  const trace = createTrace(options.trace);
  try {
    return await runWith(options, trace);
  } finally {
    trace.end();
  }
}

async function runWith(options: SimulationOptions, trace: Trace) {
  const chance = createChance(options.seed);
  clock.begin(beginMs, `${options.seed} ids`);
  const conditions = drawConditions(options.faults, chance);
  const { isLimited, createDaysBefore, isPulled, pace } = conditions;
  const run: Run = {
    chance,
    faults: conditions.faults,
    trace,
    faultsSoFar: new Map(),
  };
  leaveOut(run, options.without);
  const chosen = options.events && new Set(options.events);
  run.trace.tell(`faults ${JSON.stringify(run.faults)}`);
  const { disableLimit, deletionLimit, renameLimit } = simulatedSettings;
  const callsPerSecond = isLimited
    ? simulatedSettings.callsPerSecond
    : undefined;
  const watch = createPlatformWatch({
    callsPerSecond,
    limits: {
      disabled: disableLimit,
      deleted: deletionLimit,
      renamed: renameLimit,
    },
    employeeOf: (username) => company.ofUsername(username),
    countedAtMs: (limit, personId) => countedAtMs(system, limit, personId),
    lastTroubleMs: () => outages.lastTroubleMs(),
  });
  const system = createSystem(run, {
    settings: { callsPerSecond, createDaysBefore },
    watcher: watch,
    onOutput(where, text) {
      const isLoss = where === "log" && text.includes("execution replaced");
      clock.guard(() => checkOutput(where, text));
      if (isLoss && options.strict)
        clock.guard(() => examination.requireLoss(text));
    },
    onCrash: (employeeId) =>
      clock.after(goesOnMs, () =>
        clock.guard(() => examination.requireGoesOn(employeeId, goesOnMs)),
      ),
    onBus(notice) {
      noticeCheck.hearBus(notice);
      operators.hear(notice, true);
    },
    onNotice(notice) {
      noticeCheck.hear(notice);
      operators.hear(notice);
    },
  });
  const operators = createOperators({
    run,
    system: () => system,
    employeeOf: (id) => company.ofId(id),
    async renameBack({ usernames, username }) {
      const renamed = `${usernames[0]}.hand`;
      const id = await system.renameByHand(renamed, username);
      if (id !== undefined) watch.noteRename(id, username, false);
    },
  });
  const delivery = createDelivery({
    run,
    system,
    onArrival: (employee) => examination.note(employee),
  });
  const company = createCompany({
    run,
    delivery,
    source: system.source,
    async renameByHand(username, next) {
      const id = await system.renameByHand(username, next);
      if (id !== undefined) watch.noteRename(id, next, true);
    },
    people: options.people,
    upserts: options.upserts,
    isSaid(number, { id }) {
      if (chosen?.has(number) === false) return false;
      options.onEvent(number, id);
      return true;
    },
    pace,
  });
  const payroll = createPayroll({
    run,
    system,
    isPulled,
    employees: company.employees,
    onArrival: (employee) => examination.note(employee),
  });
  const outages = createOutages(run, system, () =>
    clock.after(wakingMs, () =>
      clock.guard(() => examination.requireWoken(wakingMs)),
    ),
  );
  const noticeCheck = createNoticeCheck();
  const schedule = createSchedule(run, system);
  const examination = createExamination({
    system,
    watch,
    employees: company.employees,
    employeeOf: company.ofId,
    told: operators.told,
    noticeCheck,
    lastTroubleMs: outages.lastTroubleMs,
  });

  schedule.begin();
  company.found();
  outages.plan();
  const lastDay = options.days + quietDays;
  const heaps: number[] = [];
  for (let day = 0; day < lastDay; day++) {
    if (day === options.days) {
      outages.stop();
      leaveOut(run, Object.keys(run.faults));
    }
    if (day >= foundingDays && day < options.days) company.beginDay(day);
    const isListNight =
      day % (options.people > mostPeopleOfNightlyList ? 7 : 1) === 0;
    const hasLists = day >= foundingDays && day < options.days + lastListDays;
    if (hasLists && isListNight) payroll.beginDay();
    await clock.runUntil(beginMs + day * dayMs + quietHourMs);
    examination.quietHour();
    // It reads all items, so it is not examined each day.
    if (day % 5 === 4) examination.personalData();
    await clock.runUntil(beginMs + (day + 1) * dayMs);
    system.memory.store.expire(clock.nowMs());
    system.memory.tokens.expire(clock.nowMs());
    const faults = [...run.faultsSoFar.values()].reduce((a, b) => a + b, 0);
    // The tables and what runs must not grow: later in the year, the company is as large as after its first quarter.
    if (day % daysOfQuarter === daysOfQuarter - 1) {
      const now = heapMegabytes();
      heaps.push(now);
      const [first = now] = heaps;
      if (now > mostGrowth * first)
        throw new InvariantBroken(
          "memory is flat",
          `${now} MB after ${day + 1} days, and ${first} MB after the first quarter`,
        );
    }
    options.onDay({ day: day + 1, events: delivery.accepted(), faults });
  }
  return {
    ...run.trace.digest(),
    events: delivery.accepted(),
    employees: company.employees.length,
    comparisons: examination.itemBytes.length,
    employeeItemBytes: [0.5, 0.99, 1]
      .map((share) => figureOf(examination.itemBytes, share))
      .join(", "),
    heapMegabytes: heaps.join(", "),
    faults: run.faultsSoFar,
    verbsUsed: operators.verbsUsed,
    lists: payroll.seen,
    platformCalls: system.platform.calls(),
    tableWrites: system.memory.store.writes(),
    items: system.memory.store.items().size,
    largestItemBytes: system.memory.store.largestBytes(),
  };
}

function heapMegabytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}

/** From now on, these kinds of faults do not happen. */
function leaveOut({ faults }: Run, kinds: readonly string[]): void {
  for (const kind of kinds) Object.assign(faults, { [kind]: 0 });
}
