import { beforeAll, describe, expect, test } from "vitest";
import { createBeginCall } from "../../../functions/lists/lists-run.ts";
import { hourMs, minuteMs } from "../../../shared/durations.ts";
import { allLimits } from "../../fixtures/all-limits.ts";
import { effort } from "../../resilience/effort.ts";
import { listCallers, rowOf, tokens, useLists } from "./lists-for-test.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";

const noneAllowed = { percent: 0, min: 0, max: 0 };
const limited = useLists({
  disableLimit: noneAllowed,
  renameLimit: noneAllowed,
});
const noRenames = useLists({ renameLimit: noneAllowed });
const mapped = { ...listCallers.file, keys: ["token-of-the-caller-mapped"] };
const lists = useLists({
  callsPerSecond: 1_000,
  // The tests reserve so many calls that executions pause for hours.
  timeScale: 1e-6,
  listApprovalMax: 1,
  callers: { mapped },
});

/** Hires employees. The first plan of a source only links people, so a plan without an employee is applied before. */
async function begin(environment: typeof lists, ids: readonly string[]) {
  const { plan, apply, advanceTime, runUntilIdle } = environment();
  await apply(await plan([rowOf({ id: "L-0", status: "other" })]));
  advanceTime(hourMs);
  await apply(await plan(ids.map((id) => rowOf({ id }))));
  await runUntilIdle();
  advanceTime(hourMs);
}

describe("with limits that let no person pass", () => {
  beforeAll(() => begin(limited, ["L-1", "L-2", "L-3", "L-4", "L-5"]));

  test("an approval lets a termination pass the limit on a last day that is days later", async () => {
    const { plan, apply, store, dateIn, passDays } = limited();
    const end = { id: "L-5", status: "gone", last: dateIn(5) };
    expect(await apply(await plan([rowOf(end)]))).toMatchObject({
      accepted: 1,
    });
    await passDays(4);
    expect((await store.employees.get("L-5"))?.state).toBe("active");
    await passDays(2);
    expect((await store.employees.get("L-5"))?.state).toBe("left");
  });

  test("an approval grants exactly the ends and renames of its plan", async () => {
    const { plan, apply, store, personOf, send } = limited();
    const { runUntilIdle, rowsOf, find } = limited();
    const made = await plan([
      rowOf({ id: "L-1", status: "gone" }),
      rowOf({ id: "L-2", login: "l-two" }),
      rowOf({ id: "L-3", status: "away" }),
    ]);
    expect(made.limits).toContainEqual({
      name: "disable-limit",
      used: 0,
      allowed: 0,
    });
    const done = await apply(made);
    await runUntilIdle();
    expect(done).toMatchObject({ status: "applied", accepted: 3 });
    for (const name of ["disable-limit", "rename-limit"] as const)
      expect(
        await store.dailyLimits.usage(name, allLimits(noneAllowed)),
      ).toMatchObject({ used: 0 });
    expect((await store.employees.get("L-1"))?.state).not.toBe("active");
    expect(await personOf("L-2")).toMatchObject({ svc: { username: "l-two" } });
    // A suspension is no end, so the daily limit holds it.
    const [, , suspended] = await rowsOf(done);
    expect(await find(suspended!.ledTo![0]!)).toMatchObject(
      needsAttention("disable-limit"),
    );
    // The approval is not about an event of another sender.
    await send("employee.terminated", { employeeId: "L-4" });
    await runUntilIdle();
    expect((await store.employees.get("L-4"))?.state).toBe("active");
  });
});

test("an approval does not let a rename pass that was not counted as one", async () => {
  const { plan, apply, rowsOf, find, runUntilIdle } = noRenames();
  await begin(noRenames, ["L-1"]);
  await apply(await plan([rowOf({ id: "L-1", status: "away" })]));
  await runUntilIdle();
  noRenames().advanceTime(hourMs);
  const made = await plan([rowOf({ id: "L-1", login: "l-one" })]);
  // The row counts as a resumption only, although its login differs.
  expect(made.applies).toEqual({ resume: 1 });
  const [row] = await rowsOf(await apply(made));
  await runUntilIdle();
  const changed = row?.events?.indexOf("employee.changed") ?? -1;
  expect(await find(row?.ledTo?.[changed] ?? "")).toMatchObject(
    needsAttention("rename-limit"),
  );
});

