import { beforeEach, describe, expect, test } from "vitest";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { isThorough } from "../effort.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { passingTime } from "./passing-time.ts";

const environment = useInProcess({ graceDays: 7 });

/** The header `Retry-After` spares the pause that the client makes in real time. */
const down: FaultRule = { kind: "status", status: 503, retryAfter: 1 };

let ids = 0;
let linesBefore = 0;
beforeEach(() => {
  linesBefore = environment().lines.length;
});

const { pass, repair } = passingTime(environment);

const terminate = (employeeId: string, terms: { graceDays?: number } = {}) =>
  environment().say("terminated", employeeId, terms);
const breakDown = (rule = down) => environment().platform.faults.add(rule);
const loggedSince = (message: string) =>
  environment()
    .lines.slice(linesBefore)
    .filter((line) => line.message === message);

async function newEmployee(): Promise<string> {
  const employeeId = `E-${++ids}`;
  expect((await environment().hire(employeeId)).status).toBe("succeeded");
  return employeeId;
}

describe("while the platform is down", () => {
  test("a termination waits, and its grace period begins once, when the platform answers again", async () => {
    const { find, personOf, nowMs } = environment();
    const employeeId = await newEmployee();
    breakDown();
    const { id, ...blocked } = await terminate(employeeId);
    expect(blocked).toMatchObject({
      status: "waiting",
      blockedBy: "platform",
      reason: "platform-error-503",
    });
    expect(blocked.phase).toBeUndefined();
    await pass(dayMs, 8 * hourMs);
    expect((await find(id)).status).toBe("waiting");
    expect((await personOf(employeeId))?.svc.enabled).toBe(true);
    await repair();
    const inGrace = await find(id);
    expect(inGrace).toMatchObject({ status: "waiting", phase: "grace" });
    expect(inGrace.blockedBy).toBeUndefined();
    expect((await personOf(employeeId))?.svc.enabled).toBe(false);
    expect(inGrace.dueAtMs).toBeGreaterThan(nowMs() + 6.9 * dayMs);

    breakDown();
    await pass(8 * dayMs, 4 * dayMs);
    expect(await find(id)).toMatchObject({
      phase: "grace",
      blockedBy: "platform",
    });
    await repair();
    expect((await find(id)).status).toBe("succeeded");
    expect(await personOf(employeeId)).toBeUndefined();
  });

  test("a deletion and a change wait on while the restarting platform answers 404 to everything", async () => {
    const { find, personOf, platform, sendAndWait } = environment();
    const leaver = await newEmployee();
    const other = await newEmployee();
    breakDown({ ...down, method: "DELETE" });
    const deletion = await terminate(leaver, { graceDays: 0 });
    breakDown();
    const change = await sendAndWait("employee.changed", {
      employeeId: other,
      title: "Lead",
    });
    await pass(7 * hourMs, hourMs);
    platform.faults.clear();
    breakDown({ kind: "status", status: 404 });
    await pass(hourMs, 10 * minuteMs);
    expect(loggedSince("outage over")).toEqual([]);
    for (const { id } of [deletion, change])
      expect((await find(id)).status).toBe("waiting");
    expect(await personOf(leaver)).toBeDefined();
    await repair();
    for (const { id } of [deletion, change])
      expect((await find(id)).status).toBe("succeeded");
    expect(await personOf(leaver)).toBeUndefined();
  });
});

test.runIf(isThorough)(
  "in an outage of weeks, a status expires, a hire needs attention, and a termination waits on",
  async () => {
    const { sendAndWait, find, personOf } = environment();
    const employeeId = await newEmployee();
    breakDown();
    const status = await sendAndWait("status.set", { employeeId, text: "Out" });
    const hired = await environment().hire(`E-${++ids}`);
    const terminated = await terminate(employeeId);
    const steps = [
      { afterMs: 50 * minuteMs, status: "waiting", hire: "waiting" },
      { afterMs: 20 * minuteMs, status: "cancelled", hire: "waiting" },
      { afterMs: 6.5 * dayMs, status: "cancelled", hire: "waiting" },
      { afterMs: dayMs, status: "cancelled", hire: "needs_attention" },
      { afterMs: 20 * dayMs, status: "cancelled", hire: "needs_attention" },
    ];
    for (const expected of steps) {
      await pass(expected.afterMs, expected.afterMs / 2);
      expect((await find(status.id)).status).toBe(expected.status);
      expect((await find(hired.id)).status).toBe(expected.hire);
      expect((await find(terminated.id)).status).toBe("waiting");
    }
    expect((await find(status.id)).reason).toBe("expired");
    await repair();
    expect((await find(terminated.id)).phase).toBe("grace");
    expect((await personOf(employeeId))?.status ?? "").toBe("");
  },
);

test("a status that ends during the outage is restored after it", async () => {
  const { sendAndWait, find, personOf, nowMs } = environment();
  const employeeId = await newEmployee();
  const { id } = await sendAndWait("status.set", {
    employeeId,
    text: "Out",
    expiresAt: new Date(nowMs() + hourMs).toISOString(),
  });
  breakDown();
  await pass(3 * hourMs, hourMs);
  expect(await find(id)).toMatchObject({
    status: "waiting",
    phase: "restore",
    blockedBy: "platform",
  });
  await repair();
  expect((await find(id)).status).toBe("succeeded");
  expect((await personOf(employeeId))?.status ?? "").toBe("");
});
