import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { figuresOf, lastingCases, playCases } from "./matrix.ts";
import { useStages } from "./environment.ts";
import { differingStories, stories } from "./scenarios.ts";

const stages = useStages(effort(2, 8));

for (const story of effort(differingStories, stories)) {
  test(`${story.name}: fault that lasts ends it with the reason, and a retry after it does all that is left, once`, async ({
    task,
  }) => {
    const tally = await playCases(stages(), story, lastingCases);
    recordFigure(task, figuresOf(`${story.name}, lasting`, tally));
    expect(tally.wrong).toEqual([]);
  });
}
