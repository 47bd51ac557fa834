import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { useEnvironments } from "./environment.ts";
import { lastingCases, runCases } from "./matrix.ts";
import { differingScenarios, scenarios } from "./scenarios.ts";

const environments = useEnvironments(effort(1, 8));

test.each(effort(differingScenarios.slice(0, 2), scenarios))(
  "$name: a lasting fault ends or blocks the operation, and after the fault all is done once",
  async (scenario) => {
    expect(await runCases(environments(), scenario, lastingCases)).toEqual([]);
  },
);
