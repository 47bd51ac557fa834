import { describe, expect, test } from "vitest";
import {
  type MetricName,
  metricDefinitions,
} from "../../../../infra/aws/metrics.ts";
import { readFilterPattern } from "../../../fixtures/filter-pattern.ts";
import { hireEvent } from "../../../fixtures/hire.ts";
import { deliver, deployed, event, operate } from "./environment.ts";

describe("metric filters", () => {
  test("match the lines that the functions log", async () => {
    await fetch(`${deployed().origin}/onboarding/nobody`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    // A request to the operators' API counts too.
    await fetch(`${deployed().origin}/operations?employeeId=E-1`);
    // The deletion limit allows three deletions, and E-1 was the first.
    await deliver("/onboarding", hireEvent("E-4"));
    for (const employeeId of ["E-2", "E-3", "E-4"]) {
      const leaving = event("employee.terminated", { employeeId });
      const location = await deliver("/offboarding", leaving);
      expect(await operate("POST", `${location}/delete-now`)).toBe(202);
    }
    await deliver(
      "/offboarding",
      event("employee.terminated", { employeeId: "E-unknown" }),
    );

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
    // The change of E-9, the termination of E-unknown, and one that never ran.
    expect(countOf(metricDefinitions.NeedsAttention)).toBe(3);
    expect(countOf(metricDefinitions.Restarted)).toBe(2);
    expect(countOf(metricDefinitions.OverdueSeconds)).toBeGreaterThan(2);
    expect(countOf(metricDefinitions.Held)).toBe(1);
    expect(countOf(metricDefinitions.Failed)).toBe(0);
  });
});
