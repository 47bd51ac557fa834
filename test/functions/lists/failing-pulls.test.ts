import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { NewFaultRule } from "../../../infra/local/sources/faults.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { ApiError } from "../../../shared/community/errors.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createOperatorLists } from "../../../shared/store/operator-lists.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import type { ShownPlan } from "../../../functions/lists/contract.ts";
import { packRows } from "../../../functions/lists/pack-rows.ts";
import { unpackChunk } from "../../../functions/lists/plan-values.ts";
import type { Plan } from "../../../functions/lists/plan.ts";
import { createPlans } from "../../../functions/lists/plans.ts";
import {
  checkNext,
  fittingRow,
  markOf,
} from "../../../functions/lists/read-source.ts";
import { newcomer, usePulls } from "./pulls-for-test.ts";
import { rows } from "../../fixtures/rows.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";

const noneAllowed = { percent: 0, min: 0, max: 0 };
const pageRows = 5;
/** The pauses that a source asks for, and those behind what a test reserves, take no time. */
const timeScale = 1e-6;
const pulls = usePulls({
  sendsNotices: true,
  pageTimeoutMs: 300,
  pageRows,
  timeScale,
});
/** No end and no rename passes a limit, and each source takes one call a second. */
const limited = usePulls({
  disableLimit: noneAllowed,
  renameLimit: noneAllowed,
  sourceRate: 1,
  callsPerSecond: 1_000,
  pageRows,
  timeScale,
  sendsNotices: true,
});

/** Pages have a hundred records. */
const usual = usePulls();

/** A source that does not know the parameter of the page, and does not say how many records there are. */
const stuck = usePulls({
  pageRows,
  part: { pull: { next: { by: "offset", parameter: "unknown" }, total: null } },
});

beforeAll(async () => {
  const { sources, begin } = pulls();
  for (let nth = 0; nth < 12; nth++) sources.hibob.hire(newcomer());
  for (let nth = 0; nth < 12; nth++) sources.personio.hire(newcomer());
  await begin("hibob");
  await begin("personio");
}, 60_000);

const failures = rows<[title: string, NewFaultRule]>`
  answers 500 | ${{ kind: "status", of: "list", status: 500, times: 3 }}
  answers 429 and says how long to wait | ${{ kind: "status", of: "list", status: 429, retryAfter: 1_800, times: 2 }}
  is too slow | ${{ kind: "latency", of: "list", ms: 1_000, times: 2 }}
  sends half an answer | ${{ kind: "malformed-json", of: "list", times: 2 }}
  closes the connection | ${{ kind: "reset", of: "list", times: 2 }}
`;

