// The clock must be replaced before any other module is loaded.
import "./time/virtual-clock.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableOf, textOf } from "../bench/table.ts";
import { figureOf } from "./checks/figure-of.ts";
import { createDelivery } from "./company/delivery.ts";
import { dayMs, hourMs } from "../../shared/durations.ts";
import {
  dayOf,
  type Employee,
  hireData,
  newEmployee,
} from "./company/employee.ts";
import { createSchedule } from "./company/scheduler.ts";
import { usualShares } from "./system/faults.ts";
import { beginQuietRun } from "./system/run.ts";
import { createSystem } from "./system/system.ts";
import { clock } from "./time/virtual-clock.ts";

/**
 * `npm run simulate:figures`: how long it takes from a termination to the disabled person, on three days. Writes the
 * table of docs/reliability.md. `npm run simulate:flood` runs the second day only, and writes nothing.
 * `npm run simulate:figures -- wave` tells how much of the platform's rate a wave of hires uses.
 */
const chosen = process.argv[2];

/** How many calls a second our rate limiter lets through on the three days. */
const usualRate = 20;
const beginMs = Date.UTC(2026, 0, 5);
const root = join(import.meta.dirname, "../..");
const print = (text: string) => process.stdout.write(`${text}\n`);

/** `latencies`: from each termination to the disabled person, in milliseconds. */
type Day = { name: string; latencies: number[]; note: string };

const kinds = { usual: usualDay, flood, outage: afterOutage };
/** At the limit of the platform, below it, and without our rate limiter. */
const waveRates = [10, 9, undefined];
if (chosen === "wave") for (const rate of waveRates) await wave(rate);
const days: Day[] = [];
for (const [kind, run] of Object.entries(kinds))
  if (chosen === undefined || chosen === kind) days.push(await run());
for (const { name, latencies, note } of days)
  print(
    `${name}: ${Object.values(figuresOf(latencies)).join(", ")}, of ${latencies.length}. ${note}`,
  );
if (chosen === undefined) write();

type Rates = { callsPerSecond: number | undefined; platformLimit?: number };

/** Hires so many people. @returns the functions with which the days below send events and measure */
async function prepare(
  name: string,
  size: number,
  faults: "none" | "usual",
  { callsPerSecond, platformLimit }: Rates = { callsPerSecond: usualRate },
) {
  const run = beginQuietRun(beginMs, name);
  const { chance } = run;
  const disabledAtMs = new Map<string, number>();
  const callsById = new Map<string, number>();
  /** When each call has begun, and when each creation of a person has taken effect. */
  const calledAtMs: number[] = [];
  const createdAtMs: number[] = [];
  const system = createSystem(run, {
    ...(platformLimit !== undefined && { platformLimit }),
    settings: {
      callsPerSecond,
      disableLimit: { percent: 100, min: 10_000, max: 10_000 },
    },
    watcher: {
      call(path) {
        calledAtMs.push(clock.nowMs());
        const id = /\/people\/(\d+)/.exec(path)?.[1] ?? "";
        callsById.set(id, (callsById.get(id) ?? 0) + 1);
      },
      applied(method, path, body) {
        if (path.endsWith("/people")) createdAtMs.push(clock.nowMs());
        if (method !== "PUT") return;
        const { id, svc } = JSON.parse(body) as {
          id: string;
          svc: { enabled: boolean };
        };
        if (!svc.enabled && !disabledAtMs.has(id))
          disabledAtMs.set(id, clock.nowMs());
      },
    },
  });
  createSchedule(run, system).begin();
  const delivery = createDelivery({ run, system, onArrival: () => undefined });
  const say = (one: Employee, type: string, data = {}) =>
    clock.guard(() => delivery.say(one, type, { employeeId: one.id, ...data }));
  const hire = (one: Employee) => say(one, "employee.hired", hireData(one));
  /** @param from - how many employees there are already, because a number belongs to one employee */
  const people = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n): Employee => ({
      ...newEmployee(from + n + 1, dayOf(beginMs)),
      hasExtras: false,
    }));
  const staff = people(size);
  for (const one of staff)
    clock.after(chance.between(0, 2 * hourMs), () => hire(one));
  await clock.runUntil(beginMs + 3 * hourMs);
  const idOf = ({ username }: Employee) =>
    system.platform.findPerson(username)?.id ?? "";
  // The calls of the hires do not count.
  callsById.clear();
  if (faults === "usual") Object.assign(run.faults, usualShares);
  return {
    chance,
    system,
    staff,
    people,
    say,
    hire,
    /** Does something at a random time of the next 24 hours. */
    sometime: (act: () => void) => clock.after(chance.between(0, dayMs), act),
    calledAtMs,
    createdAtMs,
    callsOf: (some: readonly Employee[]) =>
      some.reduce((sum, one) => sum + (callsById.get(idOf(one)) ?? 0), 0),
    /** How long after the event was stored, or after another time, each leaver was disabled. */
    latenciesOf: (leavers: readonly Employee[], fromMs?: number) =>
      leavers.map((one) => {
        const { operation } = one.said.at(-1) ?? {};
        const item = system.memory.store.items().get(`operation#${operation}`);
        const storedAtMs = Number(item?.["createdAtMs"]?.N);
        const atMs = disabledAtMs.get(idOf(one)) ?? Infinity;
        return atMs - (fromMs ?? storedAtMs);
      }),
    areDisabled: (leavers: readonly Employee[]) =>
      leavers.every((one) => disabledAtMs.has(idOf(one))),
  };
}

