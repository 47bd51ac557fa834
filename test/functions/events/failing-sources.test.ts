import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { rows } from "../../fixtures/rows.ts";
import { sourceToken, usePeopleSource } from "./people-source.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";

const source = usePeopleSource();
/** The source answers with the record. */
const asUsual = undefined;

/** Sends a thin event whose read fails, lets time pass after its first three attempts, and waits for its end. */
async function readLater(
  recordId: string,
  passedMs: number,
): Promise<Operation> {
  const { sendThin, asked, advanceTime, idle, operation } = source();
  asked.length = 0;
  const answer = await sendThin(recordId);
  while (asked.length < 3) await setImmediate();
  advanceTime(passedMs);
  await idle();
  return operation(answer);
}

/** What the log says of reads that failed. */
const unread = () =>
  source()
    .lines.filter(({ message }) => message === "record not read")
    .map(({ fields }) => fields);

// The log line is for the alarm about sources that fail, so there is none after a 404.
test.each([
  [429, "source-busy"],
  [500, "source-error"],
  [503, "source-error"],
  [401, "source-refused"],
  [404, undefined],
])(
  "a source that answers %i is asked again, and the event is read when it works",
  async (status, reason) => {
    const { put, answer, asked, readThin, find } = source();
    const id = `F-${status}`;
    put({ id });
    answer(async () => (asked.length > 3 ? asUsual : { status }));
    const read = await readThin(id);
    expect(read).toMatchObject({ status: "succeeded" });
    expect(await find(read.sameAs ?? "")).toMatchObject({
      type: "employee.hired",
    });
    const line = { source: "people", caller: "people", reason };
    expect(
      unread().filter(({ operationId }) => operationId === read.id),
    ).toMatchObject(Array<object>(reason ? 3 : 0).fill(line));
  },
);

test.each([
  [500, "source-error"],
  [403, "source-refused"],
])(
  "a source that answers %i for a day leaves an operation that needs attention and can be retried",
  async (status, reason) => {
    const { put, answer, operate, idle, find, store } = source();
    const id = `G-${status}`;
    put({ id });
    answer(async () => ({ status }));
    const failed = await readLater(id, dayMs);
    expect(failed).toMatchObject({ status: "needs_attention", reason });
    expect(await store.employees.get(id)).toBeUndefined();
    answer(async () => asUsual);
    expect((await operate("POST", `/${failed.id}/retry`)).status).toBe(202);
    await idle();
    expect(await find(failed.id)).toMatchObject({ status: "succeeded" });
    expect((await store.employees.get(id))?.state).toBe("active");
  },
);

test("an operation whose read is tried again shows operators why, by its id, in lists and in the overview", async () => {
  const { put, answer, asked, ask, sendThin, idle, operation, lines } =
    source();
  put({ id: "F-18" });
  const before = lines.length;
  // The answers are 500, 401, and then none until the test has looked.
  const works = Promise.withResolvers<undefined>();
  answer(async () =>
    asked.length > 2 ? works.promise : { status: asked.length > 1 ? 401 : 500 },
  );
  const sent = await sendThin("F-18");
  while (asked.length < 3) await setImmediate();
  const { id } = await operation(sent);
  const shown = async (path: string) => (await ask("GET", path)).json();
  const running = { status: "running", reason: "source-refused" };
  expect(await shown(`/operations/${id}`)).toMatchObject(running);
  const listed = { operations: [{ id, ...running }] };
  for (const filter of ["", "&status=running"]) {
    const path = `/operations?reason=source-refused${filter}`;
    expect(await shown(path)).toMatchObject(listed);
  }
  expect(await shown("/overview")).toMatchObject({
    reasons: expect.arrayContaining([
      { ...running, count: 1, isAtLeast: false },
    ]) as unknown,
  });
  works.resolve(undefined);
  await idle();
  const ended = await operation(sent);
  expect(ended).toMatchObject({ status: "succeeded" });
  expect(ended.reason).toBeUndefined();
  // Wrong credentials are a wrong configuration, and the log names the source.
  expect(lines.slice(before)).toContainEqual(
    expect.objectContaining({
      message: "configuration wrong",
      fields: expect.objectContaining({
        reason: "source-refused",
        issues: [expect.stringContaining("the source people (401) refused")],
      }) as unknown,
    }),
  );
});

test("a record that is never found needs attention, and is no leaver", async () => {
  const { put, readThin, records, store } = source();
  put({ id: "F-4" });
  await readThin("F-4");
  records.delete("F-4");
  expect(await readLater("F-4", 60 * minuteMs)).toMatchObject(
    needsAttention("record-not-found"),
  );
  expect((await store.employees.get("F-4"))?.state).toBe("active");
});

const attention = { status: "needs_attention", reason: "record-not-found" };
const nothing = { status: "cancelled", reason: "no-event" };

