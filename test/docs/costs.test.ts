import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readContext } from "../../infra/aws/deployment/context.ts";
import type { FunctionName } from "../../infra/aws/deployment/function-names.ts";
import { memoryMbOf } from "../../infra/aws/deployment/memory.ts";
import { benchmark } from "../bench/calls.bench.ts";
import { acceptedHire, idleMinute } from "../bench/memory.bench.ts";
import { figuresIn, publishedPage } from "../bench/report.ts";
import { isThorough } from "../resilience/effort.ts";
import {
  type Alarm,
  metricsOf,
  type MetricFilter,
} from "../infra/aws/alarm.ts";
import { shippedTemplate } from "../infra/aws/template.ts";
import { markdownTable } from "../fixtures/markdown-table.ts";
import { expectParts } from "./generated-parts.ts";
import { estimates, prices } from "./prices.ts";

const template = shippedTemplate();
const inTemplate = {
  alarmMetrics: template
    .propertiesOf<Alarm>("AWS::CloudWatch::Alarm")
    .flatMap(metricsOf).length,
  customMetrics: new Set(
    template
      .propertiesOf<MetricFilter>("AWS::Logs::MetricFilter")
      .map(({ MetricTransformations: [one] }) => one.MetricName),
  ).size,
  dashboards: template.all("AWS::CloudWatch::Dashboard").length,
  secrets: template.all("AWS::SecretsManager::Secret").length,
};

const benchmarks = readFileSync(publishedPage, "utf8");
/** What `npm run bench -- calls` counted. */
const counted = figuresIn(benchmarks, "calls");
/** What `npm run bench -- memory` measured at the deployed sizes, with a platform that answers in 50 ms. */
const billed = figuresIn(benchmarks, "memory").filter(
  (row) => row["deployed"] === "yes",
);

/** Billed seconds of a run at the deployed size. */
function billedSecondsOf(run: string, state: "cold" | "warm"): number {
  const ms = billed.find((row) => row["run"] === run)?.[`${state} ms`];
  if (typeof ms !== "number")
    throw new Error(`npm run bench -- memory has not measured: ${run}`);
  return ms / 1_000;
}

const gbOf = (name: FunctionName) => memoryMbOf(name, readContext()) / 1_024;
const workflowGb = gbOf("employment-workflow");

/** The operations of the tables, each with the rows of the benchmark that are added up for it. */
const operations = {
  "Hire, 200 KB avatar, 5 tasks": ["onboarding: avatar, 5 tasks"],
  "Hire alone": ["onboarding: nothing but the person"],
  "Offboarding at once": ["offboarding at once"],
  "Offboarding with a grace period": [
    "offboarding with a grace period: disable",
    "offboarding with a grace period: delete",
  ],
  Change: ["change of a title"],
  Suspension: ["suspension"],
  Status: ["status"],
};
type OperationName = keyof typeof operations;
const names = Object.keys(operations) as OperationName[];

function countOf(name: OperationName, column: string): number {
  return operations[name]
    .map((operation) => counted.find((row) => row["operation"] === operation))
    .reduce((sum, row) => {
      const count = row?.[column];
      if (typeof count !== "number")
        throw new Error(`${name}: ${column} was not counted`);
      return sum + count;
    }, 0);
}

function partsOf(name: OperationName) {
  const count = (column: string) => countOf(name, column);
  const executions = operations[name].length;
  const receiver = billedSecondsOf(acceptedHire, "cold");
  const workflow = operations[name].reduce(
    (sum, run) => sum + billedSecondsOf(run, "cold"),
    0,
  );
  const entries = estimates.indexEntries[name];
  const gbMonths = name.includes("avatar") ? estimates.avatarGbMonths : 0;
  const line = (amount: string, dollars: number) => ({ amount, dollars });
  return {
    "Durable operations, one for each checkpoint": line(
      `${count("checkpoints")}`,
      count("checkpoints") * prices.durableOperation,
    ),
    "DynamoDB, write units, table and indexes": line(
      `${count("write units")} + ${entries}`,
      (count("write units") + entries) * prices.writeUnit,
    ),
    "DynamoDB, read units": line(
      `${count("read units")}`,
      count("read units") * prices.readUnit,
    ),
    "DynamoDB, storage of the avatar": line(
      gbMonths > 0 ? "14 days" : "0",
      gbMonths * prices.storageGbMonth,
    ),
    "Lambda, compute, receiver and workflow": line(
      `${receiver.toFixed(2)} + ${workflow.toFixed(2)} s`,
      (receiver * gbOf("onboarding-receiver") + workflow * workflowGb) *
        prices.gbSecond,
    ),
    "Lambda and API, requests": line(
      `${1 + executions} + 1`,
      (1 + executions) * prices.invocation + prices.apiRequest,
    ),
    "X-Ray": line(`${estimates.traces}`, estimates.traces * prices.trace),
    "Logs and history": line(
      "10 KB",
      estimates.logGb * prices.logGb + estimates.historyGb * prices.historyGb,
    ),
  };
}

const totalOf = (name: OperationName) =>
  Object.values(partsOf(name)).reduce((sum, { dollars }) => sum + dollars, 0);
