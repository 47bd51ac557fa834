import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The run of a mutant ends at the first failing test. The tests named after the mutated file come first, then those of
 * its folder, and small files before large ones.
 */
export class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const [broken, ...others] = this.ctx.config.related ?? [];
    const isOne = broken !== undefined && others.length === 0;
    return files.toSorted(
      (a, b) =>
        (isOne ? distance(a, broken) - distance(b, broken) : 0) ||
        sizeOf(a) - sizeOf(b),
    );
  }
}

function distance({ moduleId }: TestSpecification, broken: string): number {
  // The tests of the documents check the table of reason codes.
  if (broken.includes("/shared/reason-codes.ts"))
    return moduleId.includes("/test/docs/") ? 0 : 1;
  if (!dirname(moduleId).endsWith(dirname(broken).replace(/^.*\/shared/, "")))
    return 2;
  return basename(moduleId).startsWith(basename(broken, ".ts")) ? 0 : 1;
}

function sizeOf({ moduleId }: TestSpecification): number {
  return statSync(moduleId).size;
}
