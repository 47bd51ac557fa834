import { format } from "prettier";
import * as z from "zod";
import { tableOf } from "./table.ts";

const measuredSchema = z.object({
  title: z.string(),
  goal: z.string(),
  date: z.string(),
  machine: z.object({
    cpu: z.string(),
    cores: z.number(),
    memoryGb: z.number(),
    platform: z.string(),
    node: z.string(),
  }),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  verdicts: z.array(
    z.object({ goal: z.string(), measured: z.string(), isMet: z.boolean() }),
  ),
  notes: z.array(z.string()).default([]),
});
type Measured = z.infer<typeof measuredSchema>;

/** All results, by the name of their benchmark. */
export const resultsSchema = z.record(z.string(), measuredSchema);

/** The results as a Markdown page: charts, goals with their figures, tables and notes. */
export function reportOf(
  results: z.infer<typeof resultsSchema>,
): Promise<string> {
  const page = [
    "# Benchmarks",
    "Written by `npm run bench`; what it means, and what was done about it, is in [performance](performance.md).",
    ...Object.entries(results).map(([name, one]) => sectionOf(name, one)),
  ].join("\n\n");
  return format(page, { parser: "markdown" });
}

function sectionOf(
  name: string,
  { title, date, machine, rows, verdicts, notes }: Measured,
): string {
  const { cpu, cores, memoryGb, platform, node } = machine;
  const met = verdicts.map(({ goal, measured, isMet }) => ({
    goal,
    measured,
    "": isMet ? "met" : "missed",
  }));
  return [
    `## ${name}: ${title}`,
    `![${title}](images/bench-${name}.svg)`,
    tableOf(met),
    tableOf(rows),
    ...notes.map((note) => `- ${note}`),
    `${date}, ${cores} x ${cpu}, ${memoryGb} GB, ${platform}, Node ${node}.`,
  ].join("\n\n");
}
