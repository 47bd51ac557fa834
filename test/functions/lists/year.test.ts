import { describe, expect, test } from "vitest";
import type { EmployeeRecord } from "../../../infra/local/sources/employee-record.ts";
import type { NewFaultRule } from "../../../infra/local/sources/faults.ts";
import type { VendorName } from "../../../infra/local/local-sources.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { effort } from "../../resilience/effort.ts";
import { recordFigure } from "../../resilience/figures.ts";
import { type Chance, createChance } from "../../simulation/random.ts";
import { newcomer, type Pulls, usePulls } from "./pulls-for-test.ts";

const intervalMs = effort(6, 12) * hourMs;
const callsPerSecond = 2;
const staff = effort(12, 24);

const options = {
  tables: "in-memory",
  // An hour takes 72 ms, because a year has many of them.
  timeScale: 0.00002,
  pageTimeoutMs: 100,
  sourceRate: callsPerSecond,
} as const;
const whole = usePulls(options);
const changes = usePulls({
  ...options,
  part: { pull: { wholeEveryHours: 24 } },
});

/** What the source does to its readers for some intervals. */
const faults: NewFaultRule[] = [
  { kind: "status", of: "list", status: 500, times: 3 },
  { kind: "status", of: "list", status: 503 },
  { kind: "status", of: "list", status: 429, retryAfter: 60, times: 2 },
  { kind: "status", of: "list", status: 429 },
  { kind: "reset", of: "list", times: 2 },
  { kind: "malformed-json", of: "list" },
  { kind: "latency", of: "list", ms: 200, times: 1 },
  { kind: "cut-list", records: Math.floor(staff / 2) },
  { kind: "cut-list", records: 0 },
];

/** An HR system that never calls: what it knows, and what it has forgotten. */
type Hr = {
  source: Pulls["sources"][VendorName];
  chance: Chance;
  /** The records as the last good read had them. */
  read: ReadonlyMap<string, EmployeeRecord>;
  /** Records that were removed, with the whole reads since, in which they were not. */
  removed: Map<string, number>;
  /** Records that have another id now. The person is the same, so no employment may end. */
  renumbered: Set<string>;
  /** Their new ids. Until a person has decided, they belong to no employee. */
  newIds: Set<string>;
};

const dateAt = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** HR works for one interval. Soon a record is removed, and another one gets a new id. */
function work(hr: Hr, nowMs: number, nth: number): void {
  const { source, chance, read, removed, renumbered, newIds } = hr;
  const today = dateAt(nowMs);
  const inDays = (most: number) =>
    dateAt(nowMs + chance.between(1, most) * dayMs);
  for (const { id, state, startDate, lastDay } of source.records()) {
    if (state === "hired" && startDate <= today)
      source.change(id, { state: "employed" });
    if (lastDay !== undefined && lastDay < today && state !== "left")
      source.change(id, { state: "left" });
  }
  const free = source
    .records()
    .filter((one) => one.lastDay === undefined && !newIds.has(one.id));
  const known = free.filter(
    (record) => read.get(record.id)?.state === record.state,
  );
  const one = chance.oneOf(nth < 6 ? known : free);
  const { id, ...same } = one;
  const isHere = one.state === "employed";
  const wasHere = isHere && read.get(id)?.state === "employed";
  const share = nth === 2 ? 0.84 : nth === 5 ? 0.87 : chance.next();
  if (share < 0.15) source.hire(newcomer());
  else if (share < 0.25)
    source.hire({ ...newcomer(), state: "hired", startDate: inDays(9) });
  else if (share < 0.5) source.change(id, { title: `Title ${share}` });
  else if (share < 0.6 && isHere) source.change(id, { state: "on leave" });
  else if (share < 0.7 && one.state === "on leave")
    source.change(id, { state: "employed" });
  else if (share < 0.78 && isHere) source.change(id, { lastDay: inDays(9) });
  else if (share < 0.83 && isHere) source.change(id, { state: "left" });
  else if (share < 0.86 && wasHere && removed.size === 0) {
    source.remove(id);
    removed.set(id, 0);
  } else if (share < 0.88 && wasHere && renumbered.size < 2) {
    source.remove(id);
    renumbered.add(id);
    newIds.add(source.hire(same).id);
  }
}

/** Who must have access, by what the source says of them. */
function isOn(record: EmployeeRecord, nowMs: number): boolean {
  const { state, startDate, lastDay } = record;
  const today = dateAt(nowMs);
  if (state === "left" || state === "on leave") return false;
  return startDate <= today && (lastDay === undefined || lastDay >= today);
}

