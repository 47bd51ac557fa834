import { expect, test } from "vitest";
import { faultRuleSchema } from "../../../infra/local/platform/faults/fault-rule.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { runBaseline } from "./baseline.ts";
import { expectOnce } from "./expected.ts";
import { runScenario } from "./run-scenario.ts";
import { runAll, useEnvironments } from "./environment.ts";
import { scenarios } from "./scenarios.ts";

/**
 * A call times out after 200 ms and takes effect after 400 ms. At this time scale the pause of 10 s before the next
 * read takes one second. The lease of 90 s that excludes other writers is not scaled. A cancellation after a
 * disabling without an answer waits for five minutes, here 30 s.
 */
const environments = useEnvironments(effort(1, 4), {
  callTimeoutMs: 200,
  timeScale: 0.1,
});
const latency = { kind: "latency", ms: 400, times: 1 } as const;

test("a request that takes effect after its timeout is not repeated", async ({
  task,
}) => {
  const [environment] = environments();
  if (!environment) throw new Error("there is no environment");
  const tally = { cases: 0, wrong: [] as string[] };
  for (const scenario of effort(scenarios.slice(0, 1), scenarios)) {
    const baseline = await runBaseline(environment, scenario);
    const all = baseline.targets.filter(({ method }) => method !== "GET");
    const cases = effort(all.slice(-1), all);
    const wrong = await runAll(
      cases,
      environments(),
      async (environment, { method, path, skip }) => {
        const { first } = await runScenario(environment, scenario, () =>
          environment.platform.faults.add(
            faultRuleSchema.parse({ ...latency, method, path, skip }),
          ),
        );
        expect(first.warnings).toEqual([]);
        expectOnce(environment, baseline, first);
      },
    );
    tally.cases += cases.length;
    tally.wrong.push(...wrong);
  }
  recordFigure(task, {
    area: "Platform faults",
    what: "answers after the timeout",
    figure: `${tally.cases - tally.wrong.length} of ${tally.cases} end right, each write once`,
  });
  expect(tally.wrong).toEqual([]);
});
