import { expect, test } from "vitest";
import { localArn } from "../../../../infra/local/aws/arn.ts";
import { hireEvent } from "../../../fixtures/hire.ts";
import {
  changeItem,
  deleteToken,
  deliver,
  deployed,
  event,
  keyOf,
  makeDue,
  newest,
  operate,
  operationAt,
  personOf,
  replies,
  runScheduler,
} from "./environment.ts";

const goneExecution = (workflow: string) =>
  localArn("lambda", `function:${workflow}:1/durable-execution/gone/gone`);

test.each([
  ["status.set", "status-relay-workflow"],
  ["record.changed", "events-workflow"],
])(
  "an operation %s whose execution is lost is started again",
  async (type, workflow) => {
    const location = await newest(`type=${type}`);
    const execution = goneExecution(workflow);
    await makeDue(location, { status: "running", execution, losses: 0 });
    expect(await operationAt(location)).toMatchObject({ status: "accepted" });
    await makeDue(location);
    expect(await operationAt(location)).not.toMatchObject({
      status: "accepted",
    });
  },
);

test("a leaver who leaves in an outage of the platform is disabled after it", async () => {
  await deliver("/onboarding", hireEvent("E-41"));
  const { platform } = deployed();
  await deleteToken();
  platform.faults.add({ kind: "status", status: 503 });
  const left = event("employee.terminated", { employeeId: "E-41" });
  const blocked = await deliver("/offboarding", left);
  expect(await operationAt(blocked)).toMatchObject({
    status: "waiting",
    blockedBy: "platform",
  });
  expect(await operate("GET", "/overview")).toBe(200);
  platform.faults.clear();
  await changeItem("outage#platform", { probeAtMs: 1 });
  await runScheduler();
  expect(personOf("user.e-41")?.svc.enabled).toBe(false);
});

test("notices reach the subscriber, and another round follows one whose time is over", async () => {
  const hired = await deliver("/onboarding", hireEvent("E-42"));
  await changeItem(keyOf(hired), { notice: "pending", noticeAtMs: 1 });
  await changeItem("notices", { leaseBy: "notices-lost", leaseUntilMs: 1 });
  await runScheduler();
  expect(replies().answersTo("desk")).not.toEqual([]);
});
