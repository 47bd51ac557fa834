import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newFolder } from "../fixtures/new-folder.ts";
import { effort } from "../resilience/effort.ts";

// A process of its own: the simulator replaces the clock and the timers of its process.
const run = promisify(execFile);
const file = join(import.meta.dirname, "simulate.ts");
const simulate = async (...options: string[]) =>
  run(process.execPath, [file, ...options]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );

const folder = newFolder();
const small = ["--days", "15", "--people", "8", "--faults", "hard"];

test("the same seed gives the same trace, byte for byte, and nothing is broken in it", async () => {
  const traces = ["one", "two"].map((name) => join(folder, name));
  const reports = await Promise.all(
    traces.map((trace) => simulate("--seed", "3", ...small, "--trace", trace)),
  );
  for (const report of reports) expect(report).toContain("nothing is broken");
  const [one, two] = traces.map((trace) => readFileSync(trace));
  expect(one?.equals(two!)).toBe(true);
  expect(one?.toString()).toMatch(/HR: employee.terminated of E-\d+/);
});

/** Some weeks with usual faults, or ten years with hard ones. */
const [runs, days] = [effort(1, 10), effort("15", "365")];
const faults = effort("usual", "hard");

test.each(Array.from({ length: runs }, (_, n) => n))(
  "run %i with a seed that is another one each time breaks nothing",
  async (n) => {
    const seed = `${Date.now() % 1_000_000}-${n}`;
    const size = ["--days", days, "--people", "12", "--faults", faults];
    const report = await simulate("--seed", seed, ...size);
    expect(report).toContain("nothing is broken");
  },
);