describe("a pull", () => {
  test.each(failures)("a source that %s is read again", async (what, rule) => {
    const { sources, pull, pauses } = pulls();
    const before = pauses.length;
    sources.personio.faults.add({ skip: 1, ...rule });
    // A record of the second page, whose call fails.
    const { id } = sources.personio.records()[7]!;
    sources.personio.change(id, { title: `After: ${what}` });
    const done = await pull("personio");
    expect(done).toMatchObject({ status: "applied", accepted: 1 });
    expect(done.counts).toMatchObject({ change: 1 });
    const waited = pauses.slice(before).map(({ seconds }) => seconds);
    if ("retryAfter" in rule) expect(Math.max(...waited)).toBe(1_800);
  });

  test("a source that fails changes no person, and the second failure in a row leads to a notice", async () => {
    const { sources, pull, notices, plansOf, runScheduler, store } = pulls();
    const { partFailures, lines } = pulls();
    const source = sources.hibob;
    const { id } = source.records()[0]!;
    source.faults.add({ kind: "status", of: "list", status: 503 });
    source.change(id, { state: "left" });
    // Also if the values of the plan cannot be deleted at once, its end is logged.
    partFailures.workflowTable = (command, key) => {
      const isHit = command === "DeleteItemCommand" && key.startsWith("plan#");
      if (isHit) partFailures.workflowTable = undefined;
      return isHit;
    };
    const failed = await pull("hibob");
    expect(failed).toMatchObject({ status: "failed", reason: "source-error" });
    const ended = lines.filter(({ message }) => message === "plan ended");
    expect(ended.at(-1)?.fields).toMatchObject({ operationId: failed.id });
    const told = async () => {
      await runScheduler();
      return notices.published.filter(
        ({ type }) => type === "plan.needs_attention",
      );
    };
    expect(await told()).toEqual([]);
    const again = await pull("hibob");
    expect(await told()).toMatchObject([
      { data: { plan: again.id, reason: "source-error" } },
    ]);
    await pull("hibob");
    expect(await told()).toHaveLength(1);
    expect((await store.employees.get(id))?.state).toBe("active");
    source.faults.clear();
    expect((await pull("hibob")).counts).toMatchObject({ end: 1 });
    expect((await plansOf("hibob"))[0]?.status).toBe("applied");
  });

  test.each([
    ["half of the records", "hibob", 5],
    ["fewer records than it counts", "personio", 6],
    ["no record", "personio", 0],
  ] as const)(
    "a source that answers with %s is refused each time, and no employment ends",
    async (_what, vendor, records) => {
      const { sources, pull, store, platform, lines } = pulls();
      const people = platform.people().length;
      const before = lines.length;
      sources[vendor].faults.add({ kind: "cut-list", records });
      for (let time = 0; time < 3; time++)
        expect(await pull(vendor)).toMatchObject({ status: "refused" });
      const ended = lines
        .slice(before)
        .find(({ message }) => message === "plan ended");
      const fields = { reason: "list-refused" };
      expect(ended).toMatchObject({ level: "error", fields });
      for (const { id, state } of sources[vendor].records())
        if (state === "employed")
          expect((await store.employees.get(id))?.state).toBe("active");
      expect(platform.people()).toHaveLength(people);
    },
  );

  test("a source with pages is asked for each page once, after the calls that others have reserved", async () => {
    const { sources, pull, store, pauses } = limited();
    const source = sources.personio;
    for (let nth = 0; nth < 12; nth++) source.hire(newcomer());
    const limiter = store.rateLimiterOf("personio");
    const ahead = 200;
    const { beginAtMs: from } = await limiter.reserve(ahead, 1, "other");
    await pull("personio");
    const asked = source.requests.filter(({ target }) => target === "list");
    expect(asked).toHaveLength(3);
    const waited = pauses.map(({ seconds }) => seconds);
    expect(Math.max(...waited)).toBeGreaterThan(ahead - 100);
    // The clock stands still, so the time that the pull has reserved for its calls is not over.
    const { beginAtMs } = await limiter.reserve(1, 1, "other");
    expect(beginAtMs - from).toBe((ahead + asked.length) * 1_000);
  });

  test("a source that fails at a page is asked for all pages of the step again, and reserves them again", async () => {
    const { sources, pull, store } = limited();
    const source = sources.personio;
    const limiter = store.rateLimiterOf("personio");
    const ahead = 200;
    const { beginAtMs: from } = await limiter.reserve(ahead, 1, "other");
    const { length: before } = source.requests;
    const fault = { kind: "status", of: "list", status: 500 } as const;
    source.faults.add({ ...fault, times: 2, skip: 2 });
    await pull("personio");
    const asked = source.requests.slice(before);
    const pages = asked.filter(({ target }) => target === "list").length;
    const { beginAtMs } = await limiter.reserve(1, 1, "other");
    const reserved = (beginAtMs - from) / 1_000 - ahead;
    expect(reserved).toBeGreaterThanOrEqual(pages);
    // If only the page that fails were read again, there would be five.
    expect(pages).toBeGreaterThan(5);
  });

  test("a source with a few changed records leads to no call to the platform without a reservation", async () => {
    const { sources, begin, pull, store, noteCalls, runUntilIdle } = limited();
    const source = sources.personio;
    await begin("personio");
    const ids = source
      .records()
      .slice(0, 3)
      .map(({ id }) => id);
    for (const id of ids) source.change(id, { title: "Countess" });
    const reserve = (calls: number) =>
      store.rateLimiter.reserve(calls, 1_000, "other");
    // The clock stands still, so each call takes a millisecond.
    const { beginAtMs: from } = await reserve(100_000);
    const noted = noteCalls();
    expect((await pull("personio")).counts).toMatchObject({ change: 3 });
    await runUntilIdle();
    const { length: calls } = noted();
    expect(calls).toBeGreaterThan(2 * ids.length);
    const { beginAtMs } = await reserve(1);
    expect(beginAtMs - from - 100_000).toBeGreaterThanOrEqual(calls);
  });

  test("a source with many leavers is refused until an operator says how many records it has", async () => {
    const { sources, begin, pull, planByRead } = limited();
    const source = sources.personio;
    await begin("personio");
    const gone = source.records().slice(0, 3);
    for (const { id } of gone) source.remove(id);
    const { length: expectRows } = source.records();
    const refused = await pull("personio");
    const advice = `plans create --pull --source personio --expect-rows ${expectRows}`;
    expect(refused.findings).toEqual([
      { text: expect.stringContaining(advice) as string },
    ]);
    const pullAs = (body: object) =>
      planByRead({ source: "personio", origin: "pull", ...body });
    const miscounted = { expectRows: expectRows + 1 };
    expect(await pullAs(miscounted)).toMatchObject({ status: "refused" });
    expect(await pullAs({ expectRows })).toMatchObject({ status: "applied" });
    expect(await pull("personio")).toMatchObject({ status: "applied" });
  });

  test("a source that fails at a later page leaves no record in our store", async () => {
    const { sources, pull, storedItems } = usual();
    const source = sources.personio;
    // The first five pages fill a part of the upload, and the sixth one fails.
    for (let nth = 0; nth < 501; nth++) source.hire(newcomer());
    source.faults.add({ skip: 5, kind: "status", of: "list", status: 500 });
    const { id } = await pull("personio");
    const read = source.requests.filter(({ target }) => target === "list");
    expect(read.length).toBeGreaterThan(5);
    const stored = (await storedItems()).map((item) => String(item["id"]));
    expect(stored).toContain(`plan#${id}`);
    expect(stored).not.toContain(`plan#${id}#chunk#0`);
  });

  test("a source with fewer records in its second read leaves no record of the first read", async () => {
    const { sources, documents, nowMs, engine, storedItems } = usual();
    sources.hibob.hire(newcomer());
    const plans = createPlans(createTable(documents, tables.store.name), nowMs);
    const { id } = await plans.create(
      {
        source: "hibob",
        origin: "pull",
        isWhole: true,
        asOfMs: nowMs(),
        createdBy: "schedule",
      },
      undefined,
      "reading",
    );
    await plans.notePull("hibob", id);
    // An execution that was lost has stored a later part.
    await plans.change(id, ["reading"], { chunks: 3, run: 1 });
    await plans.putChunk(id, 2, new Uint8Array());
    const execute = async (run: number) => {
      const payload = JSON.stringify({ planId: id, run });
      engine.start({ functionName: "lists", name: `read_${run}`, payload });
      await engine.idle();
    };
    await execute(0);
    expect((await plans.pullState("hibob"))?.lastCounted).toBeUndefined();
    await execute(1);
    expect(await plans.get(id)).toMatchObject({ status: "applied", chunks: 1 });
    const stored = (await storedItems()).map((item) => String(item["id"]));
    expect(stored).toContain(`plan#${id}`);
    expect(stored).not.toContain(`plan#${id}#chunk#2`);
  });

  test("a source that answers with the first page each time is no list", async () => {
    const { sources, pull, plansOf } = stuck();
    const source = sources.personio;
    for (let nth = 0; nth < 12; nth++) source.hire(newcomer());
    const failed = { status: "failed", reason: "source-unreadable" };
    expect(await pull("personio")).toMatchObject(failed);
    const asked = source.requests.filter(({ target }) => target === "list");
    expect(asked).toHaveLength(2);
    expect(await plansOf("personio")).toHaveLength(1);
  });

  test.each([
    ["leads to itself", "a", "a", 1],
    ["has more than 4,000 characters", "a".repeat(4_001), "b", 1],
    ["follows 10,001 pages", "b", "a", 10_001],
  ])("a source whose next page %s is no list", (_what, after, next, pages) => {
    expect(() => checkNext(after, next, pages)).toThrow("source-unreadable");
    expect(() => checkNext("a".repeat(4_000), "b", 1)).not.toThrow();
  });

  test.each([1, 2, 3, 5, 8])(
    "a source whose pages go round in a circle of %i is no list",
    (length) => {
      for (let before = 0; before < 6; before++) {
        let mark: string | undefined;
        let pages = 0;
        const readNext = () => {
          const page =
            pages < before ? pages : before + ((pages - before) % length);
          mark = markOf(mark, `page ${page}`, ++pages);
        };
        expect(() => {
          for (;;) readNext();
        }).toThrow("source-unreadable");
        expect(pages).toBeLessThanOrEqual(3 * (before + length));
      }
    },
  );

  test("a record that is too large for an item loses its longest texts", () => {
    const text = (bytes: number) => randomBytes(bytes).toString("base64");
    const [avatar, photo] = [text(300 * 1024), text(300_000)];
    const recordOf = (avatar: string, photo: string) => ({
      avatar,
      nested: [{ photo, name: "Ada" }],
    });
    const fitting = (record: unknown) =>
      fittingRow(record, (some) => [1, some, []]);
    const keptOf = (avatar: string, photo: string) =>
      fitting(recordOf(avatar, photo))[1];
    expect(keptOf(avatar, "")).toEqual(recordOf(avatar, ""));
    expect(keptOf(avatar, photo)).toEqual(recordOf("", photo));
    expect(keptOf(photo, photo)).toEqual(recordOf("", ""));
    // This text would fit, but it is longer than a text of an event may be.
    expect(keptOf("", `${avatar}A`)).toEqual(recordOf("", ""));
    // These texts pack well, but the row is too long when it is unpacked.
    const longTexts = Array.from({ length: 10 }, () => "a".repeat(399_995));
    const [part] = packRows([fitting({ longTexts })]);
    expect(unpackChunk(part!)).toEqual([
      [1, { longTexts: longTexts.fill("") }, []],
    ]);
    const numbers = Array.from({ length: 100_000 }, () => Math.random());
    for (const one of [undefined, { numbers }])
      expect(fitting(one)[1]).toEqual({});
  });

  test("a source that has a record twice is refused", async () => {
    const { sources, pull } = pulls();
    const [first] = sources.hibob.records();
    sources.hibob.faults.add({ kind: "repeat-record", id: first!.id });
    expect(await pull("hibob")).toMatchObject({
      status: "refused",
      findings: [{ employeeId: first!.id }],
    });
  });
});

