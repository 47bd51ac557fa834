import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The files that take longest. If one of them began last, the other processors would be idle. Vitest begins with the
 * largest files if no run has noted durations yet, and some of these files are small.
 */
const longest = [
  "faults/kill",
  "faults/passing",
  "faults/lasting",
  "functions/front-door",
  "console/browser",
  "simulation/simulate",
  "histories/histories",
  "simulation/scim-load",
  "lists/failing-pulls",
  "lists/apply",
  "checker/checker",
  "aws/stack",
];

/** Begins with the files that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.includes(name));
  return rank === -1 ? longest.length : rank;
}
