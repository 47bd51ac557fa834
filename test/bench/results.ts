import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join, resolve } from "node:path";
import type { Benchmark, Outcome } from "./benchmark.ts";
import { chartOf } from "./chart.ts";
import { reportOf, resultsSchema } from "./report.ts";

const root = resolve(import.meta.dirname, "../..");

/** Where the figures lie that the documents show. */
export const published = {
  results: join(root, "test/bench/results.json"),
  images: join(root, "docs/images"),
  report: join(root, "docs/benchmarks.md"),
};
export type Documents = typeof published;

/** The machine of a run. Figures of different machines cannot be compared. */
function machine() {
  const all = cpus();
  return {
    cpu: all[0]?.model ?? "unknown",
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

/** Writes the figures of one benchmark, its chart, and the page with all results. */
export async function saveOutcome(
  { results, images, report }: Documents,
  { name, title, goal }: Benchmark,
  { chart, ...outcome }: Outcome,
): Promise<void> {
  const earlier = await readFile(results, "utf8").then(
    (text) => resultsSchema.parse(JSON.parse(text)),
    () => ({}),
  );
  const all = resultsSchema.parse({
    ...earlier,
    [name]: {
      title,
      goal,
      date: new Date().toISOString().slice(0, 10),
      machine: machine(),
      ...outcome,
    },
  });
  const sorted = Object.fromEntries(
    Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b)),
  );
  await mkdir(images, { recursive: true });
  await writeFile(results, `${JSON.stringify(sorted, undefined, 2)}\n`);
  await writeFile(join(images, `bench-${name}.svg`), chartOf(chart));
  await writeFile(report, await reportOf(sorted));
}
