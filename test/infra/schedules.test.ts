import { expect, test } from "vitest";
import { scheduledEvent, schedulesSchema } from "../../infra/schedules.ts";

const schedule = {
  name: "stand-up",
  expression: "cron(0 9 ? * MON-FRI *)",
  zone: "Europe/Zurich",
  event: { type: "status.set", data: { employeeId: "E-1", text: "stand-up" } },
};

test("what Scheduler sends names the schedule and the time that make it unique, by Scheduler's own placeholders", () => {
  const [parsed] = schedulesSchema.parse([schedule]);
  expect(scheduledEvent(parsed!)).toEqual({
    source: "aws.scheduler",
    schedule: "<aws.scheduler.schedule-arn>",
    scheduledTime: "<aws.scheduler.scheduled-time>",
    type: "status.set",
    data: { employeeId: "E-1", text: "stand-up" },
  });
});

test.each([
  ["a name with a space", { name: "stand up" }, "name"],
  ["a name as our own have", { name: "community-automation-due" }, "name"],
  ["an expression that is none", { expression: "daily" }, "expression"],
  ["an offset as zone", { zone: "+01:00" }, "zone"],
  ["a zone that is none", { zone: "Europe/Atlantis" }, "zone"],
  [
    "an event that no function takes",
    { event: { ...schedule.event, type: "employee.promoted" } },
    "event.type",
  ],
  ["a field too many", { enabled: true }, ""],
])("a schedule with %s is refused", (_what, change, path) => {
  const { error } = schedulesSchema.safeParse([{ ...schedule, ...change }]);
  expect(error?.issues.map((issue) => issue.path.slice(1).join("."))).toEqual([
    path,
  ]);
});

test("two schedules do not have the same name", () => {
  const other = { ...schedule, expression: "rate(1 day)" };
  const { error } = schedulesSchema.safeParse([schedule, other]);
  expect(error?.issues).toMatchObject([
    {
      path: [1, "name"],
      message: "must not be stand-up again: each schedule has its own name",
    },
  ]);
});
