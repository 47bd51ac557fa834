import { expect, test } from "vitest";
import { startMs, useStore } from "./store-for-test.ts";

const store = useStore();

test("only active employees are counted, up to a limit", async () => {
  const { employees } = store();
  expect(await employees.countActive(10)).toBe(0);
  for (let index = 0; index < 7; index++) {
    const operationId = `op_${index}`;
    await employees.open(`E-${index}`, {
      operationId,
      hiredAtMs: startMs,
      passwordSalt: "1.salt",
      username: `u${index}`,
    });
    if (index < 5) await employees.endOnboarding(`E-${index}`, operationId);
  }
  await employees.createTombstone("E-buried", "op_t", {
    terminatedAtMs: startMs,
  });
  expect(await employees.countActive(10)).toBe(5);
  expect(await employees.countActive(5)).toBe(5);
  expect(await employees.countActive(3)).toBe(3);
});
