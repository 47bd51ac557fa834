import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { json, useCli } from "./cli-for-test.ts";
import { overviewWith } from "./operation-for-test.ts";
import { describeProgress, withProgress } from "../../../infra/cli/progress.ts";

const cli = useCli();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a stream gets while work takes so long. */
async function shownDuring(durationMs: number, isTTY: boolean) {
  let shown = "";
  const stream = { isTTY, write: (text: string) => (shown += text) };
  const work = Promise.withResolvers<void>();
  const working = withProgress("read operations", () => work.promise, {
    stream,
    terminalAfterMs: 1000,
  });
  await vi.advanceTimersByTimeAsync(durationMs);
  const during = shown;
  work.resolve();
  await working;
  return { during, after: shown };
}

test.each([true, false])(
  "work that ends within a second shows no progress (terminal: %s)",
  async (isTerminal) => {
    expect((await shownDuring(900, isTerminal)).after).toBe("");
  },
);

test("a terminal shows the progress of work that takes longer than a second, until it ends", async () => {
  const { during, after } = await shownDuring(1_500, true);
  expect(during).toContain("… read operations (1.5 s)");
  expect(after.endsWith("\r\u001B[K")).toBe(true);
});

test("a pipe gets a line after a second, and another one after five more", async () => {
  const { after } = await shownDuring(6_500, false);
  expect(after.trimEnd().split("\n")).toEqual([
    "  … read operations (1.0 s)",
    "  … read operations (6.0 s)",
  ]);
});

test("a command shows which request of the API takes longer than a second", async () => {
  const { errors } = await cli().run("overview", async () => {
    await vi.advanceTimersByTimeAsync(1_500);
    return json(overviewWith({}));
  });
  expect(errors).toContain("… read the overview (1.0 s)");
});

test.each([
  [0, 1_000, 5_000, "0 of 1,000"],
  [30, 1_000, 400, "30 of 1,000"],
  [300, 1_000, 12_000, "300 of 1,000, 25 a second, 28 s left"],
  [10, 70, 60_000, "10 of 70, 0.2 a second, 6 min left"],
])("describes %i of %i in %i ms", (done, total, elapsedMs, words) => {
  expect(describeProgress(done, total, elapsedMs)).toBe(words);
});
