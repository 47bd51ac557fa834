import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import config from "../../oxlint.config.ts";

// A project of its own with our rules, because the linter reads no text from memory.
const project = mkdtempSync(join(tmpdir(), "employment-times-"));
const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

const comparisons = {
  "an instant with another one": "one.start.dueMs <= nowMs",
  "a day with another one": "lastDay < one.start.day",
  "an end that may be absent": "(end?.dueMs ?? 0) > nowMs",
  "a sum of it": "nowMs < person.sinceMs + graceDays * dayMs",
  "what a call makes of it": 'instantOf(lastDay, "end") > nowMs',
  "the days of two fields, to sort them": "one.day - other.day",
};
const others = {
  "whether a time is named": "one.lastDay === undefined",
  "the time of an item": "item.dueAtMs <= nowMs",
  "another instant that follows from it": "one.dueMs + 1",
};

let refused: string[] = [];

beforeAll(() => {
  writeFileSync(
    join(project, ".oxlintrc.json"),
    JSON.stringify({
      jsPlugins: [resolve("infra/build/lint-plugin.ts")],
      overrides: config.overrides ?? [],
    }),
  );
  for (const [what, expression] of Object.entries({
    ...comparisons,
    ...others,
  }))
    for (const folder of ["functions/x", "shared/store", "shared/employment"])
      plant(nameOf(folder, what), expression);
  refused = namesOfRefused();
});
afterAll(() => rmSync(project, { recursive: true }));

test.each(Object.keys(comparisons))(
  "only shared/employment compares %s",
  (what) => {
    expect(refused).toContain(nameOf("functions/x", what));
    expect(refused).toContain(nameOf("shared/store", what));
    expect(refused).not.toContain(nameOf("shared/employment", what));
  },
);

test.each(Object.keys(others))("other code may ask for %s", (what) => {
  expect(refused).not.toContain(nameOf("functions/x", what));
});

function nameOf(folder: string, what: string): string {
  return `${folder}/${what.replaceAll(/\W+/g, "-")}.ts`;
}

function plant(name: string, expression: string): void {
  const file = join(project, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export const found = ${expression};\n`);
}

function namesOfRefused(): string[] {
  const oxlint = resolve("node_modules/oxlint/bin/oxlint");
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format=json"], {
    cwd: project,
    encoding: "utf8",
  });
  return reportSchema
    .parse(JSON.parse(stdout))
    .diagnostics.filter(({ code }) => code.includes("no-employment-times"))
    .map(({ filename }) => filename);
}
