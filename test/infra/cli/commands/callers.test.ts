import { expect, test } from "vitest";
import type { Overview } from "../../../../functions/operations/contract.ts";
import { json, useCli } from "../cli-for-test.ts";

const cli = useCli();

const overviewWith = (callers: Overview["callers"]) =>
  json({
    at: "2026-11-22T12:00:00.000Z",
    statuses: [],
    reasons: [],
    warnings: [],
    limits: [],
    blocked: [],
    callers,
  } satisfies Overview);

const hr = { name: "hr", scheme: "standard-webhooks", scopes: ["onboard"] };

test("callers list shows each caller with its scheme and scopes", async () => {
  const { run } = cli();
  const { exitCode, output } = await run(["callers", "list"], {
    answer: () => overviewWith([{ ...hr, issue: "no-key" }]),
  });
  expect(exitCode).toBe(0);
  expect(output).toMatch(/hr +standard-webhooks +onboard .*no-key/);
});

test("callers list shows the preset of a caller", async () => {
  const { run } = cli();
  const bamboo = { ...hr, scheme: "bamboohr", preset: "bamboohr-fields" };
  const { output } = await run(["callers", "list"], {
    answer: () => overviewWith([hr, bamboo]),
  });
  expect(output).toMatch(/hr +bamboohr +bamboohr-fields +onboard/);
});

test("callers check ends with exit code 2, and says what to do about each issue", async () => {
  const { run } = cli();
  const { exitCode, output } = await run(["callers", "check"], {
    answer: () => overviewWith([hr, { ...hr, name: "old", issue: "old-key" }]),
  });
  expect(exitCode).toBe(2);
  expect(output).toMatch(/old +old-key +Make a new key/);
  expect(output).not.toMatch(/^hr /m);
  expect(output).toContain("secrets callers --file");
});

test("callers check ends with exit code 0 if there is no issue", async () => {
  const { run } = cli();
  const { exitCode, output } = await run(["callers", "check"], {
    answer: () => overviewWith([hr]),
  });
  expect(exitCode).toBe(0);
  expect(output).toContain("No caller of 1 has an issue");
});
