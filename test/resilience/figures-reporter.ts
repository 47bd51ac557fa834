import { cpus } from "node:os";
import type { Reporter, TestModule } from "vitest/node";
import { tableOf } from "../bench/table.ts";

/** Prints a table of all measured figures at the end of a run. */
export class FiguresReporter implements Reporter {
  #startedAtMs = Date.now();

  onTestRunStart(): void {
    this.#startedAtMs = Date.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const figures = tests
      .flatMap((test) => test.meta().figures ?? [])
      .toSorted(
        (a, b) => a.area.localeCompare(b.area) || a.what.localeCompare(b.what),
      )
      .map(({ area, what, figure }) => ({
        Area: area,
        What: what,
        Figure: figure,
      }));
    const minutes = ((Date.now() - this.#startedAtMs) / 60_000).toFixed(1);
    process.stdout.write(
      `\n${tableOf(figures)}\n\n${tests.length} tests in ${minutes} minutes on ${cpus().length} cores, Node ${process.version}.\n`,
    );
  }
}
