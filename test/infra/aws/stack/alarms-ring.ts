import { beforeEach, describe, expect, test } from "vitest";
import { metricDefinitions } from "../../../../infra/aws/metrics.ts";
import { routes } from "../../../../infra/aws/deployment/functions.ts";
import { product } from "../../../../infra/aws/deployment/product.ts";
import { dayMs } from "../../../../shared/durations.ts";
import { parseJson } from "../../../../shared/parse-json.ts";
import { useInProcess } from "../../../environments/in-process.ts";
import {
  fieldOf,
  readFilterPattern,
} from "../../../fixtures/filter-pattern.ts";
import { rows } from "../../../fixtures/rows.ts";
import { type Alarm, metricsOf, type MetricFilter } from "../alarm.ts";
import { shippedTemplate } from "../template.ts";
import {
  breakDown,
  neverRun,
  ordinaryDay,
  playHire,
  readingCaller,
  silentSource,
  type Situation,
  situations,
} from "./situations.ts";

const environment = useInProcess({
  deletionLimit: { percent: 100, min: 1, max: 1 },
  renameLimit: { percent: 0, min: 1, max: 1 },
  repeatedHire: "update",
  callers: { reading: readingCaller },
  sources: { people: silentSource },
});
const template = shippedTemplate();
const filters = template.propertiesOf<MetricFilter>("AWS::Logs::MetricFilter");
const alarms = template
  .all<Alarm>("AWS::CloudWatch::Alarm")
  .map(({ Properties }) => ({
    name: Properties.AlarmName.slice(product.length + 1),
    threshold: Properties.Threshold,
    metrics: metricsOf(Properties).map(({ Namespace, MetricName }) => ({
      namespace: Namespace,
      name: MetricName,
    })),
  }));

/** One case for each metric filter that an alarm watches. */
const cases = alarms.flatMap(({ name, threshold, metrics }) =>
  metrics
    .filter(({ namespace }) => namespace === product)
    .flatMap((metric) =>
      filters
        .filter(
          ({ MetricTransformations: [one] }) => one.MetricName === metric.name,
        )
        .map((filter) => ({
          alarm: name,
          threshold,
          metric: metric.name,
          log: filter.LogGroupName.split(`${product}-`).at(-1) ?? "",
          filter,
        })),
    ),
);

/** What the lines add to the metric of the filter. */
function valueOf(
  { FilterPattern, MetricTransformations: [{ MetricValue }] }: MetricFilter,
  lines: string[],
): number {
  return lines
    .filter(readFilterPattern(FilterPattern))
    .map((line) =>
      MetricValue.startsWith("$.")
        ? Number(fieldOf(parseJson(line), MetricValue))
        : Number(MetricValue),
    )
    .reduce((sum, value) => sum + value, 0);
}

/** The lines that all functions write while the situation plays. */
async function writtenIn(play: Situation) {
  const { written } = environment();
  const before = written.length;
  await play(environment());
  return written.slice(before);
}

/** What the lines add to the metric, each by the filter of its log. */
const totalOf = (
  metric: string,
  written: Awaited<ReturnType<typeof writtenIn>>,
) =>
  cases
    .filter((one) => one.metric === metric)
    .map(({ log, filter }) =>
      valueOf(
        filter,
        written.filter((one) => one.function === log).map(({ line }) => line),
      ),
    )
    .reduce((sum, value) => sum + value, 0);

// The limits count the leavers of 24 hours, so each test has days of its own.
beforeEach(() => environment().advanceTime(2 * dayMs));

const isReport = ({ filter }: (typeof cases)[number]) =>
  filter.FilterPattern.includes("platform.report");
/** One case for each metric that counts lines of our code, and not only the reports of Lambda. */
const casesOfOurLines = [
  ...new Map(
    cases
      .filter((one) => one.log !== "access")
      .filter((one) => !isReport(one) || one.metric === "Crashed")
      .map((one) => [one.metric, one]),
  ).values(),
];

