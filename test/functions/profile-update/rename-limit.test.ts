import { beforeEach, expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({
  repeatedHire: "update",
  graceDays: 7,
  renameLimit: { percent: 0, min: 2, max: 2 },
});
const held = { status: "needs_attention", reason: "rename-limit" };
const rejected = { status: "cancelled", reason: "rejected" };

beforeEach(() => environment().advanceTime(2 * dayMs));

const change = (employeeId: string, fields: object) =>
  environment().say("changed", employeeId, fields);

const rename = (employeeId: string) =>
  change(employeeId, { username: `${employeeId.toLowerCase()}.new` });

/** Uses up the limit. */
async function reachLimit(name: string): Promise<void> {
  for (const employeeId of [`${name}-x`, `${name}-y`]) {
    await environment().hire(employeeId);
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

const newNames = (name: string) => ({
  username: `${name}.new`,
  email: `${name}.new@example.com`,
});

test("the names of a change above the rename limit are held, and a release lets them through", async () => {
  const { find, personOf, profileOf } = environment();
  await environment().hire("L-1");
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
  expect(await profileOf("L-1")).toEqual({ Title: "Boss" });

  await environment().act("release", id, { hours: 1 });
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

test("a change that repeats the names passes the reached rename limit, and lets no rename pass after it", async () => {
  await environment().hire("L-2");
  await reachLimit("L-2");
  expect(await change("L-2", { username: "l-2", title: "Boss" })).toMatchObject(
    { status: "succeeded", result: { changed: ["/title"] } },
  );
  expect(await rename("L-2")).toMatchObject(held);
});

test.each([
  ["new", "release", "H-2", { status: "succeeded" }, "h-2.new"],
  ["old", "reject", "H-3", rejected, "h-3"],
])(
  "a leaver hired again above the rename limit is active, with the %s names after a %s",
  async (_, verb, employeeId, end, username) => {
    const { hire, say, act, find, stateOf, personOf, nowMs } = environment();
    const name = employeeId.toLowerCase();
    await hire(employeeId);
    await say("terminated", employeeId);
    environment().advanceTime(dayMs);
    await reachLimit(employeeId);
    const startDate = new Date(nowMs()).toISOString();
    const { id } = await hire(employeeId, { ...newNames(name), startDate });
    expect(await find(id)).toMatchObject(held);
    expect(await stateOf(employeeId)).toBe("active, enabled");
    expect((await personOf(employeeId))?.svc.username).toBe(name);
    await act(verb, id);
    expect(await find(id)).toMatchObject(end);
    expect(await stateOf(employeeId)).toBe("active, enabled");
    expect((await personOf(employeeId))?.svc.username).toBe(username);
    const left = await say("terminated", employeeId);
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
  },
);

const newer = { about: "/username", reason: "newer-change" };

test("a held change says which of its fields a newer one has replaced", async () => {
  const { act, find, personOf } = environment();
  await environment().hire("R-2");
  await reachLimit("R-2");
  const title = "Boss";
  const { id } = await change("R-2", { username: "r-2.new", title });
  const next = await change("R-2", { username: "r-2.newer", title: "Chief" });
  expect(next).toMatchObject(held);
  await act("release", next.id, { hours: 1 });
  expect(await find(next.id)).toMatchObject({ status: "succeeded" });
  expect(await find(id)).toMatchObject({
    status: "succeeded",
    warnings: [newer],
    result: { changed: ["/title"] },
  });
  expect((await personOf("R-2"))?.svc.username).toBe("r-2.newer");
});