test("a person whom the platform refuses to show is a conflict with one notice, and stops no other row", async () => {
  const { sources, pull, kindsOf, platformAuth, store } = pulls();
  const { notices, runScheduler } = pulls();
  const source = sources.personio;
  const employed = source.records().filter(({ state }) => state === "employed");
  const [hidden, leaver] = [employed[0]!, employed[1]!];
  const { people } = platformAuth.service;
  const find = people.find.bind(people);
  const { personID } = (await store.employees.get(hidden.id))!;
  people.find = (id) =>
    id === personID
      ? Promise.reject(new ApiError({ method: "GET", path: "/people" }, 403))
      : find(id);
  source.change(hidden.id, { title: "Hidden" });
  source.change(leaver.id, { state: "left" });
  const told = async () => {
    await runScheduler();
    return notices.published.flatMap(({ data }) =>
      data.reason === "conflicts-found" ? [data] : [],
    );
  };
  const counts = { "platform-refused-403": 1 };
  const done = await pull("personio");
  expect(await kindsOf(done)).toMatchObject({
    [hidden.id]: "conflict: platform-refused-403",
    [leaver.id]: "end",
  });
  expect(await told()).toMatchObject([{ plan: done.id, counts }]);
  await pull("personio");
  expect(await told()).toHaveLength(1);
  people.find = find;
  expect((await kindsOf(await pull("personio")))[hidden.id]).toBe("change");
});

