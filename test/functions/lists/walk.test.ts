import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ShownRow } from "../../../functions/lists/contract.ts";
import { packIds } from "../../../functions/lists/list-sources.ts";
import { maxPackedBytes } from "../../../functions/lists/plan-values.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { deleteExpired } from "../../../infra/local/aws/dynamodb/delete-expired.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";
import { entraToken } from "../../../infra/local/credentials.ts";
import { rowOf, tokens, useLists } from "./lists-for-test.ts";

const lists = useLists();

test("an employee who is missing in two whole lists in a row leaves, even if months lie between them, and stays after the first", async () => {
  const { plan, apply, kindsOf, store, advanceTime, idle, hire } = lists();
  const { documents, nowMs, dateIn } = lists();
  await hire("W-1");
  const names = Array.from({ length: 20 }, (_, nth) => `M-${nth}`);
  const start = dateIn(0);
  const rows = names.map((id) => rowOf({ id, login: `m-${id}`, start }));
  const source = "payroll";
  const list = async (from: number, isWhole = true) => {
    advanceTime(hourMs);
    const made = await plan(rows.slice(from), { isWhole, source });
    return { made, kinds: await kindsOf(made), done: await apply(made) };
  };
  await list(0);
  // Half of the list that has linked people, and nothing else yet, is refused.
  const half = await list(10);
  expect(half.made).toMatchObject({ status: "refused", counts: {} });
  expect(half.made.findings[0]?.text).toContain("less than 90 %");
  expect((await list(0)).made.counts).toEqual({ create: 20 });
  await idle();
  // An identity provider that repeats the hire has not brought the employee; another HR system has.
  const again = (id: string, by: object) =>
    hire(id, { username: `m-${id}`, startDate: start }, by);
  await again("M-0", { caller: "entra", token: entraToken });
  await again("M-1", {});
  const once = await list(2);
  expect(once.kinds["M-0"]).toBe("missing: absent-once");
  expect(once.done.status).toBe("applied");
  // A list that is not said to be whole says nothing about who is not in it.
  expect((await list(3, false)).kinds["M-0"]).toBeUndefined();
  advanceTime(91 * dayMs);
  await deleteExpired(documents, tables.store, nowMs());
  const twice = await list(2);
  expect(twice.kinds["M-0"]).toBe("end");
  // Another caller has hired them.
  expect(twice.kinds["W-1"]).toBeUndefined();
  expect(twice.kinds["M-1"]).toBeUndefined();
  expect(twice.done).toMatchObject({ status: "applied", accepted: 1 });
  expect((await store.employees.get("M-0"))?.state).toBe("left");
  expect((await list(2)).kinds["M-0"]).toBeUndefined();
});

test("the ids of missing employees are kept, as many as fit into an item", () => {
  const ids = Array.from({ length: 50_000 }, () => randomUUID());
  const { byteLength } = packIds(ids);
  expect(byteLength).toBeGreaterThan(maxPackedBytes / 3);
  expect(byteLength).toBeLessThan(maxPackedBytes);
});

test("an operator decides about a match in a plan, and cannot approve what they have decided", async () => {
  const { plan, addPerson, request, engine, kindsOf, approve, show } = lists();
  const { platform, apply, store, advanceTime } = lists();
  await apply(await plan([rowOf({ id: "D-0", status: "other" })]));
  advanceTime(hourMs);
  await addPerson("d-1");
  const made = await plan([
    rowOf({ id: "D-1", mail: "else@example.com" }),
    rowOf({ id: "D-2" }),
  ]);
  expect(await kindsOf(made)).toMatchObject({
    "D-1": "conflict: match-unclear",
  });
  const { id: person = "" } = platform.findPerson("d-1") ?? {};
  const decide = (matches: object, token?: string) =>
    request("POST", `/${made.id}/decide`, { matches }, token);
  expect((await decide({})).status).toBe(400);
  expect((await decide({ "D-1": person }, tokens.lead)).status).toBe(202);
  await engine.idle();
  const decided = await show(made.id);
  expect(decided).toMatchObject({ status: "planned", decidedBy: ["lead"] });
  expect(decided.digest).not.toBe(made.digest);
  expect(await kindsOf(decided)).toEqual({ "D-1": "adopt", "D-2": "create" });
  // The plan has changed since it was read, so its old digest is refused.
  expect((await approve(made, tokens.chief)).status).toBe(409);
  expect((await approve(decided)).status).toBe(409);
  expect((await approve(decided, tokens.chief)).status).toBe(200);
  expect((await decide({ "D-1": person })).status).toBe(409);
  await request("POST", `/${made.id}/apply`);
  await engine.idle();
  expect((await store.employees.get("D-1"))?.personID).toBe(person);
});

