import { globSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import * as z from "zod";
import { buildBundles } from "../../infra/build/bundles.ts";
import type { Benchmark, Context } from "./benchmark.ts";
import { publishedPage, saveOutcome } from "./report.ts";
import { tableOf } from "./table.ts";

/**
 * `npm run bench [-- [--quick] NAME...]`: runs all benchmarks or the named ones, one after the other. `--quick`
 * measures at most three rounds of each, to see that they work, and leaves the published figures alone.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});

const moduleSchema = z.object({
  benchmark: z.custom<Benchmark>((value) => typeof value === "object"),
});

const files = globSync("*.bench.ts", { cwd: import.meta.dirname }).toSorted();
const names = files.map((file) => file.replace(/\.bench\.ts$/, ""));
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}. There are: ${names.join(", ")}.`,
  );
  process.exit(2);
}

const page = values.quick
  ? join(await mkdtemp(join(tmpdir(), "bench-")), "benchmarks.md")
  : publishedPage;
const startedAtMs = Date.now();
await buildBundles();
let missed = 0;
for (const name of positionals.length > 0 ? positionals : names) {
  const { benchmark } = moduleSchema.parse(await import(`./${name}.bench.ts`));
  if (benchmark.isOnlyNamed && !positionals.includes(name))
    console.log(`\n${name} runs when it is named: npm run bench -- ${name}`);
  else
    await run(benchmark).catch((error: unknown) => {
      missed++;
      console.error(error);
    });
}
console.log(
  `\n${((Date.now() - startedAtMs) / 60_000).toFixed(1)} minutes; ${missed === 0 ? "all goals met" : `${missed} goals missed`}. Written: ${page}`,
);
// Nothing that a benchmark forgot may keep the process.
process.exit(0);

async function run(benchmark: Benchmark): Promise<void> {
  console.log(`\n## ${benchmark.name}: ${benchmark.title}\n`);
  const beganAtMs = Date.now();
  const outcome = await benchmark.run(contextOf(benchmark.name));
  console.log(await format(tableOf(outcome.rows), { parser: "markdown" }));
  for (const { goal, measured, isMet } of outcome.verdicts)
    console.log(`${isMet ? "met   " : "MISSED"}  ${goal}: ${measured}`);
  for (const note of outcome.notes) console.log(`note    ${note}`);
  console.log(`took    ${secondsSince(beganAtMs)} s`);
  await saveOutcome(page, benchmark, outcome);
  missed += outcome.verdicts.filter(({ isMet }) => !isMet).length;
}

function contextOf(name: string): Context {
  const beganAtMs = Date.now();
  return {
    rounds: (whole) => (values.quick ? Math.min(whole, 3) : whole),
    progress: (text) => {
      if (process.stderr.isTTY)
        process.stderr.write(
          `\r\x1b[K${name}, ${secondsSince(beganAtMs)} s: ${text}`,
        );
    },
  };
}

function secondsSince(atMs: number): number {
  return Math.round((Date.now() - atMs) / 1_000);
}
