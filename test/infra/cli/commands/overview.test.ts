import { describe, expect, test } from "vitest";
import type { Overview } from "../../../../functions/operations/contract.ts";
import { canaryKey, json, useCli } from "../cli-for-test.ts";

const cli = useCli();

const quiet: Overview = {
  at: "2026-11-22T12:00:00.000Z",
  statuses: [
    { status: "active", count: 3, isAtLeast: false },
    { status: "needs_attention", count: 0, isAtLeast: false },
  ],
  reasons: [],
  limits: [
    {
      name: "deletion-limit",
      used: 2,
      allowed: 10,
      held: { count: 0, isAtLeast: false },
    },
  ],
  blocked: [],
  callers: [{ name: "hr", scheme: "standard-webhooks", scopes: ["onboard"] }],
};
const needing = (count: number): Overview["statuses"] => [
  { status: "needs_attention", count, isAtLeast: count === 10_000 },
];
const heldBy = (
  reason: string,
  count: number,
): Overview["reasons"][number] => ({
  status: "needs_attention",
  reason,
  count,
  isAtLeast: false,
});

const triedAgain: Overview["reasons"][number] = {
  status: "running",
  reason: "source-busy",
  count: 2,
  isAtLeast: false,
};

describe("overview", () => {
  test("reads the overview with the operator's key, and shows counts, limits and callers to look at", async () => {
    const { run, sent } = cli();
    const overview: Overview = {
      ...quiet,
      statuses: needing(10_000),
      callers: [{ ...quiet.callers[0]!, issue: "old-key" }],
    };
    const { output, errors } = await run(["overview"], {
      answer: () => json(overview),
    });
    expect(sent).toMatchObject([
      { method: "GET", path: "/overview", text: "" },
    ]);
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${canaryKey}`);
    expect(output).toMatch(/needs_attention +at least 10000/);
    expect(output).toMatch(/deletion-limit +2 of 10 +0/);
    expect(output).toMatch(/hr +standard-webhooks +old-key/);
    expect(output + errors).not.toContain(canaryKey);
  });

  test("shows why running operations try a step again", async () => {
    const { run } = cli();
    const { output } = await run(["overview"], {
      answer: () => json({ ...quiet, reasons: [triedAgain] }),
    });
    expect(output).toMatch(/running +source-busy +2/);
  });

  test.each<[string, string, Partial<Overview>]>([
    [
      "an operation that failed",
      "operations list --status failed",
      { statuses: [{ status: "failed", count: 1, isAtLeast: false }] },
    ],
    [
      "an operation that needs attention",
      "operations list --status needs_attention",
      { statuses: needing(1) },
    ],
    [
      "an operation that is held",
      "operations list --status needs_attention",
      { statuses: needing(1), reasons: [heldBy("deletion-limit", 1)] },
    ],
    [
      "a failed operation behind one that is held",
      "operations list --status failed",
      {
        statuses: [
          ...needing(1),
          { status: "failed", count: 1, isAtLeast: false },
        ],
        reasons: [heldBy("person-has-contents", 1)],
      },
    ],
    [
      "an operation that is overdue",
      "operations show op_1",
      {
        oldestOverdue: {
          id: "op_1",
          status: "accepted",
          dueAt: "2026-11-22T11:00:00.000Z",
        },
      },
    ],
    [
      "operations that wait for the platform",
      "operations list --status waiting",
      {
        blocked: [
          {
            by: "platform",
            status: "waiting",
            reason: "platform-unreachable",
            since: "2026-11-22T11:00:00.000Z",
            waiting: { count: 1, isAtLeast: false },
          },
        ],
      },
    ],
    [
      "operations that run into a denied call and cannot wait",
      "operations list --status running",
      {
        blocked: [
          {
            by: "configuration",
            status: "running",
            reason: "store-denied",
            waiting: { count: 1, isAtLeast: false },
          },
        ],
      },
    ],
    [
      "an invalid entry of a caller",
      "callers check",
      { callers: [{ ...quiet.callers[0]!, issue: "invalid-entry" }] },
    ],
  ])("with %s points to `%s`, which shows it", async (_, words, change) => {
    const { run } = cli();
    const { output } = await run(["overview", "--profile", "test"], {
      answer: () => json({ ...quiet, ...change }),
    });
    expect(output).toMatch(
      new RegExp(`Next: npm run --silent cli -- ${words} --profile test$`, "m"),
    );
  });

  test.each<[string, number, Partial<Overview>]>([
    ["0 if nothing needs attention", 0, {}],
    ["0 if operations only try a step again", 0, { reasons: [triedAgain] }],
    ["2 if an operation needs attention", 2, { statuses: needing(1) }],
    [
      "2 if an operation is overdue",
      2,
      {
        oldestOverdue: {
          id: "op_1",
          status: "accepted",
          dueAt: "2026-11-22T11:00:00.000Z",
        },
      },
    ],
    [
      "2 if operations wait for the platform",
      2,
      {
        blocked: [
          {
            by: "platform",
            status: "waiting",
            reason: "platform-unreachable",
            since: "2026-11-22T11:00:00.000Z",
            waiting: { count: 1, isAtLeast: false },
          },
        ],
      },
    ],
    [
      "3 if all operations that need attention are held",
      3,
      {
        statuses: needing(3),
        reasons: [
          heldBy("deletion-limit", 2),
          heldBy("person-has-contents", 1),
        ],
      },
    ],
  ])("ends with exit code %s", async (_, code, change) => {
    const { run } = cli();
    const { exitCode, documents } = await run(["overview", "--json"], {
      answer: () => json({ ...quiet, ...change }),
    });
    expect(exitCode).toBe(code);
    expect(documents()).toEqual([{ ...quiet, ...change }]);
  });
});