test("an event that the platform has refused is pending in each pull, until its data is erased", async () => {
  const { sources, pull, kindsOf, rowsOf, runUntilIdle } = pulls();
  const { passDays, personOf, profileOf, platform, store } = pulls();
  const source = sources.hibob;
  const { id } = source.hire(newcomer("First"));
  await pull("hibob");
  await runUntilIdle();
  const refuse = (status: number, method: "POST" | "PUT", path: string) =>
    platform.faults.add({ kind: "status", status, method, path });
  refuse(403, "POST", "/people");
  refuse(400, "PUT", "/people/{personID}");
  source.change(id, { title: "Second" });
  const late = source.hire(newcomer());
  const ids = [id, late.id];
  const kindsIn = async (made: ShownPlan) => {
    const kinds = await kindsOf(made);
    await runUntilIdle();
    return ids.map((one) => kinds[one]);
  };
  expect(await kindsIn(await pull("hibob"))).toEqual(["change", "create"]);
  for (let time = 0; time < 2; time++) {
    const made = await pull("hibob");
    expect(await kindsIn(made)).toEqual(["pending", "pending"]);
    for (const { employeeId = "", ledTo } of await rowsOf(made)) {
      if (!ids.includes(employeeId)) continue;
      const operation = await store.operations.get(ledTo?.[0] ?? "");
      expect(["failed", "needs_attention"]).toContain(operation?.status);
    }
  }
  platform.faults.clear();
  await passDays(15);
  expect(await kindsIn(await pull("hibob"))).toEqual(["change", "create"]);
  expect(await kindsIn(await pull("hibob"))).toEqual(["same", "same"]);
  expect(await profileOf(id)).toMatchObject({ Title: "Second" });
  expect(await personOf(late.id)).toBeDefined();
}, 60_000);