const vendors: [VendorName, string, number, typeof whole][] = [
  ["hibob", "all records", effort(2, 365), whole],
  ["bamboohr", "changes", effort(2, 60), changes],
  ["personio", "all records", 60, whole],
];

describe.each(effort(vendors.slice(0, 2), vendors))(
  "%s, of which a pull reads %s",
  (vendor, _what, days, environment) => {
    test(
      `is right within one interval for ${days} days with faults, and nobody leaves wrongly`,
      async ({ task }) => {
        const { sources, begin, pull, store, platform } = environment();
        const { advanceTime, runUntilIdle, runScheduler, nowMs } =
          environment();
        const seed = `${vendor} ${effort("1", String(Date.now() % 1_000_000))}`;
        const chance = createChance(seed);
        const source = sources[vendor];
        const removed = new Map<string, number>();
        const renumbered = new Set<string>();
        const newIds = new Set<string>();
        for (let nth = 0; nth < staff; nth++) source.hire(newcomer());
        await begin(vendor);
        advanceTime(hourMs);
        const counted = { applied: 0, failed: 0, refused: 0, calls: 0 };
        let read = new Map(source.records().map((one) => [one.id, one]));
        let fault: NewFaultRule | undefined;
        let faultUntilMs = 0;
        let nth = 0;
        for (const endMs = nowMs() + days * dayMs; nowMs() < endMs;) {
          advanceTime(intervalMs);
          await runScheduler();
          await runUntilIdle();
          work(
            { source, chance, read, removed, renumbered, newIds },
            nowMs(),
            ++nth,
          );
          if (nowMs() >= faultUntilMs) {
            source.faults.clear();
            fault = chance.happens(0.25) ? chance.oneOf(faults) : undefined;
            faultUntilMs = nowMs() + chance.between(0, 2) * intervalMs;
            if (fault) source.faults.add(fault);
          }

          const calls = source.requests.length;
          const atMs = nowMs();
          const done = await pull(vendor);
          const made = source.requests
            .slice(calls)
            .filter(({ target }) => target === "list").length;
          const limiter = store.rateLimiterOf(vendor);
          const { beginAtMs } = await limiter.reserve(
            1,
            callsPerSecond,
            "other",
          );
          expect(beginAtMs - atMs).toBeGreaterThanOrEqual(
            (made * 1_000) / callsPerSecond,
          );
          await runUntilIdle();
          const { status } = done;
          const told = `${seed}, ${dateAt(nowMs())}: ${status} ${done.reason}`;
          expect(Object.keys(counted)).toContain(status);
          counted[status as "applied"] += 1;
          counted.calls += made;

          // Nobody can see that a list of changes is half. The next one has them too.
          const isHalf = fault?.kind === "cut-list" && !done.isWhole;
          const isRight = status === "applied" && !isHalf;
          if (isRight)
            read = new Map(source.records().map((one) => [one.id, one]));
          const people = new Map(platform.people().map((one) => [one.id, one]));
          const personOf = async (id: string) =>
            people.get((await store.employees.get(id))?.personID ?? "");
          const accessOf = async (id: string) =>
            (await personOf(id))?.svc.enabled === true;
          if (isRight && done.isWhole)
            for (const [id, reads] of removed) {
              const is = await accessOf(id);
              expect({ told, id, is }).toEqual({ told, id, is: reads === 0 });
              if (reads === 0) removed.set(id, 1);
              else removed.delete(id);
            }
          for (const id of renumbered)
            expect(`${id} ${await accessOf(id)}`).toBe(`${id} true`);
          for (const [id, record] of read) {
            if (newIds.has(id) || renumbered.has(id) || removed.has(id))
              continue;
            const of = { told, record };
            const must = isOn(record, nowMs());
            const { enabled: is = false, profile = [] } =
              (await personOf(id))?.svc ?? {};
            expect({ ...of, is }).toEqual({ ...of, is: must });
            const title = profile.find(
              ({ svc_label }) => svc_label === "Title",
            );
            if (is) expect(title?.value).toBe(record.title);
          }
        }
        expect(counted.applied).toBeGreaterThan(counted.failed);
        recordFigure(task, {
          area: "Pulls",
          what: `${vendor}, ${days} days (seed ${seed})`,
          figure: JSON.stringify(counted),
        });
      },
      effort(60_000, 3_600_000),
    );
  },
);
