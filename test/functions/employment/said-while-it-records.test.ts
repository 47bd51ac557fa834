import { expect, test, vi } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

test("a suspension that arrives between two attempts to record a change takes effect", async () => {
  const { sendAndWait, send, idle, personOf, partFailures, store } =
    environment();
  const employeeId = "SAID-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  const isSaid = async () => {
    const item = await store.employees.get(employeeId);
    expect(item?.statements.at(-1)?.kind).toBe("suspended");
  };
  partFailures.workflowTable = async (command, id, input) => {
    const isRelease =
      command === "UpdateItemCommand" &&
      id === `employee#${employeeId}` &&
      /REMOVE #\w+( |")/.test(input) &&
      input.includes('"unfinished"');
    if (!isRelease) return false;
    partFailures.workflowTable = undefined;
    await send("employee.suspended", { employeeId });
    await vi.waitFor(isSaid);
    return true;
  };
  await sendAndWait("employee.changed", { employeeId, title: "Lead" });
  await idle();
  expect(partFailures.workflowTable).toBeUndefined();
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
});
