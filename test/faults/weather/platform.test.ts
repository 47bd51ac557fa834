import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { figuresOf, lastingCases, passingCases, playCases } from "./matrix.ts";
import { useStages } from "./stage.ts";
import {
  offboardingStories,
  onboardingStories,
  statusStories,
  stories,
} from "./stories.ts";

const stages = useStages(effort(2, 8));

const some = [
  ...onboardingStories.slice(0, 1),
  ...offboardingStories.slice(1, 2),
  ...statusStories.slice(1),
];

for (const story of effort(some, stories)) {
  test(`${story.name}: weather that passes costs time only, and nothing is there twice`, async ({
    task,
  }) => {
    const tally = await playCases(stages(), story, passingCases);
    recordFigure(task, figuresOf(`${story.name}, passing`, tally));
    expect(tally.wrong).toEqual([]);
  });

  test(`${story.name}: weather that lasts ends it with the reason, and a retry after it does all that is left, once`, async ({
    task,
  }) => {
    const tally = await playCases(stages(), story, lastingCases);
    recordFigure(task, figuresOf(`${story.name}, lasting`, tally));
    expect(tally.wrong).toEqual([]);
  });
}