const ids = Array.from({ length: 45 }, (_, nth) => `P-${nth}`);
beforeAll(() => begin(lists, ids));

/** Reserves calls. Resolves to their begin. At this rate, each call before them moves it by a millisecond. */
const reserve = async (calls: number) =>
  (await lists().store.rateLimiter.reserve(calls, 1_000, "other")).beginAtMs;
/** The calls of others, for which an execution must wait about 20 minutes in the engine. */
const ahead = 1_250_000;
/** Reserves the calls of others. The result counts the calls that were reserved since. */
const reserveAhead = async () => {
  const next = (await reserve(ahead)) + ahead;
  return async () => (await reserve(1)) - next;
};

describe("an apply", () => {
  test("skips a row that would do something else by now, because a later event counts", async () => {
    const { plan, approve, request, engine, rowsOf, send, store } = lists();
    const { advanceTime, runUntilIdle, profileOf } = lists();
    const made = await plan([
      rowOf({ id: "P-0", status: "gone" }),
      rowOf({ id: "P-1", job: "Lead" }),
      rowOf({ id: "P-2", job: "Lead" }),
    ]);
    expect(made.counts).toEqual({ end: 1, change: 2 });
    advanceTime(hourMs);
    await send("employee.terminated", { employeeId: "P-0" });
    await send("employee.changed", { employeeId: "P-1", title: "Boss" });
    await runUntilIdle();
    await approve(made);
    await request("POST", `/${made.id}/apply`);
    await engine.idle();
    const rows = await rowsOf(made);
    expect(rows.map(({ skipped = "done" }) => skipped)).toEqual([
      "moved",
      "moved",
      "done",
    ]);
    expect((await rowsOf(made, "&skipped=true")).length).toBe(2);
    expect((await store.employees.get("P-0"))?.state).toBe("left");
    expect(await profileOf("P-1")).toMatchObject({ Title: "Boss" });
  });

  test("skips a row whose values no operator has approved, because the map is another one by now", async () => {
    const { plan, approve, apply, rowsOf, advanceTime } = lists();
    const planRow = () => plan([rowOf({ id: "M-1" })], { source: "mapped" });
    await apply(await planRow());
    const made = await planRow();
    expect(made.applies).toEqual({ create: 1 });
    await approve(made);
    const { map } = mapped.list;
    const fields = { ...map.fields, "/title": "/family" };
    mapped.list = { map: { ...map, fields } };
    advanceTime(hourMs);
    expect(await apply(made)).toMatchObject({ accepted: 0, skipped: 1 });
    expect(await rowsOf(made)).toMatchObject([{ skipped: "moved" }]);
    expect(await apply(await planRow())).toMatchObject({ accepted: 1 });
  });

  test("needs the approvals of two operators above the maximum", async () => {
    const { plan, approve, request, show } = lists();
    const made = await plan([
      rowOf({ id: "P-3", status: "gone" }),
      rowOf({ id: "P-4", status: "gone" }),
    ]);
    expect(made.approvalsNeeded).toBe(2);
    expect((await approve(made)).status).toBe(200);
    expect((await show(made.id)).status).toBe("planned");
    expect((await request("POST", `/${made.id}/apply`)).status).toBe(409);
    // Not twice by the same operator.
    expect((await approve(made)).status).toBe(409);
    expect((await approve(made, tokens.chief)).status).toBe(200);
    expect(await show(made.id)).toMatchObject({
      status: "approved",
      approvals: [{ by: "lead" }, { by: "chief" }],
    });
    expect((await request("POST", `/${made.id}/stop`)).status).toBe(200);
    expect((await request("POST", `/${made.id}/apply`)).status).toBe(409);
  });

  test("reserves at least the calls that it and the events of its rows make, and so does its plan", async () => {
    const { plan, apply, noteCalls, idle, pauses } = lists();
    const measured = async <T>(work: () => Promise<T>) => {
      const reservedSince = await reserveAhead();
      const [calls, waited] = [noteCalls(), pauses.length];
      const result = await work();
      await idle();
      const made = calls().length;
      const reserved = await reservedSince();
      // The engine waits behind the calls of others, less the seconds that this test takes, and no step sleeps.
      const seconds = pauses.slice(waited).map((one) => one.seconds);
      expect(Math.max(...seconds)).toBeGreaterThan(ahead / 1_000 - 10);
      expect(reserved).toBeGreaterThanOrEqual(made);
      return { result, made, reserved };
    };
    const asked = ids.slice(-12).map((id) => rowOf({ id, job: "R" }));
    const read = await measured(() => plan(asked));
    expect(read.reserved).toBeLessThanOrEqual(2 * read.made);
    const applied = await measured(() => apply(read.result));
    // The apply reads each person, and the event of each row reads and writes it.
    expect(applied.made).toBeGreaterThanOrEqual(3 * asked.length);
  });

  test("reserves a read for each row of a known employee, and none for a new one", async () => {
    const { plan, apply, send, advanceTime, runUntilIdle } = lists();
    const changed = ids.slice(10, 14);
    const all = [...changed, "N-1"].map((id) => rowOf({ id, job: "S" }));
    const made = await plan(all, { chunkRows: 1 });
    expect(made.counts).toEqual({ change: changed.length, create: 1 });
    advanceTime(hourMs);
    // Each row comes to something else, so no event reserves calls of its own.
    for (const employeeId of changed)
      await send("employee.changed", { employeeId, title: "Boss" });
    const hire = { username: "n-1", email: "n-1@example.com" };
    const name = { givenName: "Ada", familyName: "Byron" };
    await send("employee.hired", { employeeId: "N-1", ...hire, name });
    await runUntilIdle();
    const reservedSince = await reserveAhead();
    expect(await apply(made)).toMatchObject({ accepted: 0, skipped: 5 });
    expect(await reservedSince()).toBe(changed.length);
  });

  test("spreads the calls of a step over the time that is reserved for them", async () => {
    const slept: number[] = [];
    const sleepMs = async (ms: number) => slept.push(ms);
    let now = 0;
    const beginCall = createBeginCall({ nowMs: () => now, sleepMs }, 4);
    await Promise.all([beginCall(), beginCall(), beginCall()]);
    now = 5_000;
    await beginCall();
    expect(slept).toEqual([0, 250, 500, 0]);
  });

  test("stops between two rows, and the values of the list are erased", async () => {
    const { plan, approve, request, engine, show, storedItems } = lists();
    const { partFailures, rowsOf } = lists();
    const rows = ids.slice(10).map((id) => rowOf({ id, job: "Canary" }));
    const made = await plan(rows);
    await approve(made);
    let stopping: Promise<Response> | undefined;
    partFailures.workflowTable = async (command, id) => {
      const isAccepted =
        command === "PutItemCommand" && id.startsWith("operation#");
      if (isAccepted) stopping ??= request("POST", `/${made.id}/stop`);
      await stopping;
      return false;
    };
    await request("POST", `/${made.id}/apply`);
    await engine.idle();
    expect((await stopping)?.status).toBe(200);
    const all = await rowsOf(made);
    const done = all.filter(({ ledTo }) => ledTo !== undefined);
    expect(await show(made.id)).toMatchObject({
      status: "stopped",
      accepted: done.length,
    });
    // An apply works on five rows at the same time.
    expect(done.length).toBeLessThanOrEqual(5);
    expect(all.filter(({ skipped }) => skipped === "stopped")).toHaveLength(
      all.length - done.length,
    );
    expect(await storedItems(`plan#${made.id}#chunk`)).toEqual([]);
  });

  test("is refused while another plan of the source is applied, and not after the other plan is stopped", async () => {
    const { plan, approve, request, engine, show } = lists();
    const planOf = async (job: string) => {
      const made = await plan(ids.slice(10).map((id) => rowOf({ id, job })));
      await approve(made);
      return made;
    };
    const both = [await planOf("One"), await planOf("Two")];
    const begin = async ({ id }: { id: string }) =>
      (await request("POST", `/${id}/apply`)).status;
    const begun = await Promise.all(both.map(begin));
    expect(new Set(begun)).toEqual(new Set([202, 409]));
    const [first, second] = begun[0] === 202 ? both : both.toReversed();
    await request("POST", `/${first!.id}/stop`);
    expect(await begin(second!)).toBe(202);
    await engine.idle();
    expect((await show(first!.id)).status).toBe("stopped");
    expect((await show(second!.id)).status).toBe("applied");
  });

  test("that took its source and could not start blocks the source for ten minutes only", async () => {
    const { plan, approve, request, partFailures, advanceTime, engine } =
      lists();
    const planOf = async (job: string) => {
      const made = await plan([rowOf({ id: "P-7", job })]);
      await approve(made);
      return made.id;
    };
    const [dead, next] = [await planOf("Dead"), await planOf("Next")];
    const begin = async (id: string) =>
      (await request("POST", `/${id}/apply`)).status;
    partFailures.receiverTable = (command, id) =>
      command === "UpdateItemCommand" && id === `plan#${dead}`;
    expect(await begin(dead)).toBe(503);
    delete partFailures.receiverTable;
    expect(await begin(next)).toBe(409);
    advanceTime(10 * minuteMs);
    expect([await begin(next), await begin(dead)]).toEqual([202, 409]);
    await engine.idle();
  });

  test("is refused when another plan of the source was applied since, and so is an approval", async () => {
    const { plan, approve, apply, request } = lists();
    const made = await plan([rowOf({ id: "P-5", job: "First" })]);
    const waiting = await plan([rowOf({ id: "P-5", job: "Other" })]);
    await approve(made);
    await apply(await plan([rowOf({ id: "P-6", job: "Second" })]));
    const applied = await request("POST", `/${made.id}/apply`);
    for (const answer of [applied, await approve(waiting)]) {
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        detail: expect.stringMatching("Another plan of this source"),
      });
    }
  });

  test("is not refused because of a plan that an operator stopped while the plan was finished", async () => {
    const { plan, apply, request, partFailures } = lists();
    const made = await plan([rowOf({ id: "P-8", job: "Kept" })]);
    partFailures.workflowTable = async (_command, id, input) => {
      // Of the writes of the workflow, only the one that finishes a plan has this field.
      const isEnding = input.includes("rowChunks");
      if (isEnding) await request("POST", `/${id.replace("plan#", "")}/stop`);
      return false;
    };
    const stopped = await plan([rowOf({ id: "L-0", status: "other" })]);
    delete partFailures.workflowTable;
    expect(stopped).toMatchObject({ status: "stopped", counts: {} });
    expect((await apply(made)).status).toBe("applied");
  });
});

