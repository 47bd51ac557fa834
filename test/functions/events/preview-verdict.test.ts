import { describe, expect, test } from "vitest";
import { previewSchema } from "../../../functions/events/contract.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess({
  rehireWithoutStartDate: "report",
  graceDays: 7,
  minGraceDays: 1,
  disableLimit: { percent: 0, min: 1, max: 1 },
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

async function verdictOf(employeeId: string, event: Event) {
  const [type] = event;
  const answer = await environment().preview(
    type.includes(".") ? type : `employee.${type}`,
    dataOf(employeeId, event),
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

test("a preview of a status has no verdict, because a status says nothing about the employment", async () => {
  environment().advanceTime(hourMs);
  await send("T-1", ["hired"]);
  const verdict = await verdictOf("T-1", ["status.set", { text: "busy" }]);
  expect(verdict).toBeUndefined();
});