describe("an employee who is not in a pull", () => {
  test("is looked for among the people whom the source has hired", async () => {
    const { sources, documents, nowMs } = pulls();
    const table = createTable(documents, tables.store.name);
    const lists = createOperatorLists(table, nowMs);
    const page = await lists.employees("active", 500, undefined, "hibob");
    const records = sources.hibob.records();
    const ids = records.flatMap(({ id, state }) =>
      state === "employed" ? [id] : [],
    );
    expect(page?.employeeIds.toSorted()).toEqual(ids.toSorted());
  });

  test("keeps access if another id has the same names, because the id may have changed", async () => {
    const { sources, pull, kindsOf, store } = pulls();
    const source = sources.hibob;
    const old = source.records().find(({ state }) => state === "employed")!;
    source.remove(old.id);
    const { id: _, ...same } = old;
    const now = source.hire(same);
    for (let time = 0; time < 3; time++) {
      const kinds = await kindsOf(await pull("hibob"));
      expect(kinds[now.id]).toBe("conflict: name-of-another");
      expect(kinds[old.id]).toBe("conflict: other-id");
    }
    expect((await store.employees.get(old.id))?.state).toBe("active");
    expect(await store.employees.get(now.id)).toBeUndefined();
  });

  test("is held above the daily limit, like a leaver of a sender", async () => {
    const { sources, begin, pull, rowsOf, find, store } = limited();
    const source = sources.hibob;
    const { id } = source.hire(newcomer());
    for (let nth = 0; nth < 15; nth++) source.hire(newcomer());
    await begin("hibob");
    source.remove(id);
    await pull("hibob");
    const done = await pull("hibob");
    expect(done).toMatchObject({ status: "applied", accepted: 1 });
    const [row] = (await rowsOf(done)).filter((one) => one.employeeId === id);
    expect(await find(row!.ledTo![0]!)).toMatchObject(
      needsAttention("disable-limit"),
    );
    expect((await store.employees.get(id))?.state).toBe("active");
  }, 30_000);
});