describe("the metric filters of the alarms", () => {
  test.each(casesOfOurLines)(
    "let $alarm ring, by the metric $metric",
    async ({ threshold, metric }) => {
      const play = new Map(Object.entries(situations)).get(metric);
      if (!play)
        throw new Error(
          `add a situation to situations.ts, in which a function writes a line for ${metric}`,
        );
      const total = totalOf(metric, await writtenIn(play));
      expect(total).toBeGreaterThanOrEqual(threshold);
    },
  );

  test("let too-many-requests ring only if API Gateway refuses a request to a receiver of events", () => {
    const [filter] = cases
      .filter(({ log }) => log === "access")
      .map((one) => one.filter);
    const [stage] = template.all<{ AccessLogSettings: { Format: string } }>(
      "AWS::ApiGatewayV2::Stage",
    );
    const line = (values: Record<string, string>) =>
      stage!.Properties.AccessLogSettings.Format.replaceAll(
        /\$context\.([\w.]+)/g,
        // API Gateway writes a hyphen for a value that the request does not have.
        (_, name: string) => values[name] ?? "-",
      );
    const ringing = routes.filter(({ path }) => {
      const routeKey = `ANY ${path}`;
      const integrationStatus = "200";
      const refusedByFunction = { status: "429", routeKey, integrationStatus };
      const accepted = { status: "202", routeKey, integrationStatus };
      const others = [line(refusedByFunction), line(accepted)];
      expect(valueOf(filter!, others)).toBe(0);
      return valueOf(filter!, [line({ status: "429", routeKey })]) === 1;
    });
    expect(ringing.map(({ path }) => path)).toEqual([
      "/onboarding/{caller}",
      "/offboarding/{caller}",
      "/profile/{caller}",
      "/status/{caller}",
      "/events/{caller}",
      "/scim/v2/{caller}/{path+}",
    ]);
  });

  /** What Lambda logs at the end of an invocation: the event platform.report of its Telemetry API. */
  const report = (status: string, durationMs = 12.3) =>
    JSON.stringify({
      time: "2026-11-26T09:00:00.000Z",
      type: "platform.report",
      record: {
        requestId: "7f3b1d3e",
        metrics: { durationMs, billedDurationMs: 13, memorySizeMB: 512 },
        status,
      },
    });

  test.each(cases.filter(isReport))(
    "let $alarm ring, by the report of Lambda in the log of $log",
    ({ metric, filter, threshold }) => {
      const [good, bad] =
        metric === "Crashed"
          ? [
              [report("success", 60_000)],
              ["error", "timeout", "failure"].map((status) => report(status)),
            ]
          : [[report("success")], [report("success", threshold)]];
      expect(valueOf(filter, good)).toBeLessThan(threshold);
      expect(valueOf(filter, bad)).toBeGreaterThanOrEqual(threshold);
    },
  );

  test("do not let operations-overdue ring for operations that go on after an outage", async () => {
    const written = await writtenIn(playHire("B-4", breakDown));
    const isDispatch = readFilterPattern(
      '{ $.message = "dispatched" && $.count > 0 }',
    );
    const dispatched = written.filter(({ line }) => isDispatch(line));
    expect(dispatched).not.toEqual([]);
    expect(totalOf("OverdueSeconds", dispatched)).toBe(0);
  });

  test("match no line of an ordinary day", async () => {
    const day = await writtenIn(ordinaryDay);
    expect(day.length).toBeGreaterThan(5);
    for (const { metric } of casesOfOurLines)
      expect(totalOf(metric, day)).toBe(0);
  });
});

test.each(rows<["Accepted" | "Succeeded" | "Restarted", string, Situation]>`
  Accepted | an ordinary day | ${ordinaryDay}
  Succeeded | an ordinary day | ${ordinaryDay}
  Restarted | an operation that never runs | ${neverRun}
`)("the metric %s counts lines of %s", async (name, _, play) => {
  const { pattern, logs } = metricDefinitions[name];
  const names = new Set<string>(logs);
  const lines = await writtenIn(play);
  const counted = lines.filter(
    (one) => names.has(one.function) && readFilterPattern(pattern)(one.line),
  );
  expect(counted).not.toEqual([]);
});

test("a metric of ours that an alarm watches has a metric filter", () => {
  const ours = alarms.flatMap(({ metrics }) =>
    metrics.filter(({ namespace }) => namespace === product),
  );
  const counted = filters.map(
    ({ MetricTransformations: [one] }) => one.MetricName,
  );
  for (const { name } of ours) expect(counted).toContain(name);
});
