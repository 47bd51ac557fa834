import { describe, expect, test } from "vitest";
import type { InProcessOptions } from "../../environments/in-process/deployment.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
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

  for (const scenario of ofGroup)
    test(`${scenario.name}: a kill at any request loses and doubles nothing`, async ({
      task,
    }) => {
      const { kills, boundaries, wrong } = await runKills(
        environments(),
        scenario,
      );
      recordFigure(task, {
        area: "Kill at every request",
        what: `${scenario.name}: requests x moments survived`,
        figure: `${kills - wrong.length} of ${kills}, at ${boundaries} requests`,
      });
      expect(wrong).toEqual([]);
    });
});