test.each([
  ["an end", "a conflict", { state: "left" }, "repeated-after-ruling"],
  ["a rename", "the same", { email: "renamed@example.com" }, undefined],
] as const)(
  "%s that an operator rejects is %s in each pull, as long as the record is the same",
  async (_what, _is, change, reason) => {
    const { sources, pull, rowsOf, operate } = limited();
    const source = sources.hibob;
    const { id } = source
      .records()
      .findLast(({ state }) => state === "employed")!;
    source.change(id, change);
    const rowIn = async (made: ShownPlan) =>
      (await rowsOf(made)).find(({ employeeId }) => employeeId === id);
    const [operation] = (await rowIn(await pull("hibob")))?.ledTo ?? [];
    const pending = { kind: "pending", ledTo: [operation] };
    expect(await rowIn(await pull("hibob"))).toMatchObject(pending);
    await operate("POST", `/${operation}/reject`, {});
    const row = reason ? { kind: "conflict", reason } : { kind: "same" };
    for (let time = 0; time < 2; time++)
      expect(await rowIn(await pull("hibob"))).toMatchObject(row);
  },
);

describe("a pull while an upload of its source is applied", () => {
  const source = "personio";
  const storedPlans = () => {
    const { documents, nowMs } = pulls();
    return createPlans(createTable(documents, tables.store.name), nowMs);
  };
  /** The upload, which has taken the source. */
  let upload: Plan;
  let leaver = "";
  beforeAll(async () => {
    const { sources, nowMs } = pulls();
    const made = { source, isWhole: false, asOfMs: nowMs(), createdBy: "ops" };
    const created = await storedPlans().create(made, undefined, "applying");
    const { version } = (await storedPlans().source(source))!;
    upload = { ...created, sourceVersion: version, rows: 12 };
    await storedPlans().takeSource(upload);
    const all = sources[source].records();
    leaver = all.find(({ state }) => state === "employed")!.id;
    sources[source].change(leaver, { state: "left" });
  });

  /** The reasons of the notices about a plan. */
  async function toldOf(plan: string) {
    const { runScheduler, notices } = pulls();
    await runScheduler();
    const about = notices.published.filter(({ data }) => data.plan === plan);
    return about.map(({ data }) => data.reason);
  }

  test("stops with a notice, and a leaver keeps access", async () => {
    const { pull, store } = pulls();
    const ended = { status: "stopped", reason: "expired", applies: { end: 1 } };
    const stopped = await pull(source);
    expect(stopped).toMatchObject(ended);
    expect((await store.employees.get(leaver))?.state).toBe("active");
    expect(await toldOf(stopped.id)).toEqual(["expired"]);
  });

  test("has no notice if an operator stops it in the same moment", async () => {
    const { pull, partFailures } = pulls();
    const set = { status: "stopped" } as const;
    partFailures.workflowTable = async (_command, item, input) => {
      const id = item.replace(/^plan#/, "");
      if (id !== item && input.includes("expired"))
        await storedPlans().change(id, ["planning"], set);
      return false;
    };
    const { id, status, reason } = await pull(source);
    partFailures.workflowTable = undefined;
    expect([status, reason]).toEqual(["stopped", undefined]);
    expect(await toldOf(id)).toEqual([]);
  });

  test("has its notice from the next attempt if the notice was not stored", async () => {
    const { pull, partFailures } = pulls();
    let losses = 0;
    partFailures.workflowTable = (_command, item) =>
      item.startsWith("plan-notice#") && ++losses === 1;
    expect(await toldOf((await pull(source)).id)).toEqual(["expired"]);
    partFailures.workflowTable = undefined;
  });

  test("is followed by one that applies its rows, although the upload has said the same without an effect", async () => {
    const { pull, runUntilIdle } = pulls();
    const plans = storedPlans();
    const { planned } = await plans.rowsOf((await pull(source)).id, 0);
    const same = planned.map((row) => ({ ...row, kind: "same" as const }));
    await plans.putRows(upload, 0, same, 0);
    const applied = { status: "applied", rowChunks: 1 } as const;
    await plans.change(upload.id, ["applying"], applied);
    await plans.noteEndOfPlan(upload);
    const { id, ...next } = await pull(source);
    expect(next).toMatchObject({ status: "applied", accepted: 1 });
    await runUntilIdle();
    // A plan that goes on after its end is noted takes its source, and changes nothing there.
    const { sourceVersion } = upload;
    expect(await plans.takeSource({ id, source, sourceVersion })).toBe(true);
    const { version, applying } = (await plans.source(source))!;
    expect([version, applying]).toEqual([sourceVersion + 2, undefined]);
  });
});

describe("a schedule", () => {
  test("begins one pull if its delivery arrives twice", async () => {
    const { fire, plansOf } = pulls();
    const before = (await plansOf("personio")).length;
    const time = "2026-11-26T09:00:00Z";
    await Promise.all([fire("personio", time), fire("personio", time)]);
    await fire("personio", time);
    expect(await plansOf("personio")).toHaveLength(before + 1);
  });

  test("begins no pull while an operator may approve the last plan, and begins one after a day", async () => {
    const { sources, pull, advanceTime, show } = limited();
    const { runScheduler, notices } = limited();
    sources.bamboohr.hire(newcomer());
    await pull("bamboohr");
    const waiting = await pull("bamboohr");
    expect(waiting.status).toBe("planned");
    advanceTime(hourMs);
    expect((await pull("bamboohr")).id).toBe(waiting.id);
    // Each pull lets a minute pass first.
    advanceTime(dayMs - 2 * hourMs - 3 * minuteMs);
    expect((await pull("bamboohr")).id).toBe(waiting.id);
    advanceTime(2 * minuteMs);
    expect((await pull("bamboohr")).id).not.toBe(waiting.id);
    const ended = { status: "stopped", reason: "expired" };
    expect(await show(waiting.id)).toMatchObject(ended);
    await runScheduler();
    expect(notices.published.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ plan: waiting.id, reason: "expired" }),
    );
  });
});

