import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { useEnvironments } from "./environment.ts";
import { passingCases, runCases } from "./matrix.ts";
import { differingScenarios, scenarios } from "./scenarios.ts";

const environments = useEnvironments(effort(1, 8));

test.each(effort(differingScenarios.slice(1), scenarios))(
  "$name: a passing fault costs only time, and no effect is doubled",
  async (scenario) => {
    expect(await runCases(environments(), scenario, passingCases)).toEqual([]);
  },
);
