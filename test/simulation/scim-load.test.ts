import * as z from "zod";
import { expect, test } from "vitest";
import { effort, isThorough } from "../resilience/effort.ts";
import { runAlone } from "./run-alone.ts";

const loadSchema = z.object({
  p95: z.number(),
  statuses: z.record(z.string(), z.number()),
  withoutRetryAfter: z.number(),
});
const load = async (...options: string[]) =>
  loadSchema.parse(
    JSON.parse(await runAlone("scim-load-process.ts", ...options)),
  );

test("25 mixed requests a second of two providers are all answered, 95 % of them within three seconds", async () => {
  const { p95, statuses } = await load("--seconds", effort("3", "60"));
  expect(Object.keys(statuses)).toEqual(["200", "201"]);
  expect(p95).toBeLessThan(3_000);
});

test.runIf(isThorough)(
  "requests above the rate of a slow platform are answered 429 with Retry-After, and never 5xx",
  async () => {
    const { statuses, withoutRetryAfter } = await load(
      "--calls",
      "2",
      "--seconds",
      "60",
    );
    expect(Object.keys(statuses)).toEqual(["200", "201", "429"]);
    expect(withoutRetryAfter).toBe(0);
  },
);
