import { beforeEach, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";

/** A recruiting system, which may hire and do nothing else. */
const recruiting = { caller: "recruiting", token: "token-of-recruiting" };
const guardToken = "token-of-the-guard-with-32-characters";
const environment = useInProcess({
  graceDays: 7,
  rehireWithoutStartDate: "report",
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
    recruiting: {
      scheme: "bearer",
      keys: [recruiting.token],
      scopes: ["onboard"],
    },
  },
});

beforeEach(() => environment().advanceTime(1_000));

test("a hire without a username that is repeated after a rename reports no other username", async () => {
  const { sendAndWait, personOf, advanceTime } = environment();
  const employeeId = "R-13";
  const data = hireOf(employeeId, { username: undefined });
  await sendAndWait("employee.hired", data);
  advanceTime(1_000);
  const username = "r-13.new";
  await sendAndWait("employee.changed", { employeeId, username });
  expect((await personOf(employeeId))?.svc.username).toBe(username);
  advanceTime(1_000);
  expect(await sendAndWait("employee.hired", data)).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
});
