import { describe, expect, test } from "vitest";
import { previewSchema } from "../../../functions/events/contract.ts";
import { leadToken } from "../../../infra/local/credentials.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { rows } from "../../fixtures/rows.ts";

const onboardToken = "token-of-a-sender-with-32-characters";
const environment = useInProcess({
  rehireWithoutStartDate: "report",
  graceDays: 7,
  minGraceDays: 1,
  disableLimit: { percent: 0, min: 1, max: 1 },
  callers: {
    sender: {
      scheme: "bearer",
      keys: [onboardToken],
      scopes: ["onboard", "update", "operate"],
    },
  },
});

type Event = [type: string, data?: object];

/** The data of an event, whose dates are days from now. */
function dataOf(employeeId: string, [type, data = {}]: Event): object {
  const dated = Object.entries(data).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "number" ? environment().dateIn(value) : value,
  ]);
  const all = Object.fromEntries(dated) as object;
  return type === "hired" ? hireOf(employeeId, all) : { employeeId, ...all };
}

/** Sends an event a second after the last one. */
async function send(employeeId: string, event: Event) {
  const { sendAndWait, advanceTime } = environment();
  advanceTime(1_000);
  return sendAndWait(`employee.${event[0]}`, dataOf(employeeId, event));
}

async function verdictOf(employeeId: string, event: Event, options = {}) {
  const [type] = event;
  const answer = await environment().preview(
    type.includes(".") ? type : `employee.${type}`,
    dataOf(employeeId, event),
    options,
  );
  expect(answer.status).toBe(200);
  const { events } = previewSchema.parse(await answer.json());
  return events[0]?.match?.verdict;
}

async function letPass(timeMs: number) {
  environment().advanceTime(timeMs);
  await environment().runScheduler();
}

/** What the operation of an event with this verdict comes to. */
const statusOf = {
  "in-force": ["succeeded"],
  scheduled: ["waiting"],
  repeats: ["succeeded", "cancelled"],
  overtaken: ["cancelled"],
  "needs-decision": ["needs_attention"],
  held: ["needs_attention"],
};

let employees = 0;

describe("a preview says what the event then comes to:", () => {
  const hiredToday: Event = ["hired", { startDate: 0 }];
  const scheduledFor: unknown = expect.stringContaining("T00:00:00");
  const sameAs: unknown = expect.stringMatching(/^op_/);
  // Dates are days from now.
  test.each(rows<
    [what: string, before: Event[], event: Event, verdict: object]
  >`
    a hire of an unknown employee takes effect | ${[]} | ${["hired"]} | ${{ is: "in-force" }}
    a hire that names a later start is scheduled | ${[]} | ${["hired", { startDate: 10 }]} | ${{ is: "scheduled", scheduledFor }}
    a suspension of an unknown employee needs a decision | ${[]} | ${["suspended"]} | ${{ is: "needs-decision", reason: "unknown-employee" }}
    a second hire repeats the first | ${[hiredToday]} | ${hiredToday} | ${{ is: "repeats", sameAs }}
    a hire from before the termination is cancelled | ${[hiredToday, ["terminated"]]} | ${["hired", { startDate: -1 }]} | ${{ is: "overtaken", reason: "already-left", sameAs }}
    a termination with a later last day is scheduled for its end | ${[hiredToday]} | ${["terminated", { lastDay: 10 }]} | ${{ is: "scheduled", scheduledFor }}
    a cancellation with nothing to cancel takes effect with a warning | ${[hiredToday]} | ${["termination_cancelled"]} | ${{ is: "in-force", warning: "nothing-to-cancel" }}
  `)("%s", async (_, before, event, verdict) => {
    const employeeId = `V-${++employees}`;
    environment().advanceTime(2 * dayMs);
    for (const one of before) await send(employeeId, one);
    const said = await verdictOf(employeeId, event);
    expect(said).toEqual(verdict);
    const is = said?.is ?? "in-force";
    const { id } = await send(employeeId, event);
    // An event of an unknown employee waits some minutes for the hire.
    if (is === "needs-decision") await letPass(16 * minuteMs);
    const { status, reason } = await environment().find(id);
    expect(statusOf[is]).toContain(status);
    if (is === "needs-decision" || is === "overtaken")
      expect(said).toMatchObject({ reason });
  });

  test("a termination beyond the limit is held", async () => {
    environment().advanceTime(2 * dayMs);
    for (const employeeId of ["H-1", "H-2"]) await send(employeeId, ["hired"]);
    const passes = await verdictOf("H-1", ["terminated"]);
    expect(passes).toEqual({ is: "in-force" });
    await send("H-1", ["terminated"]);
    expect(await verdictOf("H-2", ["terminated"])).toEqual({
      is: "held",
      limit: { name: "disable-limit", used: 1, allowed: 1 },
    });
    expect(await send("H-2", ["terminated"])).toMatchObject({
      status: "needs_attention",
      reason: "disable-limit",
    });
  });
});

test("a preview knows what an operator has decided about the event that it repeats", async () => {
  const { advanceTime, operate, runUntilIdle } = environment();
  advanceTime(2 * dayMs);
  for (const employeeId of ["R-1", "R-2"]) await send(employeeId, ["hired"]);
  await send("R-1", ["terminated"]);
  const held = await send("R-2", ["terminated"]);
  await operate("POST", "/reject", { operations: [held.id] }, leadToken);
  await runUntilIdle();
  expect(await verdictOf("R-2", ["terminated"])).toEqual({
    is: "needs-decision",
    reason: "repeated-after-ruling",
  });
});

test("a preview knows an employment whose operations were deleted", async () => {
  const { advanceTime, outlastOperations, passDays } = environment();
  advanceTime(2 * dayMs);
  await send("O-1", ["hired", { startDate: -5 }]);
  await send("O-1", ["terminated"]);
  await passDays(8);
  await outlastOperations();
  const early = await verdictOf("O-1", ["hired", { startDate: -110 }]);
  expect(early).toMatchObject({ is: "overtaken", reason: "already-left" });
  const later = await verdictOf("O-1", ["hired", { startDate: 0 }]);
  expect(later).toEqual({ is: "in-force" });
});

test("a preview needs a decision if a later hire without the scope offboard would move the start", async () => {
  environment().advanceTime(2 * dayMs);
  await send("S-1", ["hired", { startDate: 10 }]);
  const moved: Event = ["hired", { startDate: 5 }];
  const asSender = { caller: "sender", token: onboardToken };
  expect(await verdictOf("S-1", moved, asSender)).toEqual({
    is: "needs-decision",
    reason: "scope-missing",
  });
  expect(await verdictOf("S-1", moved)).toMatchObject({ is: "scheduled" });
});

test("a preview of a status has no verdict, because a status says nothing about the employment", async () => {
  environment().advanceTime(hourMs);
  await send("T-1", ["hired"]);
  const verdict = await verdictOf("T-1", ["status.set", { text: "busy" }]);
  expect(verdict).toBeUndefined();
});
