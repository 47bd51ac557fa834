import { describe, expect, test } from "vitest";
import { dayMs, hireOf, useCompany } from "../../fixtures/company.ts";

const company = useCompany({ graceDays: 7 });

describe("how long a leaver stays", () => {
  test("is as configured where the event does not say: disabled at once, deleted after that and not before", async () => {
    const { tell, due, pass, find, personOf, deletions, platform, nowMs } =
      company();
    const hired = await tell("employee.hired", hireOf("G-1"));
    const left = await tell("employee.terminated", { employeeId: "G-1" });
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
    expect((left.dueAtMs ?? 0) - nowMs()).toBeGreaterThan(6.9 * dayMs);
    expect((left.dueAtMs ?? 0) - nowMs()).toBeLessThanOrEqual(7 * dayMs);
    expect(await personOf("G-1")).toMatchObject({
      id: hired.result?.personID,
      svc: { enabled: false, visible: false },
    });

    const deleted = deletions();
    pass(6.9 * dayMs);
    await due();
    expect((await find(left.id)).status).toBe("waiting");
    expect(deletions()).toBe(deleted);

    pass(0.2 * dayMs);
    await due();
    expect(await find(left.id)).toMatchObject({ status: "succeeded" });
    expect(platform.findPerson("g-1")).toBeUndefined();
    expect(deletions()).toBe(deleted + 1);
  });

  test("is as the event says where it does", async () => {
    const { tell, due, pass, find } = company();
    await tell("employee.hired", hireOf("G-2"));
    const left = await tell("employee.terminated", {
      employeeId: "G-2",
      graceDays: 30,
    });
    pass(29 * dayMs);
    await due();
    expect((await find(left.id)).status).toBe("waiting");
    pass(1.1 * dayMs);
    await due();
    expect((await find(left.id)).status).toBe("succeeded");
  });

  test("can be no time at all: deleted at once, and never disabled before", async () => {
    const { tell, platform, deletions } = company();
    await tell("employee.hired", hireOf("G-3"));
    const deleted = deletions();
    const left = await tell("employee.terminated", {
      employeeId: "G-3",
      graceDays: 0,
    });
    expect(left.status).toBe("succeeded");
    expect(platform.findPerson("g-3")).toBeUndefined();
    expect(deletions()).toBe(deleted + 1);
    expect(left.steps).not.toHaveProperty("disable person");
  });

  test("is told by the audit trail, with who did what and why", async () => {
    const { tell, due, pass, find } = company();
    await tell("employee.hired", hireOf("G-4"));
    const { id } = await tell("employee.terminated", { employeeId: "G-4" });
    pass(8 * dayMs);
    await due();
    const { history } = await find(id);
    expect(
      history.map(({ by, status, reason }) => [by, status, reason]),
    ).toEqual([
      ["caller:ops", "accepted", undefined],
      ["workflow", "running", undefined],
      ["workflow", "waiting", "grace"],
      ["scheduler", "accepted", undefined],
      ["workflow", "running", undefined],
      ["workflow", "succeeded", undefined],
    ]);
  });
});

