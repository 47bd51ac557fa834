import { describe, expect, test } from "vitest";
import {
  type MetricName,
  metricDefinitions,
} from "../../../../infra/aws/metrics.ts";
import { readFilterPattern } from "../../../fixtures/filter-pattern.ts";
import { hireEvent } from "../../../fixtures/hire.ts";
import { effort } from "../../../resilience/effort.ts";
import { deliver, deployed, event } from "./environment.ts";

describe("metric filters", () => {
  test("match the lines that the functions log", async () => {
    await fetch(`${deployed().origin}/onboarding/nobody`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    // A request to the operators' API counts too.
    await fetch(`${deployed().origin}/operations?employeeId=E-1`);
    // The deletion limit allows three deletions, and a test that runs in full has used one of them.
    for (const employeeId of ["E-50", "E-51", "E-52", "E-53"]) {
      await deliver("/onboarding", hireEvent(employeeId));
      const left = { employeeId, graceDays: 0 };
      await deliver("/offboarding", event("employee.terminated", left));
    }

    const countOf = ({
      pattern,
      of,
    }: (typeof metricDefinitions)[MetricName]) => {
      const matches = readFilterPattern(pattern);
      return deployed().logs.filter(
        ({ name, line }) => of.some((one) => one === name) && matches(line),
      ).length;
    };
    expect(countOf(metricDefinitions.Accepted)).toBeGreaterThan(9);
    expect(countOf(metricDefinitions.Succeeded)).toBeGreaterThan(5);
    expect(countOf(metricDefinitions.Rejected)).toBe(2);
    // One that never ran.
    expect(countOf(metricDefinitions.NeedsAttention)).toBe(1);
    expect(countOf(metricDefinitions.Restarted)).toBe(2);
    expect(countOf(metricDefinitions.OverdueSeconds)).toBeGreaterThan(2);
    expect(countOf(metricDefinitions.Held)).toBe(effort(1, 2));
    expect(countOf(metricDefinitions.Failed)).toBe(0);
  });
});
