import { beforeAll, expect, test } from "vitest";
import { refusedBy } from "./refused-by.ts";

/** Comparisons of an employment's times, which the linter refuses outside of the rules. */
const comparisons = {
  "an instant with another one": "one.start.dueMs <= nowMs",
  "a day with another one": "lastDay < one.start.day",
  "an end that may be absent": "(end?.dueMs ?? 0) > nowMs",
  "an instant with a sum of times":
    "nowMs < person.sinceMs + graceDays * dayMs",
  "an instant that a function makes of a day":
    'instantOf(lastDay, "end") > nowMs',
  "the days of two fields, to sort them": "one.day - other.day",
};
const others = {
  "a test whether a time is named": "one.lastDay === undefined",
  "a comparison of the due time of an item": "item.dueAtMs <= nowMs",
  "an instant that follows from another one": "one.dueMs + 1",
};

let refused = new Set<string>();

beforeAll(() => {
  const files: Record<string, string> = {};
  for (const [what, expression] of Object.entries({
    ...comparisons,
    ...others,
  }))
    for (const folder of ["functions/x", "shared/store", "shared/employment"])
      files[nameOf(folder, what)] = `export const found = ${expression};\n`;
  refused = refusedBy("no-employment-times", files);
});

test.each(Object.keys(comparisons))(
  "only shared/employment compares %s",
  (what) => {
    expect(refused).toContain(nameOf("functions/x", what));
    expect(refused).toContain(nameOf("shared/store", what));
    expect(refused).not.toContain(nameOf("shared/employment", what));
  },
);

test.each(Object.keys(others))("other code may have %s", (what) => {
  expect(refused).not.toContain(nameOf("functions/x", what));
});

function nameOf(folder: string, what: string): string {
  return `${folder}/${what.replaceAll(/\W+/g, "-")}.ts`;
}
