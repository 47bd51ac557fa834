import { beforeEach, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { allLimits } from "../../fixtures/all-limits.ts";
import { effort } from "../../resilience/effort.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";
import { dayMs } from "../../../shared/durations.ts";

const twoPerDay = { percent: 0, min: 2, max: 2 };
const environment = useInProcess({ disableLimit: twoPerDay });
/** The last test changes the limit. The next process of the workflows has the new value. */
const changeable = { deletionLimit: twoPerDay };
const deleting = useInProcess(changeable);
const heldBy = (reason: string) => ({ status: "needs_attention", reason });

beforeEach(() => environment().advanceTime(2 * dayMs));

const leave = (employeeId: string) =>
  environment().say("terminated", employeeId, { graceDays: 7 });

/** Uses up the limit. Resolves to the operation of one more leaver, which it holds. */
async function leaveAboveLimit(name: string) {
  const names = [`${name}-x`, `${name}-y`, name];
  for (const one of names) await environment().hire(one);
  for (const one of names.slice(0, 2)) await leave(one);
  return (await leave(name)).id;
}

test("the disable limit holds a termination before anything changes, and counts a released one too", async () => {
  const { find, stateOf, act, store } = environment();
  const id = await leaveAboveLimit("D-1");
  expect(await find(id)).toMatchObject(heldBy("disable-limit"));
  expect(await stateOf("D-1")).toBe("active, enabled");
  await act("release", id, { hours: 1 });
  expect(await find(id)).toMatchObject({ status: "waiting", phase: "grace" });
  expect(await stateOf("D-1")).toBe("leaving, disabled");
  expect(
    await store.dailyLimits.usage("disable-limit", allLimits(twoPerDay)),
  ).toEqual({ used: 3, allowed: 2 });
});

test("a rejected disabling is not done by a retry, and the same termination sent again asks an operator", async () => {
  const { find, stateOf, act } = environment();
  const id = await leaveAboveLimit("R-1");
  expect((await act("reject", id)).status).toBe(202);
  expect(await find(id)).toMatchObject({
    status: "cancelled",
    reason: "rejected",
    history: expect.arrayContaining([
      expect.objectContaining({ by: "caller:lead", reason: "rejected" }),
    ]),
  });
  expect(await stateOf("R-1")).toBe("active, enabled");
  for (const verb of ["retry", "reject", "enable", "release"])
    expect((await act(verb, id)).status).toBe(409);
  expect((await find(id)).status).toBe("cancelled");
  expect((await leave("R-1")).reason).toBe("repeated-after-ruling");
  expect(await stateOf("R-1")).toBe("active, enabled");
});

test("the deletion limit counts each person, also when one employee has one after another", async () => {
  const { addPerson, say, platform, deletions } = deleting();
  const names = Array.from(
    { length: effort(4, 12) },
    (_, nth) => `next-${nth}`,
  );
  for (const username of names) {
    await addPerson(username);
    const email = `${username}@example.com`;
    await say("adopted", "B-1", { username, email });
    await say("terminated", "B-1");
  }
  expect(deletions()).toBe(2);
  const left = names.filter((name) => platform.findPerson(name) === undefined);
  expect(left).toEqual(["next-0", "next-1"]);
});

test("a held deletion stays held when a change of the person fails, and the change is written", async () => {
  const { hire, say, find, stateOf, personOf, platform } = deleting();
  const { pass, repair } = passingTime(deleting);
  deleting().advanceTime(2 * dayMs);
  for (const one of ["H-1", "H-2", "H-3"]) await hire(one);
  const held = [];
  for (const one of ["H-1", "H-2", "H-3"])
    held.push((await say("terminated", one)).id);
  const id = held.at(-1) ?? "";
  expect(await find(id)).toMatchObject(heldBy("deletion-limit"));
  await pass(3 * dayMs, dayMs);
  platform.faults.add({ kind: "status", status: 503, method: "PUT" });
  const change = await say("changed", "H-3", { title: "Lead" });
  await repair();
  expect(await find(change.id)).toMatchObject({ status: "succeeded" });
  expect(await find(id)).toMatchObject(heldBy("deletion-limit"));
  expect(await stateOf("H-3")).toBe("leaving, disabled");
  expect(await personOf("H-3")).toMatchObject({ svc: { enabled: false } });
});

test("a deletion that passed the limit before an outage is held after it, if the limit was set to 0", async () => {
  const { hire, say, find, platform, endProcess } = deleting();
  const { pass, repair } = passingTime(deleting);
  await hire("S-1");
  const { id } = await say("terminated", "S-1", { graceDays: 2 });
  const path = "/people/{personID}";
  platform.faults.add({ kind: "status", status: 503, method: "GET", path });
  await pass(2 * dayMs, dayMs);
  expect((await find(id)).steps).toHaveProperty("begin deletion");
  changeable.deletionLimit = { percent: 0, min: 0, max: 0 };
  endProcess();
  await repair();
  expect(await find(id)).toMatchObject(heldBy("deletion-limit"));
});
