import { beforeEach, describe, expect, test } from "vitest";
import { opsToken } from "../../../infra/local/credentials.ts";
import { dayMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { clientFor } from "../../fixtures/community-client.ts";
import { rows } from "../../fixtures/rows.ts";
import { effort } from "../../resilience/effort.ts";

const environment = useInProcess({
  graceDays: 7,
  sendsNotices: true,
  maxContentsDeleted: 3,
  deletionLimit: { percent: 0, min: 2, max: 2 },
});
const held = { status: "needs_attention", reason: "person-has-contents" };

beforeEach(() => environment().advanceTime(2 * dayMs));

describe("the contents of a leaver", () => {
  test("are counted after the disabling, and stand in the operation, in its answer and in the notice", async () => {
    const { ask, noteCalls } = environment();
    await join("C-1", 2);
    const calls = noteCalls();
    const left = await leave("C-1");
    expect(left).toMatchObject({
      status: "waiting",
      phase: "grace",
      contents: 2,
      warnings: [],
    });
    expect(calls().slice(-2)).toEqual([
      "PUT /people/{personID}",
      "GET /contents",
    ]);
    const answer = await ask("GET", `/operations/${left.id}`);
    expect(await answer.json()).toMatchObject({ contents: 2 });
    expect(await noticesOf(left.id)).toMatchObject([
      { type: "person.left", data: { operations: [{ contents: 2 }] } },
    ]);
  });

  const warning = { about: "contents", reason: "person-has-contents" };

  // Columns: title, employee, published, counted (at most maxContentsDeleted + 1), removed until the deletion, end.
  test.each(rows<[string, string, number, number, number, object]>`
    are deleted with the person when they are at most maxContentsDeleted | C-2 | ${3} | ${3} | ${0} | ${{ status: "succeeded", contents: 3 }}
    hold a deletion above maxContentsDeleted, and a warning says so before | C-3 | ${5} | ${4} | ${0} | ${{ ...held, contents: 4 }}
    are counted again when the deletion is due | C-4 | ${5} | ${4} | ${3} | ${{ status: "succeeded", contents: 2 }}
  `)("%s: %s", async (_title, name, published, contents, removed, end) => {
    const { platform, platformAuth, find, passDays } = environment();
    await join(name, published);
    const { id, result, ...left } = await leave(name);
    const warnings = contents > 3 ? [warning] : [];
    expect(left).toMatchObject({ status: "waiting", contents, warnings });
    const { contents: ofPlatform } = platformAuth.service;
    const author = result?.personID ?? "";
    if (removed > 0)
      for await (const one of ofPlatform.list({ author, maxItems: removed }))
        await ofPlatform.remove(one);
    await passDays(7.1);
    const ended = await find(id);
    expect(ended).toMatchObject(end);
    expect(platform.findPerson(name.toLowerCase())?.svc.enabled).toBe(
      ended.status === "succeeded" ? undefined : false,
    );
  });

  test("are deleted after a release by another operator than the sender, and not after a retry", async () => {
    const { act, platform, find } = environment();
    const id = await hold("C-5");
    const verbs = ["release", "reject"];
    expect((await noticesOf(id)).at(-1)).toMatchObject({
      type: "operation.held",
      data: {
        reason: "person-has-contents",
        operations: [{ contents: 4, verbs }],
      },
    });
    const mine = await act("release", id, undefined, opsToken);
    expect(await mine.json()).toMatchObject({
      type: expect.stringContaining("sent-by-yourself"),
    });
    expect((await act("retry", id)).status).toBe(409);
    expect(await find(id)).toMatchObject(held);
    await act("release", id);
    expect(await find(id)).toMatchObject({ status: "succeeded", contents: 4 });
    expect(platform.findPerson("c-5")).toBeUndefined();
  });

  test("stay after a rejection: the person is kept disabled, and can be enabled", async () => {
    const { act, find, store, platform, platformAuth } = environment();
    const id = await hold("C-6");
    await act("reject", id);
    expect(await find(id)).toMatchObject({
      status: "cancelled",
      reason: "rejected",
    });
    expect((await store.employees.get("C-6"))?.state).toBe("kept");
    expect(platform.findPerson("c-6")?.svc.enabled).toBe(false);
    await act("enable", id);
    expect(platform.findPerson("c-6")?.svc.enabled).toBe(true);
    const author = platform.findPerson("c-6")?.id ?? "";
    const contents = platformAuth.service.contents.list({ author });
    expect(await Array.fromAsync(contents)).toHaveLength(5);
  });
});

test("without a grace period, a person is disabled before their contents are counted, and deleted after it", async () => {
  await join("Z-1", 1);
  const calls = environment().noteCalls();
  expect(await leave("Z-1", 0)).toMatchObject({
    status: "succeeded",
    contents: 1,
  });
  expect(calls()).toEqual([
    "GET /people/{personID}",
    "PUT /people/{personID}",
    "GET /contents",
    "GET /people/{personID}",
    "DELETE /people/{personID}",
    "GET /people/{personID}",
    "GET /people",
    "GET /people/{personID}",
  ]);
});

describe("a count that fails", () => {
  test.each([403, 404])(
    "is a warning at first if the platform refuses it (%i), and then holds the deletion",
    async (status) => {
      const { act, platform, find, passDays } = environment();
      const name = `F-${status}`;
      await join(name, 1);
      platform.faults.add({ kind: "status", status, path: "/contents" });
      const refused = {
        about: "contents",
        reason: `platform-refused-${status}`,
      };
      const left = await leave(name);
      expect(left).toMatchObject({ status: "waiting", warnings: [refused] });
      expect(left.contents).toBeUndefined();
      await passDays(7.1);
      expect(await find(left.id)).toMatchObject({
        ...held,
        warnings: [refused],
      });
      await act("release", left.id);
      expect((await find(left.id)).status).toBe("succeeded");
    },
  );

  test("delays no disabling, and the deletion waits until the platform lists contents again", async () => {
    const { platform, find, passDays } = environment();
    await join("F-1", 1);
    platform.faults.add({ kind: "status", status: 500, path: "/contents" });
    const left = await leave("F-1");
    expect(platform.findPerson("f-1")?.svc.enabled).toBe(false);
    expect(left).toMatchObject({
      status: "waiting",
      phase: "grace",
      warnings: [{ about: "contents", reason: "platform-error-500" }],
    });
    await passDays(7.1);
    expect(await find(left.id)).toMatchObject({
      status: "waiting",
      blockedBy: "platform",
      reason: "platform-error-500",
    });
    expect(platform.findPerson("f-1")).toBeDefined();
    platform.faults.clear();
    await passDays(1 / 4);
    expect(await find(left.id)).toMatchObject({
      status: "succeeded",
      contents: 1,
    });
  });
});

const many = useInProcess({ graceDays: 7, maxContentsDeleted: 110 });

test("a person with very many contents costs two requests: the count stops at one more than maxContentsDeleted", async () => {
  await join("M-1", effort(120, 1_000), many());
  const calls = many().noteCalls();
  expect(await leave("M-1", 7, many())).toMatchObject({ contents: 111 });
  const counts = calls().filter((one) => one.endsWith("/contents"));
  expect(counts).toHaveLength(2);
});

const unlimited = useInProcess({
  graceDays: 7,
  maxContentsDeleted: "unlimited",
});

test("maxContentsDeleted unlimited counts nothing and holds no deletion", async () => {
  const { noteCalls, find, passDays } = unlimited();
  await join("U-1", 5, unlimited());
  const calls = noteCalls();
  const { id } = await leave("U-1", 7, unlimited());
  await passDays(7.1);
  const ended = await find(id);
  expect(ended.status).toBe("succeeded");
  expect(ended.contents).toBeUndefined();
  expect(calls()).not.toContain("GET /contents");
});

test("a termination that keeps the person counts nothing, because nothing is deleted", async () => {
  const { say, noteCalls } = environment();
  await join("K-1", 5);
  const calls = noteCalls();
  const kept = await say("terminated", "K-1", { disposition: "disable" });
  expect(kept).toMatchObject({ status: "succeeded", warnings: [] });
  expect(calls()).not.toContain("GET /contents");
});

/** The notices of an operation that reached the bus. */
async function noticesOf(id: string) {
  const { notices, runScheduler } = environment();
  await runScheduler();
  return notices.published.filter(
    ({ data }) => data.operations[0]?.operation === id,
  );
}

/** Adopts a new person who has published this many contents. */
async function join(employeeId: string, count: number, on = environment()) {
  const { addPerson, say, platform } = on;
  const username = employeeId.toLowerCase();
  await addPerson(username);
  const { contents } = clientFor(platform, username);
  for (let index = 0; index < count; index++)
    await contents.create({
      type: "post",
      subject: `Post ${index}`,
      content: { type: "text/html", text: "Hello" },
    });
  const email = `${username}@example.com`;
  await say("adopted", employeeId, { username, email });
}

function leave(employeeId: string, graceDays = 7, on = environment()) {
  return on.say("terminated", employeeId, { graceDays });
}

/** Resolves to a termination that is held, because its person has published five contents. */
async function hold(employeeId: string): Promise<string> {
  const { passDays, find } = environment();
  await join(employeeId, 5);
  const { id } = await leave(employeeId);
  await passDays(8);
  expect(await find(id)).toMatchObject(held);
  return id;
}