test("an operator who decides sees the names of both sides, and no operator does after the list is erased", async () => {
  const { plan, addPerson, request, rowsOf, lines, storedItems } = lists();
  const { platform, advanceTime, apply } = lists();
  await addPerson("n-1");
  const { id: person = "" } = platform.findPerson("n-1") ?? {};
  const row = rowOf({ id: "N-1", mail: "else@example.com" });
  const made = await plan([row]);
  // It changes nothing, and waits for a decision.
  expect(made).toMatchObject({ status: "planned", applies: {}, toDecide: 1 });
  const namesFor = async (token?: string) => {
    const path = `/${made.id}/rows?names=true`;
    const answer = await request("GET", path, undefined, token);
    return ((await answer.json()) as { rows: ShownRow[] }).rows[0]?.names;
  };
  expect(await namesFor()).toEqual({
    row: { name: "ZoeN-1 List", username: "n-1", email: "else@example.com" },
    persons: {
      [person]: expect.objectContaining({
        username: "n-1",
        email: "n-1@example.com",
      }),
    },
  });
  expect(await namesFor(tokens.reader)).toBeUndefined();
  expect((await rowsOf(made))[0]).not.toHaveProperty("names");
  expect(JSON.stringify(lines)).not.toContain("else@example.com");
  const keptNames = () => storedItems(`plan#${made.id}#names`);
  expect(await keptNames()).toHaveLength(1);
  advanceTime(14 * dayMs);
  expect(await namesFor()).toBeUndefined();
  await request("POST", `/${made.id}/stop`);
  expect(await keptNames()).toEqual([]);
  // A plan without a row to apply counts when it is approved.
  const empty = await apply(await plan([row]));
  expect(empty).toMatchObject({ status: "applied", accepted: 0, skipped: 0 });
});

test("an export that has linked two people ends the leaver and changes the other one when it is applied again", async () => {
  const { plan, addPerson, apply, kindsOf, platform, store, nowMs } = lists();
  const { runScheduler, advanceTime } = lists();
  await addPerson("e-1");
  const { id: person = "" } = platform.findPerson("e-1") ?? {};
  await addPerson("e-2");
  const rows = [
    rowOf({ id: "EL-1", login: "e-1", status: "gone" }),
    rowOf({ id: "EL-2", login: "e-2" }),
  ];
  const asOfMs = nowMs();
  const made = await plan(rows, { asOfMs });
  expect(await kindsOf(made)).toEqual({
    "EL-1": "conflict: left-with-person",
    "EL-2": "adopt",
  });
  const matches = { "EL-1": person };
  const decided = await plan(rows, { asOfMs, matches });
  expect(await kindsOf(decided)).toEqual({ "EL-1": "adopt", "EL-2": "adopt" });
  expect(await apply(decided)).toMatchObject({ accepted: 2, skipped: 0 });
  advanceTime(hourMs);
  const again = await plan(rows, { asOfMs });
  expect(await kindsOf(again)).toEqual({ "EL-1": "end", "EL-2": "change" });
  expect(await apply(again)).toMatchObject({ accepted: 2, skipped: 0 });
  await runScheduler();
  expect((await store.employees.get("EL-1"))?.state).toBe("left");
});

test.each([
  ["PUT", "chunks/0", gzipSync(JSON.stringify([2, rowOf({ id: "O-1" }), []]))],
  ["PUT", "matches", gzipSync(JSON.stringify({ "O-1": "1" }))],
  ["POST", "begin", { chunks: 0, rows: 0 }],
])(
  "%s %s is refused to an operator who has not created the plan, because they could approve it",
  async (method, part, body) => {
    const { create, request, show } = lists();
    const id = await create({ source: "file" });
    const send = (token?: string) =>
      request(method, `/${id}/${part}`, body, token);
    const refused = await send(tokens.lead);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringMatching("Another operator"),
    });
    expect((await show(id)).status).toBe("uploading");
    expect((await send()).status).toBeLessThan(300);
  },
);

test.each([{ id: "I-1" }, { id: "" }])(
  "an ignored row with the id of another row, or without an id, refuses no list: %j",
  async ({ id }) => {
    const { plan } = lists();
    const ignored = { ...rowOf({ id }), status: "other" };
    const made = await plan([rowOf({ id: "I-1" }), ignored]);
    expect(made).toMatchObject({ status: "planned", findings: [] });
  },
);

test("an upload cannot say that a row is unchanged, because only our own reads know that", async () => {
  const { create, request } = lists();
  const id = await create({ source: "file" });
  const row = [2, {}, [], { digest: "x", same: "O-2" }];
  const body = gzipSync(JSON.stringify(row));
  expect((await request("PUT", `/${id}/chunks/0`, body)).status).toBe(400);
});

test("a plan is approved by another operator, with its digest and its counts, and is valid for a day", async () => {
  const { plan, approve, request, advanceTime } = lists();
  await plan([rowOf({ id: "A-0" })], { source: "known" });
  advanceTime(hourMs);
  const made = await plan([rowOf({ id: "A-1" })], { source: "known" });
  expect(made.applies).toEqual({ create: 1 });
  const apply = () => request("POST", `/${made.id}/apply`);
  expect((await apply()).status).toBe(409);
  const read = async (token?: string) =>
    (await request("GET", `/${made.id}`, undefined, token)).json();
  expect(await read()).toMatchObject({ mayApprove: false });
  expect(await read(tokens.reader)).toMatchObject({ mayApprove: false });
  expect(await read(tokens.lead)).toMatchObject({ mayApprove: true });
  const own = await request("POST", `/${made.id}/approve`, {
    digest: made.digest,
    applies: made.applies,
  });
  expect(own.status).toBe(409);
  expect(await own.json()).toMatchObject({
    type: expect.stringMatching("sent-by-yourself"),
  });
  expect((await approve({ ...made, digest: "other" })).status).toBe(409);
  expect((await approve({ ...made, applies: { create: 2 } })).status).toBe(409);
  expect((await approve(made, tokens.reader)).status).toBe(403);
  expect((await approve(made)).status).toBe(200);
  advanceTime(25 * hourMs);
  expect((await apply()).status).toBe(409);
});
