import { describe, expect, test } from "vitest";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";
import { effort } from "../effort.ts";
import { useEnvironments } from "./environment.ts";
import { runKills } from "./kills.ts";
import {
  differingScenarios,
  type FaultScenario,
  rejectedDeletion,
  rejectedDisabling,
  renaming,
  scenarios,
} from "./scenarios.ts";

const zero = { percent: 0, min: 0, max: 0 };
const groups: [
  limit: string,
  options: InProcessOptions,
  scenarios: readonly FaultScenario[],
][] = [
  [
    "no limit",
    {},
    effort([...differingScenarios, renaming], [...scenarios, renaming]),
  ],
  ["a disable limit of zero", { disableLimit: zero }, [rejectedDisabling]],
  ["a deletion limit of zero", { deletionLimit: zero }, [rejectedDeletion]],
];

describe.each(groups)("with %s", (_limit, options, ofGroup) => {
  // Thousands of kills are quick on tables in memory.
  const environments = useEnvironments(effort(1, 4), {
    ...options,
    tables: "in-memory",
    timeScale: 0.0001,
  });

  test.each(ofGroup)(
    "$name: a kill at any request loses and doubles nothing",
    async (scenario) => {
      expect(await runKills(environments(), scenario)).toEqual([]);
    },
  );
});
