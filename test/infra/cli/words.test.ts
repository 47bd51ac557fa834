import { expect, test } from "vitest";
import { json, useCli } from "./cli-for-test.ts";
import { shownOperation } from "./operation-for-test.ts";
import type { ShownOperation } from "../../../functions/operations/contract.ts";
import { lastRounds } from "../../../infra/cli/console/words.ts";
import { describeWait } from "../../../infra/cli/wait-words.ts";
import { rows } from "../../fixtures/rows.ts";

const cli = useCli();

test("times are relative on a terminal, whose columns hold the audit trail, and exact in a pipe", async () => {
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

const dueAt = "2027-01-01T00:00:00.000Z";

test.each(rows<[Partial<ShownOperation>, string]>`
  ${{ type: "employee.hired" }} | E-1 will be created on the platform on 1 Jan. Nobody has to do anything.
  ${{ type: "employee.hired", phase: "creation" }} | E-1 is suspended, and will get access when the suspension ends. The operation looks again on 1 Jan.
  ${{ type: "employee.hired", phase: "start" }} | E-1 was created disabled, and will be enabled on 1 Jan. Nobody has to do anything.
  ${{ type: "employee.terminated" }} | E-1 will be disabled on 1 Jan. Nobody has to do anything.
  ${{ type: "employee.terminated", phase: "grace", contents: 37 }} | E-1 is disabled, and will be deleted on 1 Jan, with at least 37 contents. Nobody has to do anything.
  ${{ type: "employee.suspended", phase: "suspended" }} | E-1 is disabled, and will be enabled again on 1 Jan. Nobody has to do anything.
  ${{ phase: "avatar", warnings: [{ about: "avatar", reason: "avatar-timeout" }] }} | E-1 will get the avatar on 1 Jan. Nobody has to do anything. The last attempt ended with avatar-timeout.
  ${{ type: "status.set", phase: "restore" }} | E-1 will get the earlier status back on 1 Jan. Nobody has to do anything.
  ${{ reason: "unknown-employee" }} | The operation waits for the hire of E-1. If none comes, it needs attention on 1 Jan.
  ${{ reason: "source-busy" }} | The operation tries again on 1 Jan.
  ${{ blockedBy: "configuration", reason: "secret-missing" }} | The operation waits for a part of our configuration, and goes on by itself. It tries again on 1 Jan.
  ${{ blockedBy: "platform", dueAt: undefined }} | The operation waits for the platform, and goes on by itself. It tries again when the outage is over.
`)("says what will happen with a waiting operation: %j", (change, words) => {
  const when = "dueAt" in change ? undefined : "on 1 Jan";
  const operation = { reason: undefined, status: "waiting", dueAt } as const;
  const waiting = { ...shownOperation("op_1"), ...operation, ...change };
  expect(describeWait(waiting, when)).toBe(words);
});

test("only the last round of a step that ran in rounds is shown", () => {
  const steps = ["start", "confirm", "choose pause", "confirm 2", "confirm 20"];
  const shown = lastRounds(
    steps.map((name) => ({ name, status: "succeeded", at: dueAt })),
  );
  expect(shown.map(({ name }) => name)).toEqual([
    "start",
    "choose pause",
    "confirm 20",
  ]);
});
