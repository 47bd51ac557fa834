import { beforeEach, describe, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";

/** A recruiting system, which may hire and adopt. It may not let people leave. */
const recruiting = { caller: "recruiting", token: "token-of-recruiting" };
const guardToken = "token-of-the-guard-with-32-characters";
const environment = useInProcess({
  graceDays: 7,
  deletionLimit: { percent: 0, min: 2, max: 2 },
  callers: {
    recruiting: {
      scheme: "bearer",
      keys: [recruiting.token],
      scopes: ["onboard", "adopt"],
    },
    guard: {
      scheme: "bearer",
      keys: [guardToken],
      scopes: ["operate"],
    },
  },
});
const refused = { status: "needs_attention", reason: "scope-missing" };
const maxAheadMs = 290_000;

const isHere = (employeeId: string) =>
  environment().platform.findPerson(employeeId.toLowerCase()) !== undefined;
const isEnabled = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled;

beforeEach(() => environment().advanceTime(2 * dayMs));

describe("an event dated ahead of our clock", () => {
  test.each(
    effort(
      [["with the scope onboard alone", recruiting]],
      [
        ["with the scope onboard alone", recruiting],
        ["with both scopes", {}],
      ],
    ),
  )(
    "a hire dated ahead by a key %s does not stop a termination that comes after it",
    async (_, sender) => {
      const { sendAndWait, nowMs, advanceTime } = environment();
      const employeeId = `A-${Object.keys(sender).length}`;
      await sendAndWait("employee.hired", hireOf(employeeId));
      advanceTime(1_000);
      const hired = await sendAndWait("employee.hired", hireOf(employeeId), {
        ...sender,
        atMs: nowMs() + maxAheadMs,
      });
      expect(hired.status).toBe("succeeded");
      advanceTime(1_000);
      const leaver = { employeeId, graceDays: 0 };
      const left = await sendAndWait("employee.terminated", leaver);
      expect(left).toMatchObject({ status: "succeeded", warnings: [] });
      expect(isHere(employeeId)).toBe(false);
    },
  );

  test("a status dated ahead does not stop the statuses that come after it", async () => {
    const { sendAndWait, nowMs, advanceTime, platform } = environment();
    await sendAndWait("employee.hired", hireOf("A-10"));
    const status = (text: string) => ({ employeeId: "A-10", text });
    const atMs = nowMs() + maxAheadMs;
    await sendAndWait("status.set", status("Ahead"), { atMs });
    advanceTime(1_000);
    const next = await sendAndWait("status.set", status("Now"));
    expect(next.status).toBe("succeeded");
    expect(platform.findPerson("a-10")?.status).toBe("Now");
  });
});

describe("a hire without the scope offboard", () => {
  test("a hire without the scope offboard enables nobody until an operator cancels the termination", async () => {
    const { sendAndWait, advanceTime, operate, runUntilIdle, find } =
      environment();
    await sendAndWait("employee.hired", hireOf("B-2"));
    const left = await sendAndWait("employee.terminated", {
      employeeId: "B-2",
    });
    advanceTime(1_000);
    const hire = hireOf("B-2");
    const hired = await sendAndWait("employee.hired", hire, recruiting);
    expect(hired).toMatchObject(refused);
    expect(await isEnabled("B-2")).toBe(false);
    await operate("POST", `/${left.id}/cancel`);
    await runUntilIdle();
    expect(await find(hired.id)).toMatchObject(refused);
    expect(await isEnabled("B-2")).toBe(true);
  });
});