/** Dollars for a thousand operations. */
const perThousand = (name: OperationName) => (totalOf(name) * 1_000).toFixed(2);

/** A table whose first column has names. The other columns have numbers, and are aligned right. */
const table = (header: string[], rows: string[][]) =>
  markdownTable(header, rows, ["---", ...header.slice(1).map(() => "--:")]);

const minutesOfMonth = 30 * 24 * 60;

const month = {
  "The dashboard": inTemplate.dashboards * prices.dashboard,
  Alarms: inTemplate.alarmMetrics * prices.alarmMetric,
  Secrets: inTemplate.secrets * prices.secret,
  "The scheduler, every minute":
    minutesOfMonth *
    (billedSecondsOf(idleMinute, "warm") *
      gbOf("scheduler-handler") *
      prices.gbSecond +
      estimates.schedulerReadUnits * prices.readUnit +
      estimates.schedulerLogGb * prices.logGb +
      prices.invocation),
};
const monthTotal = Object.values(month).reduce((sum, one) => sum + one, 0);

const companies = [1_000, 10_000, 100_000, 1_000_000];
const inDollars = (value: number) =>
  value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString("en-US");
/** Hires in a month, and as many leavers, with 20 % a year. */
const hiresOf = (people: number) => (people * 0.2) / 12;
/** An employee has 1 KB, and a status of 1.5 KB on each of the 90 days for which operations are kept. */
const storageGbOf = (people: number) => (people * (1 + 90 * 1.5)) / 1e6;

const parts = Object.keys(partsOf("Status")) as (keyof ReturnType<
  typeof partsOf
>)[];

/** Figures inside a sentence. */
const figures: Record<string, string> = {
  "cost-of-month": monthTotal.toFixed(0),
  "cost-of-metrics": (inTemplate.customMetrics * prices.customMetric).toFixed(
    2,
  ),
  "cost-of-hires": perThousand("Hire, 200 KB avatar, 5 tasks"),
  "cost-of-statuses": perThousand("Status"),
  "cost-of-second": (1_000 * workflowGb * prices.gbSecond).toFixed(3),
};

const tables: Record<string, string> = {
  requests: table(
    ["Operation", "Calls to the platform", "Reads of our tables", "Writes"],
    counted.map((row) =>
      ["operation", "platform calls", "DynamoDB reads", "DynamoDB writes"].map(
        (column) => String(row[column]),
      ),
    ),
  ),
  costs: table(
    ["For 1,000", ...names],
    [
      ...parts.map((part) => [
        part,
        ...names.map((name) => {
          const { amount, dollars } = partsOf(name)[part];
          return `${amount}: ${(dollars * 1_000).toFixed(3)}`;
        }),
      ]),
      ["**Together**", ...names.map((name) => `**${perThousand(name)}**`)],
    ],
  ),
  "costs-short": table(
    ["For 1,000", "$"],
    names.map((name) => [name, perThousand(name)]),
  ),
  month: table(
    ["For a month without events", "$"],
    [
      ...Object.entries(month).map(([name, value]) => [name, value.toFixed(2)]),
      ["**Together**", `**${monthTotal.toFixed(2)}**`],
    ],
  ),
  companies: table(
    [
      "Dollars a month of a company of",
      ...companies.map((people) => people.toLocaleString("en-US")),
    ],
    [
      [
        "Statuses, 30 each",
        ...companies.map((people) =>
          inDollars(30 * people * totalOf("Status")),
        ),
      ],
      [
        "Hires, leavers, table, fixed costs",
        ...companies.map((people) =>
          inDollars(
            hiresOf(people) *
              (totalOf("Hire, 200 KB avatar, 5 tasks") +
                totalOf("Offboarding with a grace period")) +
              storageGbOf(people) * prices.storageGbMonth +
              monthTotal,
          ),
        ),
      ],
    ],
  ),
};

test.each(["README.md", "docs/performance.md", "docs/operating.md"])(
  "%s has the costs of the counted requests and the billed time (`--update` writes them)",
  async (page) => {
    const text = readFileSync(page, "utf8");
    const shown = Object.entries({ ...figures, ...tables }).filter(([name]) =>
      text.includes(`<!-- ${name} -->`),
    );
    expect(shown.length).toBeGreaterThan(1);
    await expectParts(page, Object.fromEntries(shown));
  },
);

/** On a busy machine, a request may be late and be sent again, so the test is tried three times. */
test.runIf(isThorough)(
  "a run makes the requests that docs/benchmarks.md has (`npm run bench -- calls` counts them again)",
  { timeout: 100_000, retry: 2 },
  async () => {
    const requestsOf = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => [
        row["operation"],
        row["platform calls"],
        row["DynamoDB reads"],
        row["DynamoDB writes"],
      ]);
    const { rows } = await benchmark.run({
      rounds: (whole) => whole,
      progress: () => undefined,
    });
    expect(requestsOf(rows)).toEqual(requestsOf(counted));
    // Steps that end at the same moment share a checkpoint, so a run may have fewer.
    for (const [index, { checkpoints }] of rows.entries())
      expect(checkpoints).toBeLessThanOrEqual(
        Number(counted[index]?.["checkpoints"]),
      );
  },
);
