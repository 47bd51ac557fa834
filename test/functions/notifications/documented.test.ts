import { afterAll, beforeAll, expect, test } from "vitest";
import { createAsyncApi } from "../../../infra/build/documents/asyncapi.ts";
import { createOpenApi } from "../../../infra/build/documents/openapi.ts";
import { minuteMs } from "../../../shared/durations.ts";
import type { EventType } from "../../../shared/event-types.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type {
  FinalOutcome,
  PersonFact,
} from "../../../shared/store/operation.ts";
import { noticeTypes } from "../../../shared/store/notices.ts";
import { closed, createChecker } from "../../fixtures/closed-schema.ts";
import {
  outcomeOf,
  runTo,
  retry,
} from "../../shared/store/operation-for-test.ts";
import { type Notices, startNotices } from "./notices-for-test.ts";

const { components } = createAsyncApi();
const { post } = createOpenApi().webhooks["notice"] ?? {};
const issuesOf = createChecker(components.schemas);

let notices: Notices;
beforeAll(async () => {
  notices = await startNotices();
  notices.secret.content = {
    desk: notices.webhook("/desk"),
    gone: notices.webhook("/gone"),
  };
  notices.answers["/gone"] = (response) => response.writeHead(410).end();
  await sendEachType();
});
afterAll(() => notices.close());

/** Lets an operation end, a moment after the one before. */
async function end(
  id: string,
  type: EventType,
  outcome: FinalOutcome,
  told?: PersonFact,
) {
  await runTo(notices.operations, id, outcome, { type }, told);
  notices.clock.nowMs++;
}

async function sendEachType() {
  const succeeded: FinalOutcome = {
    ...outcomeOf("succeeded"),
    result: { personID: "person", refs: {}, changed: ["title"] },
  };
  const failed = outcomeOf("failed", "login-refused");
  const asks = (reason: ReasonCode) => outcomeOf("needs_attention", reason);
  await end("one", "employee.hired", asks("outcome-unknown"));
  await end("two", "employee.hired", failed);
  await end("three", "employee.terminated", asks("disable-limit"));
  await end("four", "employee.hired", succeeded, "onboarded");
  await end("five", "employee.changed", succeeded);
  await end("six", "employee.suspended", succeeded, "suspended");
  await end("seven", "employee.resumed", succeeded, "resumed");
  await end("eight", "employee.terminated", succeeded, "left");
  for (const type of ["outage.began", "outage.changed", "outage.over"] as const)
    await notices.outages.tell(type, "platform", "login-refused");
  await notices.plans.tell("plan_one", "failed", "execution-lost");
  await notices.minute();
  await retry(notices.operations, "two");
  // The end is told when the time of gathering is over.
  notices.clock.nowMs += 15 * minuteMs;
  await notices.minute();
}

test.each(noticeTypes)(
  "a notice %s is on the bus and at a subscriber as the documents say",
  (type) => {
    const event = notices.events.find((one) => one["detail-type"] === type);
    expect(event?.detail["type"]).toBe(type);
    expect(issuesOf(components.messages[type]?.payload, event)).toEqual([]);

    const request = notices.received.find(
      ({ path, text }) => path === "/desk" && text.includes(`"${type}"`),
    );
    const message: unknown = JSON.parse(request?.text ?? "");
    const body = post?.requestBody?.content["application/json"]?.schema;
    expect(message).toMatchObject({ type });
    expect(issuesOf(body, message)).toEqual([]);
    for (const { name } of post?.parameters ?? [])
      expect(request?.headers).toHaveProperty(name);
  },
);

test("a notice without its time, with an unknown type or with a further field does not fit the documents", () => {
  const [event] = notices.events;
  const { Notice } = closed(components.schemas);
  expect(issuesOf(Notice, event?.detail)).toEqual([]);
  for (const change of [{ timestamp: undefined }, { type: "x" }, { name: "x" }])
    expect(issuesOf(Notice, { ...event?.detail, ...change })).not.toEqual([]);
});
