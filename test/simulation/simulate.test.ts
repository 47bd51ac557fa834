import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../fixtures/new-folder.ts";
import { isThorough } from "../resilience/effort.ts";
import { runAlone } from "./run-alone.ts";

const simulate = (...options: string[]) => runAlone("simulate.ts", ...options);
const folder = newFolder();
/** Another seed in each run of the tests. */
const seedOf = (n: number) => `${Date.now() % 1_000_000}-${n}`;

test("a new seed breaks nothing in ten days, and gives the same trace again, byte for byte", async () => {
  const seed = seedOf(0);
  const size = ["--days", "10", "--people", "12", "--faults", "usual"];
  const traces = ["one", "two"].map((name) => join(folder, name));
  const reports = await Promise.all(
    traces.map((trace) => simulate("--seed", seed, ...size, "--trace", trace)),
  );
  for (const report of reports) expect(report).toContain("nothing is broken");
  const [one, two] = traces.map((trace) => readFileSync(trace));
  expect(one?.equals(two!)).toBe(true);
  expect(one?.toString()).toMatch(/HR: employee\.\w+ of E-\d+/);
  // Two processes of some seconds each, on a busy machine.
}, 120_000);

test.runIf(isThorough).each(Array.from({ length: 10 }, (_, n) => n + 1))(
  "hard year %i of a new seed breaks nothing",
  async (n) => {
    const size = ["--days", "365", "--people", "12", "--faults", "hard"];
    const report = await simulate("--seed", seedOf(n), ...size);
    expect(report).toContain("nothing is broken");
  },
);