/** The checkpoints of a plan of 40 rows and of its apply. */
const checkpoints = 9;
const kills = Array.from({ length: checkpoints }, (_, nth) => nth + 1).flatMap(
  (nth) =>
    (["before", "after"] as const).map((when): [typeof when, number] => [
      when,
      nth,
    ]),
);

test.each(effort<typeof kills>([["before", 8]], kills))(
  "a plan and its apply lose and double nothing if one execution is killed %s checkpoint %i",
  async (when, killed) => {
    const { plan, approve, request, engine, partFailures, rowsOf } = lists();
    const { show, runUntilIdle, platform, advanceTime, idle } = lists();
    const rows = Array.from({ length: 40 }, (_, nth) =>
      rowOf({
        id: nth < 30 ? `P-${nth + 10}` : `N-${when}-${killed}-${nth}`,
        job: `Killed ${when} ${killed}`,
      }),
    );
    let seen = 0;
    partFailures.kill = (name) =>
      name === "lists" && ++seen === killed ? when : undefined;
    const made = await plan(rows, { chunkRows: 25 });
    expect(made.counts).toEqual({ change: 30, create: 10 });
    await approve(made);
    await request("POST", `/${made.id}/apply`);
    // A request that is repeated starts the apply a second time.
    await request("POST", `/${made.id}/apply`);
    await engine.idle();
    partFailures.kill = undefined;
    expect(seen).toBeGreaterThanOrEqual(checkpoints);
    await runUntilIdle();
    expect(await show(made.id)).toMatchObject({
      status: "applied",
      accepted: 40,
      skipped: 0,
    });
    for (const row of await rowsOf(made)) expect(row.ledTo).toHaveLength(1);
    const names = platform.people().map(({ svc }) => svc.username);
    for (const { login } of rows)
      expect(names.filter((name) => name === login)).toHaveLength(1);
    advanceTime(hourMs);
    const again = await plan(rows);
    expect(again).toMatchObject({ status: "applied", counts: { same: 40 } });
    await idle();
  },
);
