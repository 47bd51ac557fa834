import { expect, test } from "vitest";
import { faultRuleSchema } from "../../../infra/local/platform/faults/fault-rule.ts";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { playCalm } from "./baseline.ts";
import { expectOnce } from "./expected.ts";
import { play } from "./run-scenario.ts";
import { playAll, useStages } from "./environment.ts";
import { stories } from "./scenarios.ts";

/**
 * A call is given up after 200 ms, and takes effect after 400. The 10 s for which we wait before we look take a second
 * then, and the lease of 90 s that no other writer gets in between is as long as ever.
 */
const stages = useStages(effort(1, 4), { callTimeoutMs: 200, timeScale: 0.1 });
const latency = { kind: "latency", ms: 400, times: 1 } as const;

test("a request that takes effect after it was given up is not made twice", async ({
  task,
}) => {
  const [stage] = stages();
  if (!stage) throw new Error("there is no stage");
  const tally = { cases: 0, wrong: [] as string[] };
  for (const story of effort(stories.slice(0, 1), stories)) {
    const calm = await playCalm(stage, story);
    const all = calm.places.filter(({ method }) => method !== "GET");
    const cases = effort(all.slice(-1), all);
    const wrong = await playAll(
      cases,
      stages(),
      async (stage, { method, path, skip }) => {
        const { first } = await play(stage, story, () =>
          stage.platform.faults.add(
            faultRuleSchema.parse({ ...latency, method, path, skip }),
          ),
        );
        expect(first.warnings).toEqual([]);
        expectOnce(stage, calm, first);
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
