import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { metricDefinitions } from "../../../../infra/aws/metrics.ts";
import { type Alarm, metricsOf } from "../alarm.ts";
import { templateWith } from "../template.ts";
import { captures } from "../../../fixtures/captures.ts";

const topic = "arn:aws:sns:us-east-1:000000000000:community-automation-alarms";
const manual = readFileSync(
  join(import.meta.dirname, "../../../../docs/operating.md"),
  "utf8",
);

// Lists have an alarm of their own.
const alarms = templateWith({ lists: true }).propertiesOf<Alarm>(
  "AWS::CloudWatch::Alarm",
);

describe("alarms", () => {
  test("watch every metric of ours, except the counts of work", () => {
    const watched = new Set(
      alarms.flatMap(metricsOf).map(({ MetricName }) => MetricName),
    );
    expect(
      Object.keys(metricDefinitions).filter((name) => !watched.has(name)),
    ).toEqual(["Accepted", "Succeeded", "Restarted"]);
  });

  test("describe the failure in 150 to 1024 characters, cite the manual, and notify the topic", () => {
    for (const { AlarmName, AlarmDescription, AlarmActions } of alarms) {
      const name = AlarmName.replace("community-automation-", "");
      // CloudWatch limits a description to 1024 characters.
      expect(AlarmDescription).toMatch(/^.{150,1024}$/);
      expect(AlarmDescription).toContain(`(docs/operating.md, ${name})`);
      // The text tells where to see which operation or which cause it is.
      expect(AlarmDescription).toMatch(/\b(logs?|queue|traces|metric)\b/);
      expect(AlarmActions).toEqual([topic]);
    }
  });

  test("correspond one to one to the rows of the manual", () => {
    const [, section = ""] = manual.split("\n## Alarms\n");
    const [table = ""] = section.split("\n## ");
    const explained = captures(table, /^\| <a id="(.+?)"><\/a>\1 /gm);
    expect(new Set(explained)).toEqual(
      new Set(
        alarms.map(({ AlarmName }) =>
          AlarmName.replace("community-automation-", ""),
        ),
      ),
    );
  });
});
