import { expect, test } from "vitest";
import {
  scheduledEvent,
  functionOfSchedule,
  schedulesSchema,
} from "../../../../infra/aws/deployment/schedules.ts";
import { rows } from "../../../fixtures/rows.ts";

const schedule = {
  name: "stand-up",
  expression: "cron(0 9 ? * MON-FRI *)",
  zone: "Europe/Zurich",
  event: { type: "status.set", data: { employeeId: "E-1", text: "stand-up" } },
};

test("the input of a schedule has the placeholders of schedule and time, which identify a delivery", () => {
  const [parsed] = schedulesSchema.parse([schedule]);
  expect(scheduledEvent(parsed!)).toEqual({
    source: "aws.scheduler",
    schedule: "<aws.scheduler.schedule-arn>",
    scheduledTime: "<aws.scheduler.scheduled-time>",
    type: "status.set",
    data: { employeeId: "E-1", text: "stand-up" },
  });
});

test("the input of a pull names the caller, and goes to the function that reads", () => {
  const { event: _, ...pull } = { ...schedule, pull: "hibob" };
  const [parsed] = schedulesSchema.parse([pull]);
  expect(scheduledEvent(parsed!)).toEqual({
    schedule: "<aws.scheduler.schedule-arn>",
    scheduledTime: "<aws.scheduler.scheduled-time>",
    pull: "hibob",
  });
  expect([
    functionOfSchedule(parsed!),
    functionOfSchedule(schedulesSchema.parse([schedule])[0]!),
  ]).toEqual(["lists-workflow", "events-receiver"]);
});

test.each(rows<[string, object, string]>`
  a name with a space | ${{ name: "stand up" }} | name
  a name with the reserved ending | ${{ name: "community-automation-scheduler" }} | name
  an invalid expression | ${{ expression: "daily" }} | expression
  a UTC offset as zone | ${{ zone: "+01:00" }} | zone
  an unknown zone | ${{ zone: "Europe/Atlantis" }} | zone
  an event type that no function receives | ${{ event: { ...schedule.event, type: "employee.promoted" } }} | event.type
  an unknown field | ${{ enabled: true }} | ${""}
  an event and a pull | ${{ pull: "hibob" }} | ${""}
  neither an event nor a pull | ${{ event: undefined }} | ${""}
  an event and a comparison | ${{ drift: true }} | ${""}
`)("a schedule with %s is refused", (_what, change, path) => {
  const { error } = schedulesSchema.safeParse([{ ...schedule, ...change }]);
  expect(error?.issues.map((issue) => issue.path.slice(1).join("."))).toEqual([
    path,
  ]);
});

test("two schedules with the same name are refused", () => {
  const { error } = schedulesSchema.safeParse([schedule, schedule]);
  const message =
    "must not be stand-up again: the name of each schedule is unique";
  expect(error?.issues).toMatchObject([{ path: [1, "name"], message }]);
});