// The caller `numbered` reads the id of an employee in the record, so only an earlier read tells whose record is gone.
// Columns: title, record, caller, states of the record before the source deletes it, outcome.
test.each(rows<[string, string, "people" | "numbered", object[], object]>`
  needs attention at once while its employee is here | F-5 | people | ${[{}]} | ${attention}
  needs attention while a hire of its employee waits | F-15 | people | ${[{ start: "2999-01-01" }]} | ${attention}
  is nothing to do if its employee was never known | F-6 | people | ${[]} | ${nothing}
  is nothing to do if its employee has left | F-7 | people | ${[{}, { status: "gone" }]} | ${nothing}
  needs attention while its employee, who has another id, is here | F-11 | numbered | ${[{ number: "N-11" }]} | ${attention}
  needs attention if no earlier read has told the id of its employee | F-12 | numbered | ${[]} | ${attention}
  is nothing to do if its employee, who has another id, has left | F-13 | numbered | ${[{ number: "N-13" }, { number: "N-13", status: "gone" }]} | ${nothing}
`)("a deleted record %s", async (_what, id, caller, before, expected) => {
  const { put, readThin, records, asked } = source();
  for (const record of before) {
    put({ id, ...record });
    await readThin(id, { caller });
  }
  records.delete(id);
  asked.length = 0;
  const event = "employee.deleted";
  expect(await readThin(id, { event, caller })).toMatchObject(expected);
  expect(asked).toHaveLength(1);
});

test("the missing record of a leaver is read again: it may be a rehire, else there is nothing to do", async () => {
  const { put, readThin, records, answer, asked, find } = source();
  put({ id: "F-14" });
  await readThin("F-14");
  put({ id: "F-14", status: "gone" });
  await readThin("F-14");
  put({ id: "F-14" });
  asked.length = 0;
  answer(async () => (asked.length > 2 ? asUsual : { status: 404 }));
  const rehired = await readThin("F-14");
  expect(await find(rehired.sameAs ?? "")).toMatchObject({
    type: "employee.hired",
    status: "succeeded",
  });
  put({ id: "F-14", status: "gone" });
  await readThin("F-14");
  records.delete("F-14");
  expect(await readLater("F-14", 60 * minuteMs)).toMatchObject({
    status: "cancelled",
    reason: "no-event",
  });
});

test("the retry of a read takes over the whole record, also if a part of it was accepted before", async () => {
  const { put, readThin, operate, idle, find, profileOf } = source();
  const leaver = { id: "F-17", status: "gone", last: "2999-12-31" };
  put({ id: "F-17" });
  await readThin("F-17");
  // The change is accepted, and the termination is not.
  put({ ...leaver, job: "Architect", disposition: "unknown" });
  const read = await readThin("F-17");
  expect(read).toMatchObject({ reason: "record-invalid" });
  put({ ...leaver, job: "Manager" });
  expect((await operate("POST", `/${read.id}/retry`)).status).toBe(202);
  await idle();
  const retried = await find(read.id);
  expect(retried).toMatchObject({ status: "succeeded" });
  const ledTo = await Promise.all((retried.ledTo ?? []).map(find));
  expect(ledTo.map(({ type }) => type)).toEqual([
    "employee.changed", // by the first read
    "employee.changed", // by the retry
    "employee.terminated",
  ]);
  expect(await profileOf("F-17")).toEqual({ Title: "Manager" });
});

test("the record of another person is not used", async () => {
  const { put, answer, readThin, records, store } = source();
  put({ id: "F-8" });
  answer(async () => ({
    status: 200,
    body: JSON.stringify({ ...records.get("F-8"), id: "F-9" }),
  }));
  expect(await readThin("F-8")).toMatchObject(
    needsAttention("record-of-another"),
  );
  expect(await store.employees.get("F-8")).toBeUndefined();
  expect(await store.employees.get("F-9")).toBeUndefined();
});

test("a record that does not fit our schema names its fields, and no value", async () => {
  const { put, readThin, lines } = source();
  put({ id: "F-10", mail: "not an address canary" });
  const before = lines.length;
  expect(await readThin("F-10")).toMatchObject({
    status: "needs_attention",
    reason: "record-invalid",
    warnings: [{ about: "#/mail", reason: "record-invalid" }],
  });
  const told = JSON.stringify(lines.slice(before));
  expect(told).toContain('"#/mail must be a valid email"');
  expect(told).not.toContain("canary");
});

test("nothing of a record stays in the history of the engine, in the log or in the table after the end", async () => {
  const { put, readThin, lines, storedItems, engine, idle } = source();
  const canary = "Canary-of-a-record";
  put({ id: "F-12", job: canary, given: `${canary}-name` });
  const read = await readThin("F-12");
  expect(read).toMatchObject({ status: "succeeded" });
  await idle();
  const kept = JSON.stringify([lines, await storedItems(), engine.list()]);
  expect(kept).toContain(read.id);
  expect(kept).not.toContain(canary);
  expect(kept).not.toContain(sourceToken);
});
