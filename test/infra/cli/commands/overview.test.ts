import { describe, expect, test } from "vitest";
import type { Overview } from "../../../../functions/operations/contract.ts";
import { canaryKey, json, useCli } from "../cli-for-test.ts";
import { overviewWith } from "../operation-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const cli = useCli();

const quiet = overviewWith({
  statuses: [
    { status: "active", count: 3, isAtLeast: false },
    { status: "needs_attention", count: 0, isAtLeast: false },
  ],
  limits: [
    {
      name: "deletion-limit",
      used: 2,
      allowed: 10,
      held: { count: 0, isAtLeast: false },
    },
  ],
  callers: [{ name: "hr", scheme: "standard-webhooks", scopes: ["onboard"] }],
});
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
    const overview: Overview = {
      ...quiet,
      statuses: needing(10_000),
      reasons: [triedAgain],
      callers: [{ ...quiet.callers[0]!, issue: "old-key" }],
    };
    const { output, errors, sent } = await cli().run("overview", () =>
      json(overview),
    );
    expect(sent).toMatchObject([
      { method: "GET", path: "/overview", text: "" },
    ]);
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${canaryKey}`);
    expect(output).toMatch(/needs_attention +at least 10000/);
    expect(output).toMatch(/running +source-busy +2/);
    expect(output).toMatch(/deletion-limit +2 of 10 +0/);
    expect(output).toMatch(/hr +standard-webhooks +old-key/);
    expect(output + errors).not.toContain(canaryKey);
  });

  const failed = { status: "failed", count: 1, isAtLeast: false } as const;
  const overdue = {
    id: "op_1",
    status: "accepted",
    dueAt: "2026-11-22T11:00:00.000Z",
  } as const;
  const blocked = {
    by: "platform",
    status: "waiting",
    reason: "platform-unreachable",
    since: "2026-11-22T11:00:00.000Z",
    waiting: { count: 1, isAtLeast: false },
  } as const;
  const denied = {
    by: "configuration",
    status: "running",
    reason: "store-denied",
    waiting: blocked.waiting,
  } as const;
  const cases = rows<[string, number, string | undefined, Partial<Overview>]>`
    nothing that needs attention | ${0} | ${undefined} | ${{}}
    operations that only try a step again | ${0} | ${undefined} | ${{ reasons: [triedAgain] }}
    an operation that failed | ${2} | operations list --status failed | ${{ statuses: [failed] }}
    an operation that needs attention | ${2} | operations list --status needs_attention | ${{ statuses: needing(1) }}
    operations that are all held | ${3} | operations list --status needs_attention | ${{ statuses: needing(3), reasons: [heldBy("deletion-limit", 2), heldBy("person-has-contents", 1)] }}
    a failed operation behind one that is held | ${2} | operations list --status failed | ${{ statuses: [...needing(1), failed], reasons: [heldBy("person-has-contents", 1)] }}
    an operation that is overdue | ${2} | operations show op_1 | ${{ oldestOverdue: overdue }}
    operations that wait for the platform | ${2} | operations list --status waiting | ${{ blocked: [blocked] }}
    an operation that is blocked alone | ${2} | operations list --status waiting --reason answer-unreadable | ${{ reasons: [{ ...triedAgain, status: "waiting", reason: "answer-unreadable" }] }}
    operations that run into a denied call and cannot wait | ${2} | operations list --status running | ${{ blocked: [denied] }}
    an invalid entry of a caller | ${2} | callers check | ${{ callers: [{ ...quiet.callers[0]!, issue: "invalid-entry" }] }}
  `;

  test.each(cases)(
    "with %s ends with exit code %i, and points to `%s`, which shows it",
    async (_, code, look, change) => {
      const answer = () => json({ ...quiet, ...change });
      const shown = await cli().run("overview --profile test", answer);
      expect(shown.exitCode).toBe(code);
      expect(shown.output).toMatch(
        look === undefined
          ? /^Nothing needs attention\.$/m
          : new RegExp(
              `^Next: npm run --silent cli -- ${look} --profile test$`,
              "m",
            ),
      );
      const { documents } = await cli().run("overview --json", answer);
      expect(documents()).toEqual([{ ...quiet, ...change }]);
    },
  );
});
