import { expect, test } from "vitest";
import { json, useCli } from "./cli-for-test.ts";
import { shownOperation } from "./operation-for-test.ts";

const cli = useCli();

test.each([
  ["help operations list", "operations list [options]"],
  ["help", "Watch and control"],
  ["--version", "0."],
])("the words %j are understood", async (words, shown) => {
  const { exitCode, output } = await cli().run(words.split(" "));
  expect(exitCode).toBe(0);
  expect(output).toContain(shown);
});

test("--json and --profile may stand before the command", async () => {
  const words = "--json --profile test show op_1".split(" ");
  const { documents } = await cli().run(words, () =>
    json(shownOperation("op_1")),
  );
  expect(documents()).toMatchObject([{ id: "op_1" }]);
});

test("times are relative on a terminal of 80 columns, and exact in a pipe", async () => {
  const history = [
    {
      at: "2026-11-22T11:00:00.000Z",
      by: "caller:hr",
      status: "needs_attention",
      reason: "person-belongs-to-another",
      times: 12,
      lastAt: "2026-11-22T11:55:00.000Z",
      note: "a note that is longer than what is left of the line",
    },
  ];
  const words = "operations show op_1";
  const answer = () => json({ ...shownOperation("op_1"), history });
  const shown = await cli().run(words, { answer, columns: 80 });
  expect(shown.output).toMatch(/Created +2026-11-22T11:00:00Z \(1 h ago\)/);
  const [, trail = ""] = shown.output.split("Audit trail");
  for (const line of trail.split("What platform")[0]!.split("\n"))
    expect(line.length).toBeLessThanOrEqual(80);
  const piped = await cli().run(words, answer);
  expect(piped.output).toMatch(/Created +2026-11-22T11:00:00\.000Z$/m);
});
