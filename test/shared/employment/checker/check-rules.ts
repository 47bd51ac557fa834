import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker, isMainThread, parentPort } from "node:worker_threads";
import type { Counts } from "./explore.ts";
import type { Job } from "./jobs.ts";
import { rulesOf, runJob } from "./jobs.ts";
import { propertyOf, rowOf, shrink } from "./shrink.ts";

/** What a worker has counted, and the faults as rows of the table in `docs/employment.md`. */
type Done = { counts: Counts; rows: string[] };

/** `SEED=7 npm run check:rules` draws other random histories, `SCALE=0.1` fewer; `-- 'orders A 3'` does one row. */
const seed = Number(process.env["SEED"] ?? 1);
const scale = Number(process.env["SCALE"] ?? 1);

/** Into how many jobs a row of the plan is divided. */
const parts = 40;

type Plan = Pick<Job, "kind" | "alphabet" | "size">;
const plan: Plan[] = [
  { kind: "orders", alphabet: "A", size: 3 },
  { kind: "moves", alphabet: "A", size: 2 },
  { kind: "moves", alphabet: "B", size: 2 },
  { kind: "moves", alphabet: "C", size: 2 },
  { kind: "orders", alphabet: "B", size: 3 },
  { kind: "in order", alphabet: "A", size: 4 },
  { kind: "random", alphabet: "A", size: 5e4 * scale },
  { kind: "random", alphabet: "B", size: 2e5 * scale },
  { kind: "random", alphabet: "C", size: 5e4 * scale },
  { kind: "moves", alphabet: "D", size: 2 },
  { kind: "orders", alphabet: "D", size: 3 },
  { kind: "random", alphabet: "D", size: 1e5 * scale },
  { kind: "random statements", alphabet: "B", size: 2e6 * scale },
];

if (isMainThread) await checkRules();
else
  parentPort!.on("message", (job: Job) => parentPort!.postMessage(work(job)));

async function checkRules(): Promise<void> {
  const chosen = process.argv.slice(2);
  print(`seed ${seed}`);
  const rows = new Set<string>();
  for (const one of plan) {
    const name = `${one.kind} ${one.alphabet} ${one.size}`;
    if (chosen.length > 0 && !chosen.some((begin) => name.startsWith(begin)))
      continue;
    const jobs = Array.from({ length: parts }, (_, index) => ({
      ...one,
      seed,
      part: { index, of: parts },
    }));
    await runAll(name, jobs, (row) => {
      // Other orders of the same history are shrunk to the same row.
      if (!rows.has(row)) print(row);
      rows.add(row);
    });
  }
  print(rows.size === 0 ? "no fault" : `${rows.size} faults`);
  process.exitCode = rows.size === 0 ? 0 : 1;
}

async function runAll(
  name: string,
  jobs: Job[],
  onFault: (row: string) => void,
): Promise<void> {
  const startedMs = performance.now();
  const usage = process.cpuUsage();
  const done: Counts[] = [];
  const queue = jobs.values();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const worker = new Worker(new URL(import.meta.url));
      for (const job of queue) {
        const answer = once(worker, "message");
        worker.postMessage(job);
        const [{ counts, rows }] = (await answer) as [Done];
        done.push(counts);
        rows.forEach(onFault);
      }
      await worker.terminate();
    }),
  );
  const total = (key: "states" | "transitions") =>
    done.reduce((sum, one) => sum + one[key], 0);
  const depth = Math.max(...done.map((one) => one.depth));
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const { user } = process.cpuUsage(usage);
  print(
    `${name}: ${total("states")} states, ${total("transitions")} transitions, depth ${depth}, ${seconds} s, ${Math.round(user / 1e6)} s of the processor`,
  );
}

/** Does a job, and shrinks the first fault of each property. */
function work(job: Job): Done {
  const { faults, ...counts } = runJob(job);
  const firsts = new Map(
    faults.toReversed().map((fault) => [propertyOf(fault.text), fault]),
  );
  const rules = rulesOf(job.alphabet);
  const rows = [...firsts.values()].map((fault) =>
    rowOf(shrink(fault, rules), rules),
  );
  return { counts, rows };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
