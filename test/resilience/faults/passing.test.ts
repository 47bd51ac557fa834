import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { figuresOf, passingCases, runCases } from "./matrix.ts";
import { useEnvironments } from "./environment.ts";
import { differingScenarios, scenarios } from "./scenarios.ts";

const environments = useEnvironments(effort(1, 8));

for (const scenario of effort(differingScenarios.slice(1), scenarios)) {
  test(`${scenario.name}: a passing fault costs only time, and no effect is doubled`, async ({
    task,
  }) => {
    const tally = await runCases(environments(), scenario, passingCases);
    recordFigure(task, figuresOf(`${scenario.name}, passing`, tally));
    expect(tally.wrong).toEqual([]);
  });
}
