import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { resolve } from "node:path";
import { format } from "prettier";
import type { Benchmark, Outcome } from "./benchmark.ts";
import { type Row, tableOf } from "./table.ts";

/** The page with all figures, which other documents read too. */
export const publishedPage = resolve(
  import.meta.dirname,
  "../../docs/benchmarks.md",
);

/** Writes the section of one benchmark. The other sections of the page stay as they are. */
export async function saveOutcome(
  page: string,
  { name, title }: Benchmark,
  outcome: Outcome,
): Promise<void> {
  const before = await readFile(page, "utf8").catch(() => "");
  const sections = new Map(sectionsOf(before));
  sections.set(name, sectionOf(name, title, outcome));
  const text = [
    "# Benchmarks",
    "Written by `npm run bench`; what it means, and what was done about it, is in [performance](performance.md).",
    ...[...sections]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([, section]) => `## ${section.trim()}`),
  ].join("\n\n");
  await writeFile(page, await format(text, { parser: "markdown" }));
}

/** The figures of a benchmark, as its section of the page shows them: the rows of the second table, after the goals. */
export function figuresIn(page: string, name: string): Row[] {
  const section = new Map(sectionsOf(page)).get(name) ?? "";
  const [, table = ""] = section.match(/^\|(?:.*\|\n)+/gm) ?? [];
  const [headings = [], , ...rows] = table.trim().split("\n").map(cellsOf);
  return rows.map((cells) =>
    Object.fromEntries(headings.map((name, at) => [name, valueOf(cells[at])])),
  );
}

/** The sections of a page, each by the name of its benchmark, with which it begins. */
function sectionsOf(page: string): [name: string, section: string][] {
  const [, ...sections] = page.split(/^## /m);
  return sections.map((text) => [text.split(":")[0] ?? "", text]);
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function valueOf(cell = ""): string | number {
  return /^-?[\d,]+(\.\d+)?$/.test(cell)
    ? Number(cell.replaceAll(",", ""))
    : cell;
}

/** The goals, the figures, the notes, and the machine. Figures of different machines cannot be compared. */
function sectionOf(
  name: string,
  title: string,
  { verdicts, rows, notes }: Outcome,
): string {
  const goals = verdicts.map(({ goal, measured, isMet }) => ({
    goal,
    measured,
    "": isMet ? "met" : "missed",
  }));
  const date = new Date().toISOString().slice(0, 10);
  const all = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${name}: ${title}`,
    tableOf(goals),
    tableOf(rows),
    ...notes.map((note) => `- ${note}`),
    `${date}, ${all.length} x ${all[0]?.model ?? "unknown"}, ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.version}.`,
  ].join("\n\n");
}
