import { describe, expect, test } from "vitest";
import { leadToken, opsToken } from "../../../infra/local/credentials.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const payrollToken = "local-payroll-token-of-32-characters";
const environment = useInProcess({
  callers: {
    payroll: { scheme: "bearer", keys: [payrollToken], scopes: ["offboard"] },
  },
  disableLimit: { percent: 0, min: 0, max: 0 },
  rehireWithoutStartDate: "report",
});

const say = (type: string, data: object) =>
  environment().sendAndWait(`employee.${type}`, data);
const use = (verb: string, id: string, body?: unknown) =>
  environment().operate("POST", `/${id}/${verb}`, body, leadToken);
const hasAccess = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled ?? false;
const employeeOf = (employeeId: string) =>
  environment().store.employees.get(employeeId);

/** As the scheduler does after an operation was accepted and did not run. */
async function later(): Promise<void> {
  environment().advanceTime(3 * minuteMs);
  await environment().runScheduler();
}

/** A termination that the disable limit holds. */
async function held(employeeId: string) {
  await say("hired", hireOf(employeeId));
  const { id, reason } = await say("terminated", { employeeId });
  expect(reason).toBe("disable-limit");
  return id;
}

describe("a verb", () => {
  test("that could not be written says nothing, so the operation stays held", async () => {
    const employeeId = "ONE-1";
    const id = await held(employeeId);
    const { partFailures } = environment();
    partFailures.receiverTable = (command, item) =>
      command === "UpdateItemCommand" && item === `operation#${id}`;
    expect((await use("release", id)).status).toBe(503);
    partFailures.receiverTable = undefined;
    await say("changed", { employeeId, title: "Lead" });
    expect(await environment().find(id)).toMatchObject({
      status: "needs_attention",
      reason: "disable-limit",
    });
    expect(await hasAccess(employeeId)).toBe(true);
  });

  test.each(["release", "reject"])(
    "takes effect although its process dies after the write, also if another event runs first: %s",
    async (verb) => {
      const employeeId = `ONE-${verb}`;
      const id = await held(employeeId);
      const { partFailures, send, find, idle } = environment();
      partFailures.workflowStart = () => true;
      expect((await use(verb, id)).status).toBe(202);
      partFailures.workflowStart = undefined;
      await send("employee.changed", { employeeId, title: "Lead" });
      await idle();
      await later();
      expect((await find(id)).status).toBe(
        verb === "release" ? "succeeded" : "cancelled",
      );
      expect(await hasAccess(employeeId)).toBe(verb === "reject");
    },
  );

  test.each(["release", "reject"])(
    "is refused to the sender of the termination that another operation shows: %s",
    async (verb) => {
      const employeeId = `ONE-SENDER-${verb}`;
      await held(employeeId);
      const { operate, idle, find, sendAndWait } = environment();
      const { id } = await sendAndWait(
        "employee.terminated",
        { employeeId, graceDays: 40 },
        { caller: "payroll", token: payrollToken },
      );
      expect((await use("reject", id)).status).toBe(202);
      await idle();
      // The termination of `ops` counts again.
      expect(await find(id)).toMatchObject({ reason: "disable-limit" });
      const refused = await operate("POST", `/${id}/${verb}`, {}, opsToken);
      expect(await refused.json()).toMatchObject({
        type: expect.stringContaining("sent-by-yourself"),
      });
      expect(await hasAccess(employeeId)).toBe(true);
      expect((await use(verb, id)).status).toBe(202);
    },
  );

  test("is heard in an outage before anything else of the employee goes on", async () => {
    const employeeId = "ONE-OUTAGE";
    const { platform, find, idle, advanceTime, runScheduler } = environment();
    platform.faults.add({ kind: "status", status: 503 });
    const { id, status } = await say("hired", hireOf(employeeId));
    expect(status).toBe("waiting");
    expect((await use("cancel", id)).status).toBe(202);
    await idle();
    expect((await employeeOf(employeeId))?.statements).toMatchObject([
      { kind: "hired" },
      { ruling: "cancelled" },
    ]);
    platform.faults.clear();
    await say("changed", { employeeId, title: "Lead" });
    advanceTime(60 * minuteMs);
    await runScheduler();
    expect((await find(id)).status).toBe("cancelled");
    expect(await environment().personOf(employeeId)).toBeUndefined();
  });
});

describe("resolve", () => {
  const note = { note: "Done by hand" };

  /** A suspension of nobody, which an operator must look at. */
  const unknown = async (employeeId: string) => {
    const { id } = await say("suspended", { employeeId });
    environment().advanceTime(16 * minuteMs);
    await environment().runScheduler();
    expect((await environment().find(id)).status).toBe("needs_attention");
    return id;
  };

  test("whose process dies after the write is finished by the scheduler", async () => {
    const employeeId = "RESOLVED-2";
    const id = await unknown(employeeId);
    const { partFailures, find } = environment();
    partFailures.receiverTable = (command, item) =>
      command === "UpdateItemCommand" && item.startsWith("employee#");
    expect((await use("resolve", id, note)).status).toBe(200);
    partFailures.receiverTable = undefined;
    expect((await employeeOf(employeeId))?.unfinished).toHaveLength(1);
    await later();
    expect((await employeeOf(employeeId))?.unfinished).toEqual([]);
    expect(await find(id)).toMatchObject({
      status: "cancelled",
      reason: "resolved",
    });
    expect(await find(id)).not.toHaveProperty("dueAtMs");
    await say("hired", hireOf(employeeId));
    expect(await hasAccess(employeeId)).toBe(true);
  });
});