describe("a person in grace", () => {
  test("keeps what they made until they are deleted", async () => {
    const { tell, platform, due, pass } = company();
    const hired = await tell(
      "employee.hired",
      hireOf("G-5", {
        tasks: [{ subject: "Read", dueInDays: 1 }],
        streams: ["News"],
      }),
    );
    const personID = hired.result?.personID ?? "";
    await tell("employee.terminated", { employeeId: "G-5" });
    expect(platform.tasksOf(personID)).toHaveLength(1);
    expect(platform.streamsOf(personID)).toHaveLength(1);
    pass(8 * dayMs);
    await due();
    expect(platform.tasksOf(personID)).toEqual([]);
    expect(platform.streamsOf(personID)).toEqual([]);
  });

  test("is enabled again when the termination is cancelled, and may leave again later", async () => {
    const { tell, operate, idle, find, personOf, store, due, pass } = company();
    await tell("employee.hired", hireOf("G-6"));
    const left = await tell("employee.terminated", { employeeId: "G-6" });
    const answer = await operate("DELETE", `/${left.id}`);
    expect(answer.status).toBe(202);
    await idle();
    expect(await find(left.id)).toMatchObject({
      status: "cancelled",
      reason: "cancelled-by-caller",
    });
    expect((await personOf("G-6"))?.svc).toMatchObject({
      enabled: true,
      visible: true,
    });
    expect((await store.employees.get("G-6"))?.state).toBe("active");
    pass(400 * dayMs);
    await due();
    expect(await personOf("G-6")).toBeDefined();

    const again = await tell("employee.terminated", { employeeId: "G-6" });
    expect(again.status).toBe("waiting");
    expect((await personOf("G-6"))?.svc.enabled).toBe(false);
  });

  test("whose termination was cancelled does not leave by a repeated delivery of it", async () => {
    const { tell, send, operate, idle, personOf, nowMs } = company();
    await tell("employee.hired", hireOf("G-7"));
    const atMs = nowMs();
    const event = { employeeId: "G-7" };
    const left = await tell("employee.terminated", event, {
      atMs,
      delivery: "G-7",
    });
    await operate("DELETE", `/${left.id}`);
    await idle();
    await send("employee.terminated", event, { atMs, delivery: "G-7" });
    await idle();
    const other = await tell("employee.terminated", event, { atMs });
    expect(other.status).toBe("cancelled");
    expect((await personOf("G-7"))?.svc.enabled).toBe(true);
  });

  test("leaves by a second termination that comes while the first is being taken back", async () => {
    const { tell, send, operate, rest, operation, personOf, platform } =
      company();
    await tell("employee.hired", hireOf("G-8"));
    const left = await tell("employee.terminated", { employeeId: "G-8" });
    // Long enough for the second to find the first at it.
    platform.faults.add({
      kind: "status",
      status: 503,
      method: "GET",
      path: "/people/{personID}",
      times: 4,
    });
    await operate("DELETE", `/${left.id}`);
    const answer = await send("employee.terminated", { employeeId: "G-8" });
    await rest();
    expect(await operation(answer)).toMatchObject({
      status: "waiting",
      phase: "grace",
    });
    expect((await personOf("G-8"))?.svc.enabled).toBe(false);
  });

  test("does not leave twice: another termination is done by the first", async () => {
    const { tell, personOf } = company();
    await tell("employee.hired", hireOf("G-9"));
    const first = await tell("employee.terminated", { employeeId: "G-9" });
    const second = await tell("employee.terminated", { employeeId: "G-9" });
    expect(second).toMatchObject({ status: "succeeded", sameAs: first.id });
    expect(await personOf("G-9")).toBeDefined();
  });
});

describe("a termination is cancelled too late", () => {
  test("once the person is gone: 409, and they stay gone", async () => {
    const { tell, operate, platform } = company();
    await tell("employee.hired", hireOf("G-10"));
    const left = await tell("employee.terminated", {
      employeeId: "G-10",
      graceDays: 0,
    });
    const answer = await operate("DELETE", `/${left.id}`);
    expect(answer.status).toBe(409);
    expect(platform.findPerson("g-10")).toBeUndefined();
  });

  test("once the deletion has begun: 409", async () => {
    const { tell, operate, rest, due, dispatchDue, pass, find, platform } =
      company();
    await tell("employee.hired", hireOf("G-11"));
    const left = await tell("employee.terminated", { employeeId: "G-11" });
    pass(8 * dayMs);
    platform.faults.add({
      kind: "late-deletion",
      gone: { afterReads: 5 },
    });
    await dispatchDue();
    const answer = await operate("DELETE", `/${left.id}`);
    expect(answer.status).toBe(409);
    await rest();
    await due();
    expect((await find(left.id)).status).toBe("succeeded");
    expect(platform.findPerson("g-11")).toBeUndefined();
  });
});
