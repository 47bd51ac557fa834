import { expect, test } from "vitest";
import type { Operation } from "../../../shared/store/operation.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { tokenOf, usePeopleSource } from "./people-source.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";

const source = usePeopleSource();

/** The operation that a read led to. */
async function ledTo(read: { sameAs?: string | undefined }) {
  return source().find(read.sameAs ?? "none");
}

/** The types of the events that a read led to. */
async function typesOf({ ledTo: all, sameAs = "none" }: Operation) {
  const found = await Promise.all((all ?? [sameAs]).map(source().find));
  return found.map(({ type }) => type);
}

test("a thin event hires the employee of the record, and its operation names the one that does the work", async () => {
  const { put, readThin, personOf, asked } = source();
  put({ id: "T-1", job: "Engineer" });
  const read = await readThin("T-1");
  expect(read).toMatchObject({
    type: "record.changed",
    status: "succeeded",
    warnings: [],
  });
  expect(asked).toEqual(["T-1"]);
  expect(await ledTo(read)).toMatchObject({
    type: "employee.hired",
    status: "succeeded",
    caller: "people",
    employeeId: "T-1",
  });
  expect(await personOf("T-1")).toMatchObject({
    name: { givenName: "ZoeT-1" },
  });
});

test("the receiver answers a thin event without a call to the source", async () => {
  const { put, sendThin, idle, asked, answer } = source();
  put({ id: "T-4" });
  const slow = Promise.withResolvers<undefined>();
  answer(() => slow.promise);
  expect((await sendThin("T-4")).status).toBe(202);
  slow.resolve(undefined);
  await idle();
  expect(asked).toEqual(["T-4"]);
});

test("a caller without a lookup may not send a thin event", async () => {
  const refused = await source().send(
    "record.changed",
    { employeeId: "T-5" },
    { to: "events" },
  );
  expect(refused.status).toBe(403);
});

test("the return of an employee enables the person, also if the operation of the suspension is deleted", async () => {
  const { put, readThin, store, find, outlastOperations } = source();
  put({ id: "T-9", job: "Engineer" });
  await readThin("T-9");
  const away = { id: "T-9", status: "away", from: "2020-01-01" };
  put(away);
  const suspended = await ledTo(await readThin("T-9"));
  await outlastOperations();
  await expect(find(suspended.id)).rejects.toThrow("there is no operation");
  expect(await readThin("T-9")).toMatchObject({ reason: "no-event" });

  put({ id: "T-9", job: "Architect" });
  expect(await typesOf(await readThin("T-9", { caller: "rival" }))).toEqual([
    "employee.changed",
  ]);
  expect(await typesOf(await readThin("T-9"))).toEqual([
    "employee.resumed",
    "employee.changed",
  ]);
  expect(await store.employees.get("T-9")).toMatchObject({ state: "active" });
});

test("without the scope for what the record means, the read needs attention and nothing happens", async () => {
  const { put, readThin, store } = source();
  put({ id: "T-10" });
  await readThin("T-10");
  put({ id: "T-10", status: "gone" });
  expect(await readThin("T-10", { caller: "hiring" })).toMatchObject(
    needsAttention("scope-missing"),
  );
  expect((await store.employees.get("T-10"))?.state).toBe("active");
});

const people = { caller: "people", token: tokenOf("people") };

/** Asks what a record would mean as that of a caller. */
const preview = (record: object, by: typeof people | object = people) =>
  source().askPreview(record, { query: "?record", ...by });

test("a preview of a thin event names the source, and reads no record", async () => {
  const data = { employeeId: "T-11" };
  const answer = await source().preview("record.changed", data, people);
  expect(await answer.json()).toEqual({
    events: [
      {
        type: "record.changed",
        employeeId: "T-11",
        source: "people",
        fields: ["/employeeId"],
      },
    ],
    ignored: 0,
  });
  expect(source().asked).toEqual([]);
});

test("a preview of a record tells what the lookup of the caller makes of it", async () => {
  const record = { id: "T-12", status: "here", given: "Zoe", mail: "z@e.org" };
  expect(await (await preview(record)).json()).toEqual({
    events: [
      {
        type: "employee.hired",
        employeeId: "T-12",
        fields: ["/employeeId", "/name/givenName", "/email"],
        templates: [],
      },
    ],
    ignored: 0,
  });
  const gone = { ...record, status: "gone", last: "2999-12-31" };
  expect(await (await preview(gone)).json()).toMatchObject({
    events: [
      { type: "employee.terminated", fields: ["/employeeId", "/lastDay"] },
    ],
  });
  const other = { ...record, status: "other" };
  expect(await (await preview(other)).json()).toEqual({
    events: [],
    ignored: 1,
  });
  const wrong = await preview({ ...record, mail: "none" });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ errors: [{ pointer: "#/mail" }] });
});

test("a preview of a record is refused for a caller without a lookup", async () => {
  const answer = await preview({ id: "T-13" }, {});
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [{ detail: expect.stringContaining("no lookup") }],
  });
});

test("a hire gets the avatar of its source", async () => {
  const { put, photos, readThin, find } = source();
  put({ id: "T-14" });
  photos.set("T-14", sampleAvatar);
  const read = await readThin("T-14", { caller: "pictured" });
  expect(read).toMatchObject({ status: "succeeded", warnings: [] });
  const hire = await find(read.sameAs ?? "");
  expect(hire).toMatchObject({ status: "succeeded", warnings: [] });
  expect(hire.steps["upload avatar"]).toMatchObject({ status: "succeeded" });
});

test("a hire whose source has no avatar, or a broken one, is a hire without an avatar", async () => {
  const { put, photos, readThin, find } = source();
  put({ id: "T-15" });
  const none = await readThin("T-15", { caller: "pictured" });
  expect(none).toMatchObject({ status: "succeeded", warnings: [] });
  put({ id: "T-16" });
  photos.set("T-16", Buffer.from("no image"));
  const broken = await readThin("T-16", { caller: "pictured" });
  expect(broken).toMatchObject({
    status: "succeeded",
    warnings: [{ about: "/avatar", reason: "avatar-not-an-image" }],
  });
  expect(await find(broken.sameAs ?? "")).toMatchObject({
    type: "employee.hired",
    status: "succeeded",
  });
});
