import { beforeEach, expect, test } from "vitest";
import {
  operationPageSchema,
  overviewSchema,
} from "../../../functions/operations/contract.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { passingTime } from "./passing-time.ts";

const environment = useInProcess({
  sendsNotices: true,
  // A refused login is remembered for a minute.
  platformAuthNowMs: () => environment().nowMs(),
});

// The platform works, and the service account is signed in.
beforeEach(() => environment().hire("O-ok"));

const { pass } = passingTime(environment);

const shown = async (path: string) =>
  (await environment().ask("GET", path)).json();

/** The outages that the overview shows, and the reasons of the operations that wait, each with their number. */
async function overview() {
  const { blocked, reasons } = overviewSchema.parse(await shown("/overview"));
  return {
    blocked: blocked.map(({ by, reason }) => [by, reason]),
    waiting: reasons
      .filter(({ status }) => status === "waiting")
      .map(({ reason, count }) => [reason, count]),
  };
}

/** The log lines and the notices about outages from now on, without the line of each minute ("outage lasts"). */
function hearOutages() {
  const { lines, notices } = environment();
  const before = { lines: lines.length, notices: notices.delivered.length };
  return {
    lines: () =>
      lines
        .slice(before.lines)
        .filter(({ message }) => /^outage (?!lasts)/.test(message))
        .map(({ level, message, fields }) => [level, message, fields.reason]),
    notices: () =>
      notices.delivered
        .slice(before.notices)
        .filter(({ type }) => type.startsWith("outage."))
        .map(({ type, data }) => [type, data.outage, data.reason]),
  };
}

test("a log line, a notice and the overview tell when the cause of an outage changes", async () => {
  const { platform, partFailures, hire, find } = environment();
  const told = hearOutages();
  const beganAfterMs = environment().nowMs();
  platform.faults.add({ kind: "status", status: 503 });
  const sent = await Promise.all(
    ["O-1", "O-2", "O-3"].map((employeeId) => hire(employeeId)),
  );
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => "waiting"));
  await pass(3 * minuteMs);
  const { blocked } = overviewSchema.parse(await shown("/overview"));
  expect(blocked).toEqual([
    {
      by: "platform",
      reason: "platform-error-503",
      since: expect.any(String) as string,
      status: "waiting",
      waiting: { count: sent.length, isAtLeast: false },
    },
  ]);
  const [{ since = "" } = {}] = blocked;
  expect(Date.parse(since)).toBeGreaterThanOrEqual(beganAfterMs);

  // The platform is back, and the password has changed meanwhile.
  platform.faults.clear();
  platform.revokeTokens();
  partFailures.credentials = { password: "wrong" };
  await pass(12 * minuteMs);
  expect(await overview()).toEqual({
    blocked: [["platform", "login-refused"]],
    waiting: [["login-refused", sent.length]],
  });
  for (const { id } of sent)
    expect(await shown(`/operations/${id}`)).toMatchObject({
      status: "waiting",
      blockedBy: "platform",
      reason: "login-refused",
    });
  const listed = operationPageSchema.parse(
    await shown("/operations?status=waiting&reason=login-refused"),
  );
  expect(listed.operations).toHaveLength(sent.length);

  partFailures.credentials = undefined;
  await pass(12 * minuteMs);
  for (const { id } of sent) expect((await find(id)).status).toBe("succeeded");
  expect((await overview()).blocked).toEqual([]);
  expect(told.lines()).toEqual([
    ["error", "outage began", "platform-error-503"],
    ["error", "outage changed", "login-refused"],
    ["info", "outage over", "login-refused"],
  ]);
  expect(told.notices()).toEqual([
    ["outage.began", "platform", "platform-error-503"],
    ["outage.changed", "platform", "login-refused"],
    ["outage.over", "platform", "login-refused"],
  ]);
});
