import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { drawConditions } from "../system/faults.ts";
import { createChance } from "../../fixtures/chance.ts";
import { type PlantedFault, plantedFaults, rankOf } from "./planted-faults.ts";

/**
 * `npm run test:planted`: plants one fault after the other, and simulates companies. A fault is found when a company is
 * broken with it and is not broken without it. The companies that have most of what the fault needs come first. If a
 * fault is not found, an invariant is missing, or the life of the companies is too quiet. Names of faults as arguments
 * choose some of them; `SEED` chooses the companies.
 */
const days = 40;
/** 2,000 simulated days for each fault. The 60 quiet days after each run count, too. */
const runs = Math.floor(2_000 / (days + 60));
const { SEED: prefix = "planted" } = process.env;
const seeds = Array.from({ length: runs }, (_, n) => `${prefix}-${n + 1}`);

const [simulator, hook] = ["../simulate.ts", "./plant-on-load.ts"].map((file) =>
  resolve(import.meta.dirname, file),
);
/** Without a cache, each of hundreds of processes would compile the same code. */
const cache = resolve(import.meta.dirname, "../../../.local/compile-cache");
const say = (text: string) => process.stdout.write(`${text}\n`);

const chosen = process.argv.slice(2);
/** One iterator for all workers below, so that each fault is tried once. */
const queue = plantedFaults
  .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  .values();
let found = 0;
/** What breaks the company of each seed if no fault is planted. */
const breakages = new Map<string, Promise<string | undefined>>();
let missed = 0;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const fault of queue) {
      const by = await find(fault);
      if (by === undefined) missed += 1;
      else found += 1;
      const { name, effect } = fault;
      say(`${name}: ${by ?? `NOT FOUND in ${runs} runs`} (${effect})`);
    }
  }),
);
say(`${found} of ${found + missed} found`);
if (missed > 0) process.exitCode = 1;

/** Resolves to the company that is broken by the fault alone. */
async function find(fault: PlantedFault): Promise<string | undefined> {
  let tried = 0;
  for (const seed of seedsFor(fault)) {
    tried += 1;
    const broken = await breakageOf(seed, fault.name);
    if (broken === undefined) continue;
    const without = breakages.get(seed) ?? breakageOf(seed);
    breakages.set(seed, without);
    const cause = await without;
    if (cause === undefined)
      return `${seed}, the ${tried}. company: ${broken.slice(0, 120)}`;
    say(`${seed} is broken without a fault: ${cause}`);
    process.exitCode = 1;
  }
  return undefined;
}

/** The seeds, those first whose companies have most of what the fault needs. */
function seedsFor(fault: PlantedFault): string[] {
  const ranks = new Map(
    seeds.map((seed) => [
      seed,
      rankOf(fault, drawConditions("hard", createChance(seed))),
    ]),
  );
  return seeds.toSorted((a, b) => ranks.get(b)! - ranks.get(a)!);
}

/** Resolves to what breaks a company, as `simulate.ts` prints it. The code has the fault, if one is given. */
async function breakageOf(
  seed: string,
  fault?: string,
): Promise<string | undefined> {
  const size = ["--days", `${days}`, "--people", "25", "--faults", "hard"];
  const options = ["--seed", seed, "--no-shrink", "--strict", ...size];
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
  await new Promise((done) => child.on("close", done));
  if (output.includes("nothing is broken")) return undefined;
  if (output.includes("SyntaxError"))
    throw new Error(`${fault} is no code: ${output.slice(-160)}`);
  const broken = /^Broken (.*)$/m.exec(output)?.[1];
  return broken ?? `${/^\w*Error.*$/m.exec(output)?.[0] ?? output.slice(-160)}`;
}
