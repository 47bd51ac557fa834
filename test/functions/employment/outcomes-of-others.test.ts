import { expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess();

test("an operation that ends in the run of another one is logged, told and written like any other", async () => {
  const { sendAndWait, advanceTime, find, lines, storedItems } = environment();
  const employeeId = "OTHERS-1";
  const { id, status } = await sendAndWait("employee.suspended", {
    employeeId,
  });
  expect(status).toBe("waiting");
  advanceTime(16 * minuteMs);
  const changed = await sendAndWait("employee.changed", {
    employeeId,
    title: "Lead",
  });
  expect(await find(id)).toMatchObject({
    status: "needs_attention",
    reason: "unknown-employee",
  });
  const { history } = await find(id);
  expect(history.at(-1)).toMatchObject({ by: `operation:${changed.id}` });
  const own = lines.filter(
    ({ level, fields }) => level === "error" && fields?.["operationId"] === id,
  );
  expect(own).toMatchObject([
    {
      message: "employment ended",
      fields: {
        type: "employee.suspended",
        status: "needs_attention",
        reason: "unknown-employee",
      },
    },
  ]);
  const items = await storedItems();
  expect(items.find((item) => item["id"] === `operation#${id}`)).toMatchObject({
    notice: "pending",
  });
});
