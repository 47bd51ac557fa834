import { beforeAll, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";

let platformNowMs = Date.now;
const environment = useInProcess({
  createDaysBefore: 5,
  graceDays: 30,
  platform: { nowMs: () => platformNowMs() },
});
// The clocks of the platform and of our functions agree.
beforeAll(() => (platformNowMs = environment().nowMs));

const dateIn = (days: number) => environment().dateIn(days);

/** Hires an employee who starts in some days, with all that a hire can bring. */
function hire(employeeId: string, days: number, changes: object = {}) {
  return environment().sendAndWait("employee.hired", {
    ...hireOf(employeeId),
    startDate: dateIn(days),
    avatar: { base64: Buffer.from(sampleAvatar).toString("base64") },
    tasks: [{ subject: "Read", dueInDays: 1 }],
    streams: ["News"],
    identities: { slack: `T1:${employeeId}` },
    ...changes,
  });
}

/** Days pass, and then the operations that are due run, and the operations that follow from them. */
async function pass(days: number) {
  const { advanceTime, passTime } = environment();
  advanceTime(days * dayMs);
  for (let round = 0; round < 3; round++) await passTime(2 * minuteMs);
}

/** What an employee has on the platform, and how operators see them. */
async function seen(employeeId: string) {
  const { personOf, platform, store } = environment();
  const person = await personOf(employeeId);
  const state = (await store.employees.get(employeeId))?.state;
  if (!person) return { state };
  return {
    state,
    enabled: person.svc.enabled,
    visible: person.svc.visible,
    images: platform.imagesOf(person.id).length,
    tasks: platform.tasksOf(person.id).length,
    streams: platform.streamsOf(person.id).length,
  };
}

async function factsOf(id: string) {
  const { history } = await environment().find(id);
  return history.flatMap(({ person }) => person ?? []);
}

const created = {
  state: "expected",
  enabled: false,
  visible: false,
  images: 1,
  tasks: 0,
  streams: 0,
};
const active = {
  state: "active",
  enabled: true,
  visible: true,
  images: 1,
  tasks: 1,
  streams: 1,
};

test("a person is created with the avatar five days before the start, and then gets access and tasks", async () => {
  const { find, noteCalls } = environment();
  const { id, dueAtMs } = await hire("EARLY-1", 8);
  expect(dueAtMs).toBe(Date.parse(dateIn(3)));
  expect(await seen("EARLY-1")).toEqual({ state: "expected" });

  await pass(4);
  expect(await seen("EARLY-1")).toEqual(created);
  expect(await find(id)).toMatchObject({
    status: "waiting",
    phase: "start",
    dueAtMs: Date.parse(dateIn(4)),
  });
  expect(await factsOf(id)).toEqual([]);

  const calls = noteCalls();
  await pass(4);
  expect(await seen("EARLY-1")).toEqual(active);
  expect(await find(id)).toMatchObject({ status: "succeeded", warnings: [] });
  expect(await factsOf(id)).toEqual(["onboarded"]);
  expect(calls().join()).not.toMatch(/POST \S+images/i);
  // The store keeps nothing that only the creation and the extras need.
  const item = await environment().store.employees.get("EARLY-1");
  expect(item).not.toHaveProperty("passwordSalt");
  expect(item).not.toHaveProperty("createdFromMs");
});

test("a change before the start is written, and a start that moves keeps the person", async () => {
  const { say, find, personOf, profileOf } = environment();
  const first = await hire("EARLY-2", 3);
  const person = await personOf("EARLY-2");
  expect(await seen("EARLY-2")).toEqual(created);
  const change = await say("changed", "EARLY-2", { title: "Lead" });
  expect(change.status).toBe("succeeded");
  expect(await profileOf("EARLY-2")).toMatchObject({ Title: "Lead" });

  const moved = await hire("EARLY-2", 20, { streams: ["News", "Moved"] });
  expect(await find(first.id)).toMatchObject({ reason: "hired-since" });
  await pass(10);
  expect(await seen("EARLY-2")).toEqual(created);
  await pass(10);
  expect(await seen("EARLY-2")).toEqual({ ...active, streams: 2 });
  expect((await personOf("EARLY-2"))?.id).toBe(person?.id);
  expect(await find(moved.id)).toMatchObject({ status: "succeeded" });
  expect(await factsOf(moved.id)).toEqual(["onboarded"]);
});

test("a hire that waits gives its tasks when the cancelled termination of an earlier hire gives access", async () => {
  const { sendAndWait, personOf, find, store } = environment();
  const employeeId = "B-90";
  const first = await hire(employeeId, 0);
  await sendAndWait("employee.terminated", { employeeId, graceDays: 1 });
  await pass(2);
  expect(await personOf(employeeId)).toBeUndefined();
  await pass(20);
  // The data of the first hire is erased, so the tasks are those of the second one.
  expect((await find(first.id)).payloadUntilMs).toBeUndefined();
  const second = await hire(employeeId, 3);
  expect(await seen(employeeId)).toMatchObject(created);
  // The employment of the first hire goes on, and the person has access at once.
  await sendAndWait("employee.termination_cancelled", { employeeId });
  await pass(1);
  expect(await seen(employeeId)).toEqual(active);
  await pass(4);
  expect(await seen(employeeId)).toEqual(active);
  const done = { status: "succeeded", warnings: [] };
  expect(await find(second.id)).toMatchObject(done);
  const item = await store.employees.get(employeeId);
  expect(item).not.toHaveProperty("passwordSalt");
  expect(item).not.toHaveProperty("extrasOf");
});

const taken = needsAttention("username-or-email-taken");

test("a disabled person of the same names who was created before the hire is never used", async () => {
  const { addPerson, platformAuth, advanceTime, personOf } = environment();
  const { people } = platformAuth.service;
  const personID = await addPerson("early-9");
  await people.update(personID, async ({ svc, ...person }) => ({
    ...person,
    svc: { ...svc, enabled: false },
  }));
  advanceTime(dayMs);
  expect(await hire("EARLY-9", 3)).toMatchObject(taken);
  expect(await personOf("EARLY-9")).toBeUndefined();
});

test("an account that an administrator creates after our creation was refused is never used", async () => {
  const { addPerson, platformAuth, personOf, act, find } = environment();
  const first = await addPerson("early-10");
  await pass(1);
  const refused = await hire("EARLY-10", 4);
  expect(refused).toMatchObject(taken);
  await platformAuth.service.people.remove(first);
  await pass(1);
  await addPerson("early-10");
  // Before the start, and after it.
  for (const days of [2, 3]) {
    await pass(days);
    await act("retry", refused.id);
    expect(await find(refused.id)).toMatchObject(taken);
    expect(await personOf("EARLY-10")).toBeUndefined();
  }
});

test("a hire whose start was moved has its tasks, also if the answer to the enabling is lost", async () => {
  const { platform, passTime } = environment();
  await hire("MOVED-1", 8);
  await pass(4);
  expect(await seen("MOVED-1")).toEqual(created);
  await hire("MOVED-1", 7);
  await pass(5);
  platform.faults.add({ kind: "reset-after", method: "PUT" });
  await pass(2);
  platform.faults.clear();
  for (let round = 0; round < 10; round++) await passTime(2 * minuteMs);
  expect(await seen("MOVED-1")).toEqual(active);
});

test("the start gives access in one execution although the store refuses its last write once", async () => {
  const { find, partFailures } = environment();
  const { id } = await hire("RECORD-1", 8);
  await pass(4);
  let ends = 0;
  const endsOperation = (item: string, input: string) =>
    item === `operation#${id}` && /history.*succeeded/.test(input);
  partFailures.workflowTable = (_, item, input) =>
    endsOperation(item, input) && ends++ === 0;
  await pass(4);
  partFailures.workflowTable = undefined;
  expect(ends).toBe(2);
  const done = await find(id);
  expect(done).toMatchObject({ status: "succeeded", warnings: [] });
  expect(done.history).not.toContainEqual(
    expect.objectContaining({ reason: "execution-lost" }),
  );
  expect(await seen("RECORD-1")).toEqual(active);
});
