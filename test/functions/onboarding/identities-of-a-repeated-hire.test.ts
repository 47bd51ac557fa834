import { expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";

/** A recruiting system, which may hire and do nothing else. */
const recruiting = { caller: "recruiting", token: "token-of-recruiting" };
const environment = useInProcess({
  graceDays: 7,
  callers: {
    recruiting: {
      scheme: "bearer",
      keys: [recruiting.token],
      scopes: ["onboard"],
    },
  },
});
const foreign = { identities: { slack: "T1:stranger" } };

test("a hire that comes again links no chat identity, also from a caller with the scope onboard alone", async () => {
  const { hire, store } = environment();
  const own = { identities: { slack: "T1:I-1" } };
  await hire("I-1", own);
  for (const sender of [recruiting, {}]) {
    const again = await hire("I-1", foreign, sender);
    expect(again.status).toBe("succeeded");
  }
  expect(await store.identities.find("slack", "T1:stranger")).toBeUndefined();
  expect(await store.identities.find("slack", "T1:I-1")).toBe("I-1");
  expect((await store.employees.get("I-1"))?.identities).toEqual([
    { kind: "slack", id: "T1:I-1" },
  ]);
});

test("a repetition that runs a hire again for its missing tasks links no chat identity", async () => {
  const { hire, platform, store, find, advanceTime, runScheduler } =
    environment();
  platform.faults.add({
    kind: "status",
    status: 503,
    path: "/people/{personID}/tasks",
  });
  const tasks = [{ subject: "Read", dueInDays: 1 }];
  const hired = await hire("I-2", { tasks });
  expect(hired.reason).toBe("tasks-or-streams-incomplete");
  platform.faults.clear();
  const again = await hire("I-2", { tasks, ...foreign }, recruiting);
  expect(again).toMatchObject({ status: "succeeded", sameAs: hired.id });
  advanceTime(3 * minuteMs);
  await runScheduler();
  expect((await find(hired.id)).status).toBe("succeeded");
  expect(platform.tasksOf(hired.result?.personID ?? "")).toHaveLength(1);
  expect(await store.identities.find("slack", "T1:stranger")).toBeUndefined();
});

test("a hire that takes a leaver back links no chat identity", async () => {
  const { hire, say, store, personOf } = environment();
  await hire("I-3");
  await say("terminated", "I-3");
  await hire("I-3", foreign);
  expect((await personOf("I-3"))?.svc.enabled).toBe(true);
  expect(await store.identities.find("slack", "T1:stranger")).toBeUndefined();
});
