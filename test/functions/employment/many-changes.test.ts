import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

const fields = [
  "title",
  "department",
  "location",
  "company",
  "expertise",
  "biography",
];
const changes = [
  ...fields.map((field) => ({ [field]: "1" })),
  ...Array.from({ length: 18 }, (_, nth) => ({
    identities: { [`kind-${nth}`]: "of-1" },
  })),
];

test("an execution frees the employee after twenty moves, and the next one makes the others", async () => {
  const { sendAndWait, send, idle, dispatchDue, store, operation } =
    environment();
  const employeeId = "MANY-1";
  await sendAndWait("employee.hired", hireOf(employeeId));
  const answers = await Promise.all(
    changes.map((one) => send("employee.changed", { employeeId, ...one })),
  );
  await idle();
  const between = await store.employees.get(employeeId);
  expect(between?.runner).toBeUndefined();
  expect(between?.unfinished.length).toBeGreaterThan(0);
  await dispatchDue();
  await idle();
  for (const answer of answers)
    expect(await operation(answer)).toMatchObject({ status: "succeeded" });
});
