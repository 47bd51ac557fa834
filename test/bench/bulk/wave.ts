import type { JournalEntry } from "../../../infra/platform/http/journal.ts";
import { startBenchmarkEnvironment } from "../../environments/benchmark.ts";
import { hireOf, tasksOf } from "../../fixtures/hire.ts";

export type WaveOptions = {
  hires: number;
  /** The rate limit of the platform, in calls a second. */
  limit: number;
  /** The configured rate limiter, in calls a second. Without it no calls are reserved. */
  rateLimit: number | undefined;
  latencyMs: number;
};

/** What became of hires that came all at once. */
export type Wave = {
  succeeded: number;
  seconds: number;
  /** Calls that the platform accepted, and calls that it refused. */
  taken: number;
  refused: number;
  /** The share of the calls that the rate limit allows from the first call to the last. */
  shareOfLimit: number;
  /** The same between the first tenth of all calls and the last. */
  shareInTheMiddle: number;
  /** Of one sandbox: with all workflows begun and half of them done, and with all done. */
  heapHalfwayBytes: number;
  heapAfterBytes: number;
  cpuMsPerHire: number;
};

const sandboxes = 2;
/** The person and a task. */
export const callsPerHire = 2;
const tasks = tasksOf(callsPerHire - 1);

/** All hires at the same moment, for a fleet of some sandboxes, on the bundle as it is deployed. */
export async function measureWave({
  hires,
  limit,
  rateLimit,
  latencyMs,
}: WaveOptions): Promise<Wave> {
  const environment = await startBenchmarkEnvironment({
    platform: { rateLimit: limit },
    environment: { PLATFORM_CALLS_PER_SECOND: String(rateLimit ?? 0) },
  });
  const fleet = await Promise.all(
    Array.from({ length: sandboxes }, () =>
      environment.startFunction("employment-workflow"),
    ),
  );
  try {
    environment.use(...fleet);
    await environment.platform.addFault({ kind: "latency", ms: latencyMs });
    const accept = (employeeId: string) =>
      environment.accept(
        "employee.hired",
        employeeId,
        hireOf(employeeId, { tasks }),
      );
    const run = (id: string) => environment.run("employment-workflow", id);
    // Each sandbox has logged in and has its code warm.
    for (let index = 0; index < 4 * sandboxes; index++)
      await run(await accept(`WARM-${index}`));
    const ids: string[] = [];
    for (let index = 0; index < hires; index++)
      ids.push(await accept(`BULK-${index}`));
    await environment.platform.takeJournal();
    const before = await measureAll();

    const fromMs = performance.now();
    let done = 0;
    let halfway: ReturnType<typeof measureAll> | undefined;
    await Promise.all(
      ids.map(async (id) => {
        await run(id);
        done++;
        if (done === Math.floor(hires / 2)) halfway = measureAll();
      }),
    );
    const seconds = (performance.now() - fromMs) / 1_000;
    const after = await measureAll();
    const atHalf = (await halfway) ?? after;

    const journal = await environment.platform.takeJournal();
    let succeeded = 0;
    for (const id of ids)
      if ((await environment.store.operations.get(id))?.status === "succeeded")
        succeeded++;
    return {
      succeeded,
      seconds,
      ...sharesOf(journal, limit),
      heapHalfwayBytes: atHalf.heapBytes / sandboxes,
      heapAfterBytes: after.heapBytes / sandboxes,
      cpuMsPerHire: (after.cpuMs - before.cpuMs) / hires,
    };
  } finally {
    await Promise.all(fleet.map((sandbox) => sandbox.close()));
    await environment.close();
  }

  async function measureAll() {
    const all = await Promise.all(fleet.map((sandbox) => sandbox.measure()));
    return {
      heapBytes: all.reduce((sum, { heapBytes }) => sum + heapBytes, 0),
      cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    };
  }
}

function sharesOf(journal: readonly JournalEntry[], limit: number) {
  const taken = journal.filter(({ status }) => status !== 429);
  const tenth = Math.floor(taken.length / 10);
  return {
    taken: taken.length,
    refused: journal.length - taken.length,
    shareOfLimit: shareOf(taken, limit),
    shareInTheMiddle: shareOf(taken.slice(tenth, -tenth), limit),
  };
}

function shareOf(calls: readonly JournalEntry[], limit: number): number {
  const seconds = ((calls.at(-1)?.atMs ?? 0) - (calls[0]?.atMs ?? 0)) / 1_000;
  return calls.length / (limit * seconds);
}
