import { expect, test } from "vitest";
import { overviewSchema } from "../../../functions/operations/contract.ts";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({
  callers: {
    keyless: { scheme: "bearer", keys: [], scopes: ["onboard"] },
    wrong: { scheme: "bearer", keys: ["short"], scopes: ["onboard"] },
    aged: {
      scheme: "bearer",
      keys: ["token-of-the-aged"],
      keyedAt: "2020-02-01",
      scopes: ["onboard"],
    },
  },
});

const overview = async () =>
  overviewSchema.parse(
    await (await environment().ask("GET", "/overview")).json(),
  );

test("the overview names callers with no key, an old key or an invalid entry, and shows no key", async () => {
  const { callers } = await overview();
  const issues = callers.filter(({ issue }) => issue !== undefined);
  expect(issues).toEqual([
    { name: "keyless", scheme: "broken", scopes: [], issue: "no-key" },
    { name: "wrong", scheme: "broken", scopes: [], issue: "invalid-entry" },
    {
      name: "aged",
      scheme: "bearer",
      scopes: ["onboard"],
      issue: "old-key",
      keyedAt: "2020-02-01",
    },
  ]);
  expect(JSON.stringify(callers)).not.toContain("token-of");
});

test("the overview names the operation that should have been handled longest ago", async () => {
  const { sendAndWait, advanceTime, runScheduler, nowMs } = environment();
  // The operations of the test before.
  await environment().passDays(1);
  const startDate = new Date(nowMs() + dayMs).toISOString();
  const { id, dueAtMs = 0 } = await sendAndWait("employee.hired", {
    ...hireOf("V-late"),
    startDate,
  });
  expect((await overview()).oldestOverdue).toBeUndefined();
  advanceTime(dueAtMs - nowMs() + 3 * 60_000);
  expect((await overview()).oldestOverdue).toEqual({
    id,
    status: "waiting",
    dueAt: new Date(dueAtMs).toISOString(),
  });
  await runScheduler();
  expect((await overview()).oldestOverdue).toBeUndefined();
});
