import { beforeEach, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

/** Another operator than `ops`, who sends the events. */
const guardToken = "guard-token-of-the-test-with-32-characters";
const environment = useInProcess({
  repeatedHire: "update",
  graceDays: 7,
  renameLimit: { percent: 0, min: 2, max: 2 },
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
  },
});
const held = { status: "needs_attention", reason: "rename-limit" };
const rejected = { status: "cancelled", reason: "rejected" };

beforeEach(() => environment().advanceTime(2 * dayMs));

async function hire(employeeId: string): Promise<void> {
  await environment().sendAndWait("employee.hired", hireOf(employeeId));
  environment().advanceTime(1_000);
}

async function change(employeeId: string, fields: object, agoMs = 0) {
  const { sendAndWait, nowMs, advanceTime } = environment();
  const atMs = nowMs() - agoMs;
  const data = { employeeId, ...fields };
  const operation = await sendAndWait("employee.changed", data, { atMs });
  advanceTime(1_000);
  return operation;
}

const rename = (employeeId: string) =>
  change(employeeId, { username: `${employeeId.toLowerCase()}.new` });

/** Uses up the limit. */
async function reachLimit(name: string): Promise<void> {
  for (const employeeId of [`${name}-x`, `${name}-y`]) {
    await hire(employeeId);
    expect((await rename(employeeId)).status).toBe("succeeded");
  }
}

/** The names of a person, on the platform and in our store. */
async function namesOf(employeeId: string) {
  const { personOf, store } = environment();
  const { username, emailHash } = (await store.employees.get(employeeId)) ?? {};
  const { svc, emails } = (await personOf(employeeId)) ?? {};
  return { username, emailHash, shown: svc?.username, emails };
}

async function release(id: string, token?: string): Promise<unknown> {
  const { operate, idle } = environment();
  const body = { operations: [id], hours: 1 };
  const answer = await operate("POST", "/release", body, token);
  await idle();
  return answer.json();
}

const reject = (id: string, token?: string) =>
  environment().operate("POST", `/${id}/reject`, undefined, token);

const newNames = (name: string) => ({
  username: `${name}.new`,
  email: `${name}.new@example.com`,
});

test("the names of a change above the rename limit are held, and a release lets them through", async () => {
  const { find, personOf } = environment();
  await hire("L-1");
  await reachLimit("L-1");
  const before = await namesOf("L-1");
  const wanted = {
    ...newNames("l-1"),
    title: "Boss",
    identities: { slack: "T1:L-1" },
    avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
  };
  const { id } = await change("L-1", wanted);
  expect(await find(id)).toMatchObject(held);
  expect(await namesOf("L-1")).toEqual(before);
  expect((await personOf("L-1"))?.svc.profile).toMatchObject([
    { value: "Boss" },
  ]);

  expect(await release(id, guardToken)).toMatchObject({
    changed: [id],
    refused: [],
  });
  expect(await find(id)).toMatchObject({
    status: "succeeded",
    result: {
      changed: expect.arrayContaining([
        "/username",
        "/email",
        "/title",
        "/identities/slack",
        "/avatar",
      ]),
    },
  });
  expect((await personOf("L-1"))?.svc.username).toBe("l-1.new");
});

test("a change without a new name passes while the rename limit is reached, also if it repeats the names", async () => {
  await hire("L-2");
  await reachLimit("L-2");
  expect(await change("L-2", { username: "l-2", title: "Boss" })).toMatchObject(
    { status: "succeeded", result: { changed: ["/title"] } },
  );
});

test("a rejected rename leaves the names as they are", async () => {
  const { find, operate } = environment();
  await hire("L-3");
  await change("L-3", { department: "IT" });
  environment().advanceTime(60_000);
  await reachLimit("L-3");
  const before = await namesOf("L-3");
  const { id } = await change("L-3", { ...newNames("l-3"), title: "Boss" });
  expect((await reject(id, guardToken)).status).toBe(202);
  await environment().idle();
  expect(await find(id)).toMatchObject(rejected);
  expect(await namesOf("L-3")).toEqual(before);
  expect((await operate("POST", `/${id}/retry`)).status).toBe(409);
  await release(id, guardToken);
  expect(await find(id)).toMatchObject(rejected);
});

test("a repeated hire that renames the person is held by the rename limit, and a release lets it through", async () => {
  const { sendAndWait, find, personOf } = environment();
  await hire("H-1");
  await reachLimit("H-1");
  const before = await namesOf("H-1");
  const fields = { ...newNames("h-1"), title: "Boss" };
  const { id } = await sendAndWait("employee.hired", hireOf("H-1", fields));
  expect(await find(id)).toMatchObject(held);
  expect(await namesOf("H-1")).toEqual(before);
  await release(id, guardToken);
  expect((await find(id)).status).toBe("succeeded");
  expect((await personOf("H-1"))?.svc.username).toBe("h-1.new");
});

test.each([
  ["new", "released", "H-2", { status: "succeeded" }, "h-2.new"],
  ["old", "rejected", "H-3", rejected, "h-3"],
])(
  "a leaver hired again above the rename limit is active, with the %s names after the hire is %s",
  async (_, verb, employeeId, end, username) => {
    const { sendAndWait, find, store, personOf, nowMs, idle } = environment();
    const name = employeeId.toLowerCase();
    await hire(employeeId);
    await sendAndWait("employee.terminated", { employeeId });
    environment().advanceTime(dayMs);
    await reachLimit(employeeId);
    const startDate = new Date(nowMs()).toISOString();
    const { id } = await sendAndWait(
      "employee.hired",
      hireOf(employeeId, { ...newNames(name), startDate }),
    );
    expect(await find(id)).toMatchObject(held);
    expect((await store.employees.get(employeeId))?.state).toBe("active");
    expect((await personOf(employeeId))?.svc).toMatchObject({
      enabled: true,
      username: name,
    });
    await (verb === "released"
      ? release(id, guardToken)
      : reject(id, guardToken));
    await idle();
    expect(await find(id)).toMatchObject(end);
    expect((await store.employees.get(employeeId))?.state).toBe("active");
    expect((await personOf(employeeId))?.svc.username).toBe(username);
    environment().advanceTime(1_000);
    const left = await sendAndWait("employee.terminated", { employeeId });
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
  },
);
