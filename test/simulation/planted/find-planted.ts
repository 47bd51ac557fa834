import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { type PlantedFault, plantedFaults } from "./planted-faults.ts";

/**
 * Plants each fault, one by one, and simulates a company until it is found. A fault that is not found shows an invariant
 * that is missing. Names of faults as arguments choose some of them.
 */
const days = 75;
/** 60 quiet days follow each run. */
const runs = Math.floor(2_000 / (days + 60));
const parallelism = 2;

const [simulator, hook] = ["../simulate.ts", "./plant-on-load.ts"].map((file) =>
  resolve(import.meta.dirname, file),
);
const say = (text: string) => process.stdout.write(`${text}\n`);

const chosen = process.argv.slice(2);
const queue = plantedFaults
  .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  .values();
const missed: string[] = [];
let found = 0;
await Promise.all(
  Array.from({ length: parallelism }, async () => {
    for (const fault of queue) {
      const by = await find(fault);
      if (by === undefined) missed.push(fault.name);
      else found += 1;
      say(`${fault.name}: ${by ?? `NOT FOUND in ${runs} runs`}`);
    }
  }),
);
say(`${found} found, ${missed.length} not found ${missed.join(" ")}`);
if (missed.length > 0) process.exitCode = 1;

/** Resolves to how it was found. */
async function find(fault: PlantedFault): Promise<string | undefined> {
  for (let run = 1; run <= runs; run++) {
    const output = await simulate(fault, String(run));
    const broken = /^Broken: (.*)$/m.exec(output)?.[1];
    if (broken !== undefined) return `run ${run}: ${broken.slice(0, 160)}`;
    if (!output.includes("nothing is broken"))
      return `run ${run} ends with an error: ${errorOf(output)}`;
  }
  return undefined;
}

function errorOf(output: string): string {
  return /^\w*Error.*$/m.exec(output)?.[0].slice(0, 160) ?? output.slice(-160);
}

function simulate({ name }: PlantedFault, seed: string): Promise<string> {
  const size = ["--days", `${days}`, "--people", "30", "--faults", "hard"];
  const child = spawn(
    process.execPath,
    ["--import", hook!, simulator!, "--seed", seed, ...size, "--no-shrink"],
    { env: { ...process.env, PLANTED_FAULT: name } },
  );
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  child.stderr.on("data", (text: Buffer) => (output += text.toString()));
  return new Promise((done) => child.on("close", () => done(output)));
}