async function usualDay(): Promise<Day> {
  const company = await prepare("usual day", 2_000, "usual");
  const { staff, sometime, say } = company;
  const nowMs = clock.nowMs();
  const leavers = staff.slice(0, 1_500);
  for (const one of leavers) sometime(() => say(one, "employee.terminated"));
  for (const one of staff.slice(1_500))
    sometime(() => say(one, "employee.changed", { title: "Boss" }));
  await clock.runUntil(nowMs + 4 * dayMs);
  return {
    name: "a usual day",
    latencies: company.latenciesOf(leavers),
    note: "1,500 terminations and 500 changes, with usual faults and no outage",
  };
}

async function flood(): Promise<Day> {
  const company = await prepare("flood", 200, "none");
  const { staff, chance, say, hire } = company;
  const [leavers, others] = [staff.slice(0, 100), staff.slice(100)];
  const events = [
    ...leavers.map((one) => () => say(one, "employee.terminated")),
    ...others.flatMap((one) => [
      () => say(one, "status.set", { text: "Busy" }),
      () => say(one, "employee.changed", { title: "Boss" }),
      () => say(one, "employee.changed", { department: "B" }),
    ]),
    ...company.people(4_600, 200).map((one) => () => hire(one)),
  ];
  const floodMs = clock.nowMs();
  // In any order: a termination is behind thousands of hires as often as before them.
  for (const event of events) clock.after(chance.between(0, 1_000), event);
  const lastMs = floodMs + hourMs;
  while (clock.nowMs() < lastMs && !company.areDisabled(leavers))
    await clock.runUntil(clock.nowMs() + 10_000);
  const latencies = company.latenciesOf(leavers, floodMs);
  const calls = company.callsOf(leavers);
  const shortestMs = (calls * 1_000) / usualRate;
  const share = Math.max(...latencies) / shortestMs;
  return {
    name: "a flood",
    latencies,
    note: `${events.length} events within a second: the last of the ${leavers.length} leavers after ${share.toFixed(2)} x their ${calls} calls divided by the rate of ${usualRate} calls a second`,
  };
}

/** 800 hires at the same moment. Says how much of the rate of the platform our rate limiter uses. */
async function wave(callsPerSecond: number | undefined): Promise<void> {
  const platformLimit = 10;
  const rate = { callsPerSecond, platformLimit };
  const company = await prepare("wave", 0, "none", rate);
  const { people, hire, calledAtMs, createdAtMs } = company;
  // The first hire is alone, because it signs in. Only the second group is measured.
  for (const group of [people(1), people(800, 1)]) {
    calledAtMs.length = 0;
    createdAtMs.length = 0;
    for (const one of group) hire(one);
    await clock.runUntil(clock.nowMs() + hourMs);
  }
  const seconds = (createdAtMs.at(-1)! - calledAtMs[0]!) / 1_000;
  // A hire without extras has one call, so each other call was a refused one.
  const refused = calledAtMs.length - createdAtMs.length;
  const percent = (part: number, of: number) =>
    `${((100 * part) / of).toFixed(1)} %`;
  print(
    `rate limiter at ${callsPerSecond ?? "no"} calls a second, the platform takes ${platformLimit}: ${createdAtMs.length} of 800 people in ${seconds.toFixed(0)} s, ${percent(createdAtMs.length, platformLimit * seconds)} of its limit, ${percent(refused, calledAtMs.length)} of the calls refused`,
  );
}

async function afterOutage(): Promise<Day> {
  const company = await prepare("outage", 400, "none");
  const { staff, sometime, say, system } = company;
  const [leavers, others] = [staff.slice(0, 200), staff.slice(200)];
  const endMs = clock.nowMs() + dayMs;
  system.platform.setTrouble("down");
  for (const one of leavers) sometime(() => say(one, "employee.terminated"));
  for (const one of others)
    sometime(() => say(one, "employee.changed", { title: "Boss" }));
  await clock.runUntil(endMs);
  system.platform.setTrouble(undefined);
  await clock.runUntil(endMs + dayMs);
  return {
    name: "after a day of outage",
    latencies: company.latenciesOf(leavers, endMs),
    note: "200 terminations and 200 changes came while the platform was down; the time counts from its end",
  };
}

/** The percentiles of the latencies, by their names. */
function figuresOf(latencies: readonly number[]): Record<string, string> {
  const secondsOf = (share: number) =>
    `${textOf(figureOf(latencies, share) / 1_000)} s`;
  return {
    p50: secondsOf(0.5),
    p99: secondsOf(0.99),
    "p99.9": secondsOf(0.999),
    worst: secondsOf(1),
  };
}

function write(): void {
  const rows = days.map(({ name, latencies, note }) => ({
    Day: name,
    ...figuresOf(latencies),
    "What happens": note,
  }));
  const file = join(root, "docs/reliability.md");
  const [before = "", rest, ...others] = readFileSync(file, "utf8").split(
    "<!-- figures -->\n",
  );
  const [, after] = rest?.split("<!-- end of figures -->\n") ?? [];
  if (after === undefined || others.length > 0)
    throw new Error(
      `${file} must have the marks <!-- figures --> and <!-- end of figures --> once, each on a line of its own`,
    );
  writeFileSync(
    file,
    `${before}<!-- figures -->\n\n${tableOf(rows)}\n\n<!-- end of figures -->\n${after}`,
  );
}
