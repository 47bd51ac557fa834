import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

// A process of its own: the simulator replaces the clock and the timers of its process.
const run = promisify(execFile);
const file = join(import.meta.dirname, "simulate.ts");
const simulate = async (...options: string[]) =>
  run(process.execPath, [file, ...options]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "simulation-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const small = ["--days", "20", "--people", "8", "--faults", "hard"];

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

test("a run with another seed each time breaks nothing", async () => {
  const seed = String(Date.now() % 1_000_000);
  const report = await simulate("--seed", seed, ...small);
  expect(report).toContain("nothing is broken");
});
