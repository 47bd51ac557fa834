import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { createMessages } from "../../../functions/status-relay/chat/messages.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess();

test("a suspended employee is refused a status, and gets it again after the resumption", async () => {
  const { hire, say, sendAndWait, advanceTime, personOf } = environment();
  const employeeId = "R-1";
  await hire(employeeId);
  advanceTime(1_000);
  await say("suspended", employeeId);
  const status = { employeeId, text: "Here" };
  expect(await sendAndWait("status.set", status)).toMatchObject({
    status: "cancelled",
    reason: "employee-suspended",
  });
  expect((await personOf(employeeId))?.status ?? "").toBe("");
  advanceTime(1_000);
  await say("resumed", employeeId);
  expect((await sendAndWait("status.set", status)).status).toBe("succeeded");
  expect((await personOf(employeeId))?.status).toBe("Here");
});

test("a status that expires in a suspension gives way to the earlier one, and the person stays disabled", async () => {
  const {
    hire,
    say,
    sendAndWait,
    advanceTime,
    find,
    personOf,
    nowMs,
    passDays,
  } = environment();
  const employeeId = "R-2";
  await hire(employeeId);
  const expiresAt = new Date(nowMs() + dayMs).toISOString();
  const lunch = { employeeId, text: "Lunch", expiresAt };
  const { id } = await sendAndWait("status.set", lunch);
  advanceTime(1_000);
  await say("suspended", employeeId);
  await passDays(2);
  expect((await find(id)).status).toBe("succeeded");
  const person = await personOf(employeeId);
  expect(person).toMatchObject({ svc: { enabled: false, visible: false } });
  expect(person?.status ?? "").toBe("");
});

test("a chat answer says that the account is suspended only where nobody else can read it", () => {
  const own = createMessages({ isPublic: false, zone: "UTC" });
  const shared = createMessages({ isPublic: true, zone: "UTC" });
  expect(own.suspended()).toContain("suspended at the moment");
  expect(shared.suspended()).toBe(shared.notActive());
});
