import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A run that begins one of these last leaves a processor idle. */
const longest = [
  "kill/kill",
  "faults/passing",
  "faults/lasting",
  "load/load",
  "receivers/fuzz-hr",
  "receivers/fuzz-chat",
  "faults/own-tables",
];

/** Begins with the files that take minutes, the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.includes(name));
  return rank === -1 ? longest.length : rank;
}
