import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { isThorough } from "../effort.ts";
import { recordFigure } from "../figures.ts";

const area = "Load";
/** So low that two cores keep up with all that runs in this process. `npm run bench -- bulk` uses the whole limit. */
const slowLimit = 20;
const limit = 100;
/** A tenth is left for repeated calls and for waves that come together. */
const callsPerSecond = 0.9 * slowLimit;

type EventType = "employee.hired" | "employee.terminated" | "status.set";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("a platform with a limit of calls a second, and 50 ms for each call", () => {
  test.runIf(isThorough)(
    "a wave of hires and then a wave of statuses all succeed once under a rate limiter",
    async ({ task }) => {
      const count = 300;
      await inCompany(slowLimit, { callsPerSecond }, async (environment) => {
        const hires = await wave(environment, "employee.hired", count);
        const heapBytes = usedHeapBytes();
        const statuses = await wave(environment, "status.set", count);
        const heapLaterBytes = usedHeapBytes();

        expect(hires.statuses).toEqual({ succeeded: count });
        expect(statuses.statuses).toEqual({ succeeded: count });
        expect(effectsOf(environment)).toEqual({
          "POST /people": count,
          "PUT /people/{personID}": count,
        });
        const perStatusKb = (heapLaterBytes - heapBytes) / count / 1_024;
        const figures = [
          ["hires", hires],
          ["statuses", statuses],
        ] as const;
        for (const [what, { seconds, sent, refused: refusals }] of figures)
          recordFigure(task, {
            area,
            what: `${count} ${what} at once, limit ${slowLimit} calls/s, rate limiter ${callsPerSecond}/s`,
            figure: `all succeeded, 0 doubled, ${refusals} of ${sent} calls refused, ${seconds.toFixed(0)} s, ${(sent / seconds).toFixed(0)} calls/s`,
          });
        recordFigure(task, {
          area,
          what: "heap of functions, engine and platform together, after the hires and after the statuses",
          figure: `${megabytes(heapBytes)} and ${megabytes(heapLaterBytes)} MB (${perStatusKb.toFixed(1)} KB for each status, journals included)`,
        });
        recordFigure(task, {
          area,
          what: `the same at its highest, ${count} workflows at once in one process`,
          figure: `${megabytes(Math.max(hires.peakBytes, statuses.peakBytes))} MB`,
        });
      });
    },
  );

  test.runIf(isThorough)(
    "a wave of hires without a rate limiter succeeds by obeying the 429 answers of the platform, each hire once",
    async ({ task }) => {
      const count = 100;
      await inCompany(limit, {}, async (environment) => {
        const { statuses, sent, refused, seconds } = await wave(
          environment,
          "employee.hired",
          count,
        );
        expect(statuses).toEqual({ succeeded: count });
        expect(effectsOf(environment)).toEqual({
          "POST /people": count,
        });
        recordFigure(task, {
          area,
          what: `${count} hires at once, limit ${limit} calls/s, no rate limit`,
          figure: `all succeeded, 0 doubled, ${refused} of ${sent} calls refused, ${seconds.toFixed(0)} s`,
        });
      });
    },
  );
});

test.runIf(isThorough)(
  "employees who leave at the same moment are all deleted, though the deletion limit counts one at a time",
  async ({ task }) => {
    const count = 60;
    const environment = await startInProcess({ tables: "own-process" });
    await wave(environment, "employee.hired", count);
    const { statuses } = await wave(environment, "employee.terminated", count);
    expect(statuses).toEqual({ succeeded: count });
    expect(environment.deletions()).toBe(count);
    recordFigure(task, {
      area,
      what: `${count} leavers at once, counted by one deletion limit`,
      figure: `all succeeded, ${environment.deletions()} deletions`,
    });
    await environment.close();
  },
);

async function inCompany(
  rateLimit: number,
  options: InProcessOptions,
  work: (environment: InProcess) => Promise<void>,
): Promise<void> {
  const environment = await startInProcess({
    timeScale: 1,
    sleepMs: (durationMs) => sleep(durationMs),
    tables: "own-process",
    platform: { rateLimit, journalLimit: 100_000 },
    ...options,
  });
  environment.platform.faults.add({ kind: "latency", ms: 50 });
  try {
    await work(environment);
  } finally {
    await environment.close();
  }
}

/** Sends one event for each of `count` employees at the same moment. Resolves when no execution runs any more. */
async function wave(environment: InProcess, type: EventType, count: number) {
  const from = environment.platform.journal.length;
  const startedAtMs = performance.now();
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed);
  }, 100);
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      environment.send(type, dataOf(type, `LOAD-${index}`)),
    ),
  );
  await environment.idle();
  clearInterval(watch);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const journal = environment.platform.journal.slice(from);
  const statuses: Record<string, number> = {};
  for (const answer of answers)
    increment(statuses, (await environment.operation(answer)).status);
  return {
    statuses,
    seconds,
    peakBytes,
    sent: journal.length,
    refused: journal.filter(({ status }) => status === 429).length,
  };
}

function dataOf(type: EventType, employeeId: string) {
  if (type === "employee.terminated") return { employeeId };
  if (type === "status.set") return { employeeId, text: `I am ${employeeId}` };
  return hireOf(employeeId);
}

/** The number of writes on the platform, by route. */
function effectsOf({ platform }: InProcess): Record<string, number> {
  const effects: Record<string, number> = {};
  for (const { method, path, applied } of platform.journal)
    if (applied && path !== "/login") increment(effects, `${method} ${path}`);
  return effects;
}

function increment(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function usedHeapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
