import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rows } from "../../fixtures/rows.ts";
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

test.each(rows<[number, boolean, RegExp]>`
  ${900}   | ${true}  | ${/^$/}
  ${900}   | ${false} | ${/^$/}
  ${1_500} | ${true}  | ${/… read operations \(1\.5 s\).*\r\p{Cc}\[K$/su}
  ${6_500} | ${false} | ${/^ {2}… read operations \(1\.0 s\)\n {2}… read operations \(6\.0 s\)\n$/}
`)(
  "progress is shown only after a second: work of %i ms, terminal: %s",
  async (durationMs, isTTY, expected) => {
    let shown = "";
    const stream = { isTTY, write: (text: string) => (shown += text) };
    const work = Promise.withResolvers<void>();
    const options = { stream, terminalAfterMs: 1000 };
    const working = withProgress(
      "read operations",
      () => work.promise,
      options,
    );
    await vi.advanceTimersByTimeAsync(durationMs);
    work.resolve();
    await working;
    expect(shown).toMatch(expected);
  },
);

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