test("no value of a record is in a log, in the history of the engine, or in the stored items of a pull", async () => {
  const { sources, pull, lines, engine, storedItems } = pulls();
  const { hibob } = sources;
  const [first] = hibob.records().filter(({ state }) => state === "employed");
  hibob.change(first!.id, { title: "Canary of Pulls" });
  const { id } = await pull("hibob");
  const kept = await storedItems(`plan#${id}`);
  expect(kept.length).toBeGreaterThan(1);
  for (const place of [lines, engine.list(), kept])
    expect(JSON.stringify(place)).not.toMatch(/Canary|Byron|pull\.\d/);
});

test("an operator's pull is refused while another one waits for an approval, which still ends after a day", async () => {
  const { sources, pull, request, show, advanceTime } = pulls();
  const { create, beginPlan } = pulls();
  sources.bamboohr.hire(newcomer());
  // The first plan links people, and no operator has approved the second.
  await pull("bamboohr");
  const waiting = await pull("bamboohr");
  expect(waiting.status).toBe("planned");
  const asked = { source: "bamboohr", origin: "pull" };
  const [id, stopped] = [await create(asked), await create(asked)];
  await request("POST", `/${stopped}/stop`);
  const refused = await beginPlan(id);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain(waiting.id);
  advanceTime(dayMs);
  expect((await beginPlan(stopped)).status).toBe(409);
  expect(await show(waiting.id)).toMatchObject({ status: "planned" });
  expect((await beginPlan(id)).status).toBe(202);
  expect(await show(waiting.id)).toMatchObject({ reason: "expired" });
});
