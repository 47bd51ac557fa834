import { noteFault, type Run } from "../system/run.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { hourMs, minuteMs } from "./employee.ts";

/** The rule that runs the scheduler each minute. Minutes in which nothing is due are left out. */
export function createSchedule(run: Run, system: System) {
  const { faults } = run;
  const chance = run.chance.fork("schedule");
  const { store } = system.memory;
  let runs = 0;
  /** The minute at which it runs next. */
  let nextMs = Infinity;

  /** When something can be due: what the indexes say, else each quarter of a day. */
  function dueMs(): number {
    const nowMs = clock.nowMs();
    const isBlocked = store.index("outage").earliest() < Infinity;
    const earliest = ["due", "payload", "notice"].map((name) =>
      store.index(name).earliest(),
    );
    if (isBlocked) earliest.push(probeMs() ?? nowMs);
    return Math.min(...earliest, nowMs + 6 * hourMs);
  }

  /** When the next probe of an outage is due. */
  function probeMs(): number | undefined {
    const probes = ["platform", "configuration"].flatMap((blocker) => {
      const { beganAtMs, probeAtMs } =
        store.items().get(`outage#${blocker}`) ?? {};
      return beganAtMs ? Number(probeAtMs?.N) : [];
    });
    return probes.length > 0 ? Math.min(...probes) : undefined;
  }

  function plan(atMs: number): void {
    const minute = Math.max(
      Math.ceil(atMs / minuteMs),
      Math.floor(clock.nowMs() / minuteMs) + 1,
    );
    if (minute * minuteMs >= nextMs) return;
    nextMs = minute * minuteMs;
    clock.after(nextMs - clock.nowMs(), () => {
      if (clock.nowMs() !== nextMs) return;
      nextMs = Infinity;
      plan(dueMs());
      tick().catch((error: unknown) => clock.fail(error));
    });
  }

  async function runOnce(): Promise<void> {
    runs += 1;
    await system.runScheduler();
  }

  async function tick(): Promise<void> {
    if (!chance.happens(faults.scheduler)) return runOnce();
    const what = chance.oneOf(["late", "twice", "not"] as const);
    noteFault(run, `schedule ${what}`);
    if (what === "late") await clock.sleepMs(chance.between(1, 55_000));
    if (what === "late") await runOnce();
    if (what === "twice") await Promise.all([runOnce(), runOnce()]);
    return undefined;
  }

  return {
    begin(): void {
      system.memory.onWrite(() => plan(dueMs()));
      plan(clock.nowMs());
    },
    runs: (): number => runs,
  };
}
