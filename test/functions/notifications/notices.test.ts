import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { busEventTypes } from "../../../infra/aws/deployment/events.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { noticeTypes } from "../../../shared/store/notices.ts";
import { verifyStandardWebhooks } from "../../../shared/webhook/schemes/standard-webhooks.ts";
import type { PartFailure } from "../../environments/in-process/part-failures.ts";
import { effort } from "../../resilience/effort.ts";
import {
  outcomeOf,
  runTo,
  retry,
} from "../../shared/store/operation-for-test.ts";
import { type Notices, signingKey, startNotices } from "./notices-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

let notices: Notices;
beforeEach(async () => {
  notices = await startNotices();
});
afterEach(() => notices.close());

/** Lets operations end as needing attention. */
async function needAttention(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await end(id, "needs_attention", "person-missing");
    // So that they have an order.
    notices.clock.nowMs++;
  }
}

const end = (...[id, ...outcome]: [string, ...Parameters<typeof outcomeOf>]) =>
  runTo(notices.operations, id, outcomeOf(...outcome));

test("no notice of ours has a type that a rule of our event bus takes, so none starts a workflow", () => {
  const taken: readonly string[] = busEventTypes;
  expect(noticeTypes.filter((type) => taken.includes(type))).toEqual([]);
});

describe("a notice", () => {
  test("a notice reaches the bus and the subscriber with ids, the reason and the verbs that apply", async () => {
    notices.secret.content = { desk: notices.webhook("/desk") };
    await needAttention("one");
    await notices.minute();
    const expected = {
      type: "operation.needs_attention",
      timestamp: "2026-11-22T20:00:00.000Z",
      data: {
        count: 1,
        reason: "person-missing",
        explanation: "https://docs.example.com/reason-codes.md#person-missing",
        operations: [
          {
            notice: "one_2",
            operation: "one",
            type: "employee.hired",
            employee: "E-1",
            at: "2026-11-22T20:00:00.000Z",
            verbs: ["retry", "resolve"],
          },
        ],
      },
    };
    expect(notices.events).toMatchObject([
      {
        source: "community-automation",
        "detail-type": "operation.needs_attention",
        detail: { id: "one_2", ...expected },
      },
    ]);
    expect(notices.messagesTo("/desk")).toEqual([
      { id: expect.stringMatching(/^msg_/), ...expected },
    ]);
  });

  test("a message to a subscriber is signed with all its keys", async () => {
    const newer = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
    notices.secret.content = {
      desk: notices.webhook("/desk", { keys: [newer, signingKey] }),
    };
    await needAttention("one");
    await notices.minute();
    const [request] = notices.received;
    for (const key of [newer, signingKey])
      expect(
        verifyStandardWebhooks(
          {
            header: (name) => String(request?.headers[name]),
            body: Buffer.from(request?.text ?? ""),
          },
          [key],
          notices.clock.nowMs,
        ),
      ).toEqual({
        authentic: true,
        deliveryId: notices.messagesTo("/desk")[0]?.id,
      });
  });

  test("onboarded people are told with their ids, each in an event on the bus and together in one message", async () => {
    notices.secret.content = { desk: notices.webhook("/desk") };
    for (const id of ["one", "two"]) {
      const result = { personID: `person-${id}`, refs: {} };
      const outcome = { ...outcomeOf("succeeded"), result };
      await runTo(notices.operations, id, outcome, {}, "onboarded");
      notices.clock.nowMs++;
    }
    await notices.minute();
    expect(notices.events.map(({ detail }) => detail["data"])).toMatchObject([
      { count: 1, operations: [{ personID: "person-one" }] },
      { count: 1, operations: [{ personID: "person-two" }] },
    ]);
    expect(notices.messagesTo("/desk")).toMatchObject([
      {
        type: "person.onboarded",
        data: {
          count: 2,
          operations: [{ personID: "person-one" }, { personID: "person-two" }],
        },
      },
    ]);
  });

  test("a subscriber gets only the types that it names", async () => {
    notices.secret.content = {
      desk: notices.webhook("/desk", { types: ["operation.held"] }),
    };
    await needAttention("one");
    await end("two", "needs_attention", "disable-limit");
    await notices.minute();
    expect(notices.messagesTo("/desk").map(({ type }) => type)).toEqual([
      "operation.held",
    ]);
    expect(notices.events).toHaveLength(2);
  });
});

