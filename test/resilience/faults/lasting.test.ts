import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { figuresOf, lastingCases, runCases } from "./matrix.ts";
import { useEnvironments } from "./environment.ts";
import { differingScenarios, scenarios } from "./scenarios.ts";

const environments = useEnvironments(effort(1, 8));

for (const scenario of effort(differingScenarios.slice(0, 2), scenarios)) {
  test(`${scenario.name}: a lasting fault ends or blocks it with its reason, and then the rest is done once`, async ({
    task,
  }) => {
    const tally = await runCases(environments(), scenario, lastingCases);
    recordFigure(task, figuresOf(`${scenario.name}, lasting`, tally));
    expect(tally.wrong).toEqual([]);
  });
}
