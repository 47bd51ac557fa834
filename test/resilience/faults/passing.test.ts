import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { figuresOf, passingCases, playCases } from "./matrix.ts";
import { useStages } from "./environment.ts";
import { differingStories, stories } from "./scenarios.ts";

const stages = useStages(effort(2, 8));

for (const story of effort(differingStories, stories)) {
  test(`${story.name}: fault that passes costs time only, and nothing is there twice`, async ({
    task,
  }) => {
    const tally = await playCases(stages(), story, passingCases);
    recordFigure(task, figuresOf(`${story.name}, passing`, tally));
    expect(tally.wrong).toEqual([]);
  });
}
