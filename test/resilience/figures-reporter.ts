import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { format } from "prettier";
import type { Reporter, TestModule } from "vitest/node";
import { tableOf } from "../bench/table.ts";

const document = join(import.meta.dirname, "../../docs/reliability.md");
const between = /(<!-- figures -->\n)[^]*(<!-- \/figures -->)/;

/**
 * Prints a table of all measured figures at the end of a run. If the run was whole and no test failed, the table
 * replaces the one in docs/reliability.md.
 */
export class FiguresReporter implements Reporter {
  #startedAtMs = Date.now();
  readonly #isWhole: boolean;

  constructor({ isWhole }: { isWhole: boolean }) {
    this.#isWhole = isWhole;
  }

  onTestRunStart(): void {
    this.#startedAtMs = Date.now();
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _errors: readonly unknown[],
    reason: string,
  ): Promise<void> {
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
    const table = [
      tableOf(figures),
      "",
      `${tests.length} tests in ${minutes} minutes on ${cpus().length} cores, Node ${process.version}.`,
      "",
    ].join("\n");
    process.stdout.write(`\n${table}`);
    if (!this.#isWhole || reason !== "passed") return;
    const text = await readFile(document, "utf8");
    const replaced = text.replace(between, `$1\n${table}\n$2`);
    await writeFile(document, await format(replaced, { parser: "markdown" }));
  }
}
