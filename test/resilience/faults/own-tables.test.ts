import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { type Calm, playCalm } from "./baseline.ts";
import { expectOnce } from "./expected.ts";
import { play } from "./run-scenario.ts";
import { playAll, type Stage, useStages } from "./environment.ts";
import { stories, type Story } from "./scenarios.ts";

const stages = useStages(effort(2, 8));

/** The command, the kind of item, and how many such requests succeed before the first that does not. */
type Request = {
  table: "when" | "ofTokens";
  command: string;
  kind: string;
  skip: number;
};

/** A hiccup; and longer than a step is tried without which the operation can end. */
const short = 3;
const long = 12;

for (const story of effort(stories.slice(0, 1), stories))
  test(`${story.name}: our tables failing any command cost time, or a retry, and nothing is lost or there twice`, async ({
    task,
  }) => {
    const [stage] = stages();
    if (!stage) throw new Error("there is no stage");
    const { calm, requests } = await watch(stage, story);
    const all = [
      ...requests.map((request) => ({ ...request, times: short })),
      ...requests
        .filter(({ skip }) => skip === 0)
        .map((request) => ({ ...request, times: long })),
    ];
    const cases = effort(all.slice(-3), all);
    let retries = 0;
    const wrong = await playAll(cases, stages(), async (stage, one) => {
      const { first, last } = await play(stage, story, () => fail(stage, one));
      expectOnce(stage, calm, last);
      if (first.run !== last.run) retries++;
    });
    recordFigure(task, {
      area: "Our own tables",
      what: `${story.name}: commands failing 3 or 12 times`,
      figure: `${cases.length - wrong.length} of ${cases.length} end right, ${retries} by a retry`,
    });
    expect(wrong).toEqual([]);
  });

/** What a story comes to when all is well, and every request that it makes to our tables. */
async function watch(
  stage: Stage,
  story: Story,
): Promise<{ calm: Calm; requests: Request[] }> {
  const requests: Request[] = [];
  const counts = new Map<string, number>();
  const note = (table: Request["table"]) => (command: string, id: string) => {
    const kind = kindOf(id);
    const key = `${table} ${command} ${kind}`;
    const skip = counts.get(key) ?? 0;
    counts.set(key, skip + 1);
    requests.push({ table, command, kind, skip });
    return false;
  };
  const calm = await playCalm(stage, story);
  await play(stage, story, () => {
    stage.outage.when = note("when");
    stage.outage.ofTokens = note("ofTokens");
  });
  stage.clearUp();
  return { calm, requests };
}

function fail(
  stage: Stage,
  { table, command, kind, skip, times }: Request & { times: number },
): void {
  let seen = 0;
  stage.outage[table] = (actual, id) => {
    if (actual !== command || kindOf(id) !== kind) return false;
    seen++;
    return seen > skip && seen <= skip + times;
  };
}

/** `employee#E-1` is of kind `employee`; a query has no id. */
function kindOf(id: string): string {
  return id.split("#")[0] ?? "";
}