describe("gathering", () => {
  beforeEach(() => {
    notices.secret.content = { desk: notices.webhook("/desk") };
  });
  const shown = () =>
    notices.messagesTo("/desk").map(({ type, data }) => [
      type.split(".")[1],
      // An index leaves open in which order it has entries of one time.
      ...data.operations
        .map(({ operation }) => String(operation))
        .sort((one, other) => one.localeCompare(other)),
    ]);

  test("the first notice of each reason is told at once, and those of the next 15 minutes in one message", async () => {
    await needAttention("one");
    await notices.minute();
    await needAttention("two");
    await end("other", "failed", "login-refused");
    await notices.minute();
    await needAttention("three");
    await notices.minute();
    const first = [
      ["needs_attention", "one"],
      ["failed", "other"],
    ];
    expect(shown()).toEqual(first);
    // The bus does not wait.
    expect(notices.eventIds()).toEqual([
      "one_2",
      "two_2",
      "other_2",
      "three_2",
    ]);
    for (let passed = 3; passed < 15; passed++) await notices.minute();
    expect(shown()).toHaveLength(2);
    await notices.minute();
    expect(shown()).toEqual([...first, ["needs_attention", "three", "two"]]);
  });

  test("one message tells that no operation with the reason is open, and the next is told at once", async () => {
    await needAttention("one", "two");
    await notices.minute();
    await retry(notices.operations, "one");
    for (let passed = 0; passed < 20; passed++) await notices.minute();
    expect(shown()).toEqual([["needs_attention", "one", "two"]]);
    await retry(notices.operations, "two");
    await notices.minute();
    expect(shown().slice(1)).toEqual([["attended", "two"]]);
    await needAttention("three");
    await notices.minute();
    expect(shown().slice(2)).toEqual([["needs_attention", "three"]]);
  });

  test("many operations that a limit holds at once are a few messages, and each is on the bus once", async () => {
    const count = effort(70, 120);
    const ids = Array.from({ length: count }, (_, index) => `held-${index}`);
    await Promise.all(
      ids.map((id) => end(id, "needs_attention", "disable-limit")),
    );
    await notices.minute();
    expect(notices.messagesTo("/desk").map(({ data }) => data.count)).toEqual(
      effort([50, 20], [50, 50, 20]),
    );
    expect(new Set(notices.eventIds()).size).toBe(count);
    expect(notices.events).toHaveLength(count);
  });
});

describe("failures on our side", () => {
  test("an entry that the bus refuses is repeated, and no other", async () => {
    await notices.close();
    // Every third entry is refused; a request as a whole never fails.
    let calls = 0;
    notices = await startNotices({
      awsFaults: {
        failingShare: 0.5,
        duplicateShare: 0,
        maxDelayMs: 0,
        random: () => (calls++ % 3 === 1 ? 0.1 : 0.9),
      },
    });
    await needAttention("one", "two", "three", "four");
    for (let passed = 0; passed < 5; passed++) await notices.minute();
    expect(notices.eventIds().toSorted()).toEqual([
      "four_2",
      "one_2",
      "three_2",
      "two_2",
    ]);
    expect((await notices.notices.outbox.due.page(1)).entries).toEqual([]);
  });

  test("while the subscribers cannot be read, the bus gets the notices, and the subscribers get them later", async () => {
    notices.secret.content = { desk: notices.webhook("/desk") };
    notices.secret.error = new Error("canary");
    await needAttention("one");
    await notices.minute();
    await notices.minute();
    expect(notices.eventIds()).toEqual(["one_2"]);
    expect(notices.received).toEqual([]);
    expect(notices.lines).toContainEqual(
      expect.objectContaining({ message: "subscribers unreadable" }),
    );
    notices.secret.error = undefined;
    await notices.minute();
    await notices.minute();
    expect(notices.messagesTo("/desk")).toHaveLength(1);
    expect(notices.eventIds()).toEqual(["one_2"]);
  });

  test("what a round has taken when its execution is stopped is delivered once, by another round", async () => {
    notices.secret.content = { desk: notices.webhook("/desk") };
    await needAttention("one");
    notices.answers["/desk"] = (response) => {
      for (const { arn } of notices.engine.list()) notices.engine.stop(arn);
      notices.partFailures.table = () => true;
      response.writeHead(500).end();
    };
    await notices.minute();
    notices.partFailures.table = undefined;
    delete notices.answers["/desk"];
    notices.received.length = 0;
    await notices.untilDone();
    expect(notices.received).toHaveLength(1);
    expect(notices.eventIds()).toEqual(["one_2"]);
  });

  test.each(rows<[what: string, PartFailure]>`
    read | ${(_, __, input) => input.includes("ExclusiveStartKey")}
    settled | ${(command, id) => command === "UpdateItemCommand" && id.endsWith("#item-52")}
  `)(
    "a page that cannot be %s ends the collecting, and the subscribers get the pages before it at once",
    async (_, failure) => {
      notices.secret.content = { desk: notices.webhook("/desk") };
      const ids = Array.from({ length: 55 }, (_, index) => `item-${index}`);
      await needAttention(...ids);
      const toldIds = () =>
        new Set(
          notices
            .messagesTo("/desk")
            .flatMap(({ data }) => data.operations)
            .map(({ operation }) => operation),
        );
      notices.partFailures.table = failure;
      await notices.minute();
      expect([...toldIds()]).toEqual(expect.arrayContaining(ids.slice(0, 50)));
      // The next round may begin.
      expect(
        await notices.notices.leases.takenUntil("notices", "next"),
      ).toBeUndefined();
      notices.partFailures.table = undefined;
      // The notices of the reason are gathered.
      notices.clock.nowMs += 15 * minuteMs;
      await notices.minute();
      await notices.minute();
      expect(toldIds()).toEqual(new Set(ids));
      expect((await notices.notices.outbox.due.page(1)).entries).toEqual([]);
    },
  );

  test("a round that cannot be closed still delivers", async () => {
    notices.secret.content = { desk: notices.webhook("/desk") };
    await needAttention("one");
    notices.partFailures.table = (command, id) =>
      command === "DeleteItemCommand" && id === "notices";
    await notices.minute();
    expect(notices.messagesTo("/desk")).toHaveLength(1);
  });

  test("an item that cannot be read does not hold up the others", async () => {
    await needAttention("good");
    await notices.documents.send(
      new PutCommand({
        TableName: "store",
        Item: { id: "operation#bad", notice: "pending", noticeAtMs: 1 },
      }),
    );
    await notices.minute();
    expect(notices.eventIds()).toEqual(["good_2"]);
    expect(notices.lines).toContainEqual(
      expect.objectContaining({ message: "notice unreadable" }),
    );
  });
});
