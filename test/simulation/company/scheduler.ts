import { noteFault, type Run } from "../system/run.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { hourMs, minuteMs } from "../../../shared/durations.ts";

/** The longest time between two runs of the scheduler, if nothing is due. */
const longestPauseMs = 24 * hourMs;

/** The rule that runs the scheduler each minute. Minutes in which nothing is due are left out, to save time. */
export function createSchedule(run: Run, system: System) {
  const { faults } = run;
  const chance = run.chance.fork("schedule");
  const { store } = system.memory;
  /** The minute at which something may be due. */
  let nextMs = Infinity;
  let lastMs = -Infinity;

  /** When something can be due, as the indexes say. At least once a day. */
  function dueMs(): number {
    const nowMs = clock.nowMs();
    const isBlocked = store.index("outage").earliest() < Infinity;
    const earliest = ["due", "payload", "notice"].map((name) =>
      store.index(name).earliest(),
    );
    // After an outage, each minute wakes some of the blocked operations.
    if (isBlocked) earliest.push(probeMs() ?? nowMs);
    return Math.min(...earliest, lastMs + longestPauseMs);
  }

  /** When the next probe is due, if there is an outage. */
  function probeMs(): number | undefined {
    const probes = ["platform", "configuration"].flatMap((blocker) => {
      const { beganAtMs, probeAtMs } =
        store.items().get(`outage#${blocker}`) ?? {};
      return beganAtMs ? Number(probeAtMs?.N) : [];
    });
    return probes.length > 0 ? Math.min(...probes) : undefined;
  }

  /** Plans the next minute in which something can be due. */
  function plan(): void {
    const soonestMs = (Math.floor(clock.nowMs() / minuteMs) + 1) * minuteMs;
    if (nextMs <= soonestMs) return;
    const minute = Math.ceil(dueMs() / minuteMs) * minuteMs;
    const atMs = Math.max(minute, soonestMs);
    if (atMs >= nextMs) return;
    nextMs = atMs;
    clock.after(atMs - clock.nowMs(), () => {
      if (atMs !== nextMs) return;
      nextMs = Infinity;
      // What was due may have been done since.
      if (dueMs() <= clock.nowMs()) {
        lastMs = clock.nowMs();
        clock.guard(tick);
      }
      plan();
    });
  }

  async function tick(): Promise<void> {
    if (!chance.happens(faults.scheduler)) return system.runScheduler();
    const what = chance.oneOf(["late", "twice", "not"] as const);
    noteFault(run, `schedule ${what}`);
    if (what === "late") await clock.sleepMs(chance.between(1, 55_000));
    if (what === "late") await system.runScheduler();
    if (what === "twice")
      await Promise.all([system.runScheduler(), system.runScheduler()]);
    return undefined;
  }

  return {
    begin(): void {
      system.memory.onWrite(plan);
      plan();
    },
  };
}
