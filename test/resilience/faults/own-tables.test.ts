import { expect, test } from "vitest";
import { effort } from "../effort.ts";
import { recordFigure } from "../figures.ts";
import { type Baseline, runBaseline } from "./baseline.ts";
import { expectOnce } from "./expected.ts";
import { runScenario } from "./run-scenario.ts";
import {
  runAll,
  type FaultEnvironment,
  useEnvironments,
} from "./environment.ts";
import { scenarios, type FaultScenario } from "./scenarios.ts";

const environments = useEnvironments(effort(1, 8));

/** The command, the kind of item, and how many such requests succeed before the first that fails. */
type Request = {
  table: "workflowTable" | "tokensTable";
  command: string;
  kind: string;
  skip: number;
};

/** How many requests fail: few, and more than the attempts of a step that the operation can do without. */
const short = 3;
const long = 12;

for (const scenario of effort(scenarios.slice(0, 1), scenarios))
  test(`${scenario.name}: failures of our own tables at any command cost time or one retry; no effect is lost or doubled`, async ({
    task,
  }) => {
    const [environment] = environments();
    if (!environment) throw new Error("there is no environment");
    const { baseline, requests } = await findRequests(environment, scenario);
    const all = [
      ...requests.map((request) => ({ ...request, times: short })),
      ...requests
        .filter(({ skip }) => skip === 0)
        .map((request) => ({ ...request, times: long })),
    ];
    const cases = effort(all.slice(-2), all);
    let retries = 0;
    const wrong = await runAll(
      cases,
      environments(),
      async (environment, one) => {
        const { first, last } = await runScenario(environment, scenario, () =>
          fail(environment, one),
        );
        expectOnce(environment, baseline, last);
        if (first.run !== last.run) retries++;
      },
    );
    recordFigure(task, {
      area: "Our own tables",
      what: `${scenario.name}: commands failing 3 or 12 times`,
      figure: `${cases.length - wrong.length} of ${cases.length} end right, ${retries} by a retry`,
    });
    expect(wrong).toEqual([]);
  });

/** Runs a scenario without failures. Resolves to its baseline and to every request that it makes to our tables. */
async function findRequests(
  environment: FaultEnvironment,
  scenario: FaultScenario,
): Promise<{ baseline: Baseline; requests: Request[] }> {
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
  const baseline = await runBaseline(environment, scenario);
  await runScenario(environment, scenario, () => {
    environment.partFailures.workflowTable = note("workflowTable");
    environment.partFailures.tokensTable = note("tokensTable");
  });
  environment.endFaults();
  return { baseline, requests };
}

function fail(
  environment: FaultEnvironment,
  { table, command, kind, skip, times }: Request & { times: number },
): void {
  let seen = 0;
  environment.partFailures[table] = (actual, id) => {
    if (actual !== command || kindOf(id) !== kind) return false;
    seen++;
    return seen > skip && seen <= skip + times;
  };
}

/** `employee#E-1` is of kind `employee`; a query has no id. */
function kindOf(id: string): string {
  return id.split("#")[0] ?? "";
}
