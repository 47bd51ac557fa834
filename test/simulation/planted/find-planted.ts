import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Row } from "../../bench/benchmark.ts";
import { tableOf } from "../../bench/table.ts";
import { plantedFaults } from "./planted-faults.ts";

/**
 * `npm run test:planted`: plants each fault, one by one, and simulates companies until it is found, in one that is not
 * broken without the fault. A fault that is not found shows an invariant that is missing, or a company whose life is too
 * quiet. Names of faults as arguments choose some of them; `SEED` chooses the companies.
 */
const days = 40;
/** 60 quiet days follow each run. */
const runs = Math.floor(2_000 / (days + 60));
const parallelism = 2;
const { SEED: seed = "planted" } = process.env;

const [simulator, hook] = ["../simulate.ts", "./plant-on-load.ts"].map((file) =>
  resolve(import.meta.dirname, file),
);
/** Of a hundred processes, each would compile the same code. */
const cache = resolve(import.meta.dirname, "../../../.local/compile-cache");
const say = (text: string) => process.stdout.write(`${text}\n`);

const chosen = process.argv.slice(2);
const queue = plantedFaults
  .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  .values();
const rows: Row[] = [];
const cleanRuns = new Map<number, Promise<string>>();
let missed = 0;
await Promise.all(
  Array.from({ length: parallelism }, async () => {
    for (const { name, effect } of queue) {
      const by = await find(name);
      if (by === undefined) missed += 1;
      const shown = by ?? `NOT FOUND in ${runs} runs`;
      say(`${name}: ${shown}`);
      rows.push({ Fault: name, Effect: effect, "Found in": shown });
    }
  }),
);
say(`\n${tableOf(rows)}\n`);
say(`${rows.length - missed} of ${rows.length} found`);
if (missed > 0) process.exitCode = 1;

/** Resolves to how it was found. @throws Error when the run is broken without the fault too */
async function find(fault: string): Promise<string | undefined> {
  const output = await simulate(["--seed", seed, "--runs", `${runs}`], fault);
  const run = output.match(/^npm run simulate/gm)?.length ?? 0;
  const broken = /^Broken: (.*)$/m.exec(output)?.[1];
  if (broken === undefined && countOf(output) === runs) return undefined;
  const clean = await cleanRun(run);
  if (countOf(clean) !== 1)
    throw new Error(
      `choose another SEED: run ${run} is broken without a fault. ${errorOf(clean)}`,
    );
  return broken === undefined
    ? `run ${run} ends with an error: ${errorOf(output)}`
    : `run ${run}: ${broken.slice(0, 120)}`;
}

/** Many faults are found in the same first runs, so each of these is simulated without a fault only once. */
function cleanRun(run: number): Promise<string> {
  const clean = cleanRuns.get(run) ?? simulate(["--seed", `${seed}-${run}`]);
  cleanRuns.set(run, clean);
  return clean;
}

/** How many runs ended well. */
function countOf(output: string): number {
  return output.split("nothing is broken").length - 1;
}

function errorOf(output: string): string {
  return (
    /^(\w*Error|Broken).*$/m.exec(output)?.[0].slice(0, 160) ??
    output.slice(-160)
  );
}

/** Resolves to the output of companies, whose code has a fault or none. */
function simulate(which: string[], fault?: string): Promise<string> {
  const size = ["--days", `${days}`, "--people", "25", "--faults", "hard"];
  const options = [...which, "--no-shrink", "--strict", ...size];
  const child = spawn(
    process.execPath,
    [...(fault ? ["--import", hook!] : []), simulator!, ...options],
    {
      env: { ...process.env, NODE_COMPILE_CACHE: cache, PLANTED_FAULT: fault },
    },
  );
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  return new Promise((done) => child.on("close", () => done(output)));
}
