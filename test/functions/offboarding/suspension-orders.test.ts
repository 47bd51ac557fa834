import { describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess({ graceDays: 7 });

describe("the cancellation of a termination", () => {
  test("keeps a person disabled who is suspended while it enables them", async () => {
    const { sendAndWait, advanceTime, operate, idle, send, partFailures } =
      environment();
    const employeeId = "C-race";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    const { id } = await sendAndWait("employee.terminated", { employeeId });
    advanceTime(1_000);
    const suspended = Promise.withResolvers<string>();
    let isFirst = true;
    partFailures.workflowTable = async (_command, item, input) => {
      const isEnd = input.includes('"unsure"');
      if (!isFirst || item !== `employee#${employeeId}` || !isEnd) return false;
      isFirst = false;
      const answer = await send("employee.suspended", { employeeId });
      const { operation } = environment();
      while ((await operation(answer)).status === "accepted")
        await new Promise((wake) => setImmediate(wake));
      suspended.resolve("noted");
      return false;
    };
    await operate("POST", `/${id}/cancel`);
    expect(await suspended.promise).toBe("noted");
    await idle();
    const { store, personOf } = environment();
    expect((await store.employees.get(employeeId))?.state).toBe("suspended");
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  });

  test("disables a person again who is suspended after an earlier run has enabled them", async () => {
    const environmentNow = environment();
    const { sendAndWait, advanceTime, platform, platformAuth, personOf } =
      environmentNow;
    const employeeId = "C-blocked";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    await sendAndWait("employee.terminated", { employeeId });
    advanceTime(1_000);
    platform.faults.add({ kind: "status", status: 503, method: "PUT" });
    const stays = await sendAndWait("employee.termination_cancelled", {
      employeeId,
    });
    expect(stays).toMatchObject({ status: "waiting", blockedBy: "platform" });
    platform.faults.clear();
    // The enabling without an answer took effect.
    await platformAuth.service.people.update(
      stays.result?.personID ?? (await personOf(employeeId))?.id ?? "",
      (person) => ({
        ...person,
        svc: { ...person.svc, enabled: true, visible: true },
      }),
    );
    const suspended = await sendAndWait("employee.suspended", { employeeId });
    expect(suspended.status).toBe("succeeded");
    const { find, runScheduler, store } = environmentNow;
    for (let minutes = 0; minutes < 60; minutes += 10) {
      advanceTime(10 * 60_000);
      await runScheduler();
    }
    expect((await find(stays.id)).status).toBe("succeeded");
    expect((await store.employees.get(employeeId))?.state).toBe("suspended");
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  });
});

describe("an employee who is suspended before a hire is known", () => {
  test("a suspension of an unknown employee holds from the hire on: no person is created", async () => {
    const { sendAndWait, advanceTime, runScheduler, find, personOf, store } =
      environment();
    const employeeId = "U-2";
    const { id } = await sendAndWait("employee.suspended", { employeeId });
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(3 * 60_000);
    await runScheduler();
    expect((await find(id)).status).toBe("succeeded");
    expect((await store.employees.get(employeeId))?.state).toBe("expected");
    expect(await personOf(employeeId)).toBeUndefined();
  });
});

describe("an outage", () => {
  test("a suspension waits for the end of an outage among the terminations, and disables then", async () => {
    const {
      sendAndWait,
      send,
      runUntilIdle,
      advanceTime,
      operation,
      platform,
    } = environment();
    const employeeId = "W-1";
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
    platform.faults.add({ kind: "status", status: 503 });
    const answer = await send("employee.suspended", { employeeId });
    await runUntilIdle();
    const waiting = await operation(answer);
    expect(waiting).toMatchObject({ status: "waiting", blockedBy: "platform" });
    platform.faults.clear();
    const { runScheduler, find, personOf } = environment();
    for (let minute = 0; minute < 15; minute++) {
      advanceTime(60_000);
      await runScheduler();
    }
    expect((await find(waiting.id)).status).toBe("succeeded");
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  });
});
