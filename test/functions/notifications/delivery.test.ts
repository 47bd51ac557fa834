import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcomeOf, runTo } from "../../shared/store/operation-for-test.ts";
import { hourMs } from "../../../shared/durations.ts";
import { type Notices, startNotices } from "./notices-for-test.ts";

let notices: Notices;
beforeEach(async () => {
  notices = await startNotices();
  notices.secret.content = { desk: notices.webhook("/desk") };
});
afterEach(() => notices.close());

async function fail(id: string): Promise<void> {
  await runTo(notices.operations, id, outcomeOf("failed", "login-refused"));
}

/** Answers with a status until a time. */
function answerUntil(
  path: string,
  atMs: number,
  status: number,
  headers: Record<string, string> = {},
): void {
  notices.answers[path] = (response) => {
    const isOver = notices.clock.nowMs >= atMs;
    response.writeHead(isOver ? 204 : status, isOver ? {} : headers).end();
  };
}

/** When a path got a request, in seconds after the first one. */
function secondsOf(path: string): number[] {
  const [first, ...rest] = notices.received.filter((one) => one.path === path);
  return [first, ...rest].map((one) =>
    Math.round(((one?.atMs ?? 0) - (first?.atMs ?? 0)) / 1000),
  );
}

const logged = (message: string) =>
  notices.lines.filter((line) => line.message === message);

describe("a subscriber that does not take a message", () => {
  test("a subscriber that answers 500 for a day gets the message with one id, and then no more", async () => {
    answerUntil("/desk", notices.clock.nowMs + 24 * hourMs, 500);
    await fail("one");
    await notices.untilDone();
    expect(secondsOf("/desk")).toEqual([
      0, 60, 360, 2_160, 9_360, 27_360, 63_360, 113_760,
    ]);
    const ids = notices.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
    expect(logged("delivery given up")).toEqual([]);
  });

  test("a message is given up after ten attempts within 76 hours, and an alarm can ring", async () => {
    answerUntil("/desk", Number.POSITIVE_INFINITY, 503);
    await fail("one");
    await notices.untilDone();
    const seconds = secondsOf("/desk");
    expect(seconds).toHaveLength(10);
    expect(seconds.at(-1)).toBe(272_160);
    expect(logged("delivery given up")).toMatchObject([
      { level: "error", fields: { subscriber: "desk", count: 1 } },
    ]);
  });

  test("a subscriber whose connection is reset, or who never answers, gets the message later", async () => {
    await notices.close();
    notices = await startNotices({ timeoutMs: 300 });
    notices.secret.content = { desk: notices.webhook("/desk") };
    let calls = 0;
    notices.answers["/desk"] = (response, request) => {
      calls++;
      if (calls === 1) request.socket.destroy();
      else if (calls > 2) response.writeHead(200).end();
    };
    await fail("one");
    await notices.untilDone();
    expect(secondsOf("/desk")).toEqual([0, 60, 360]);
    expect(logged("delivery failed").map(({ fields }) => fields.cause)).toEqual(
      ["ECONNRESET", "timeout"],
    );
  });

  test("a redirect is not followed, and counts as a failure", async () => {
    const { nowMs } = notices.clock;
    answerUntil("/desk", nowMs + 1_000, 307, {
      location: `${notices.origin}/elsewhere`,
    });
    await fail("one");
    await notices.untilDone();
    expect(secondsOf("/desk")).toEqual([0, 60]);
    expect(notices.received.map(({ path }) => path)).not.toContain(
      "/elsewhere",
    );
  });

  test("an endless answer is not read, and counts by its status", async () => {
    notices.answers["/desk"] = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(1_000)), 1);
      response.on("close", () => clearInterval(timer));
    };
    await fail("one");
    await notices.untilDone();
    expect(secondsOf("/desk")).toEqual([0]);
  });

  test("a longer pause that the subscriber asks for is kept, up to six hours", async () => {
    const { nowMs } = notices.clock;
    answerUntil("/desk", nowMs + 7 * hourMs, 429, { "retry-after": "90000" });
    await fail("one");
    await notices.untilDone();
    expect(secondsOf("/desk")).toEqual([0, 21_600, 43_200]);
  });

  test("a subscriber that is down does not delay another one, and a later notice does not wait for it", async () => {
    notices.secret.content = {
      desk: notices.webhook("/desk"),
      other: notices.webhook("/other"),
    };
    answerUntil("/desk", Number.POSITIVE_INFINITY, 500);
    await fail("one");
    await notices.minute();
    await runTo(notices.operations, "two", outcomeOf("failed", "unexpected"));
    await notices.untilDone();
    expect(secondsOf("/other")).toEqual([0, 60]);
    expect(logged("delivery given up")).toHaveLength(2);
  });

  test("an entry that is wrong gets its messages when it is corrected", async () => {
    const right = notices.webhook("/desk");
    notices.secret.content = { desk: { ...right, keys: ["too-short"] } };
    await fail("one");
    await notices.minute();
    notices.secret.content = { desk: right };
    await notices.untilDone();
    expect(notices.messagesTo("/desk")).toHaveLength(1);
    expect(logged("configuration wrong")[0]?.fields).toMatchObject({
      subscriber: "desk",
      issues: [expect.stringMatching(/^#\/keys\/0/)],
    });
  });

  test("a subscriber that an operator removes gets nothing more", async () => {
    answerUntil("/desk", Number.POSITIVE_INFINITY, 500);
    await fail("one");
    await notices.minute();
    notices.secret.content = {};
    await notices.untilDone();
    expect(secondsOf("/desk")).toEqual([0]);
    expect(logged("delivery given up")).toEqual([]);
  });
});

describe("a subscriber that answers 410", () => {
  test("a subscriber that answers 410 gets nothing more, and the bus and the other subscribers are told", async () => {
    notices.secret.content = {
      desk: notices.webhook("/desk"),
      other: notices.webhook("/other"),
    };
    answerUntil("/desk", Number.POSITIVE_INFINITY, 410);
    await fail("one");
    await notices.minute();
    await notices.minute();
    expect(secondsOf("/desk")).toEqual([0]);
    expect(logged("subscriber disabled")).toMatchObject([
      { level: "error", fields: { subscriber: "desk" } },
    ]);
    expect(notices.messagesTo("/other")[1]).toMatchObject({
      type: "subscriber.disabled",
      data: { subscriber: "desk", operations: [] },
    });
    expect(notices.events.at(-1)?.["detail-type"]).toBe("subscriber.disabled");
    await runTo(notices.operations, "two", outcomeOf("failed", "unexpected"));
    await notices.minute();
    expect(secondsOf("/desk")).toEqual([0]);
    expect(notices.messagesTo("/other")).toHaveLength(3);
  });

  test("with another URL, a disabled subscriber gets messages again", async () => {
    answerUntil("/desk", Number.POSITIVE_INFINITY, 410);
    await fail("one");
    await notices.minute();
    notices.secret.content = { desk: notices.webhook("/new") };
    await runTo(notices.operations, "two", outcomeOf("failed", "unexpected"));
    await notices.minute();
    expect(notices.messagesTo("/new").map(({ type }) => type)).toContain(
      "operation.failed",
    );
  });
});

describe("what leaves the system", () => {
  test("a message has no personal data, whatever the event and the person hold", async () => {
    notices.secret.content = {
      desk: notices.webhook("/desk"),
      slack: { format: "slack", url: `${notices.origin}/slack` },
      teams: { format: "teams", url: `${notices.origin}/teams` },
    };
    const { operations, payloads } = notices;
    const key = {
      id: "one",
      fingerprint: "f1",
      type: "employee.hired",
    } as const;
    const held = await payloads.prepare(key, { data: { name: "canary" } });
    await operations.accept(
      { ...key, caller: "hr", employeeId: "E-1", eventAtMs: 1 },
      0,
      held,
    );
    await operations.start("one", "run");
    await operations.finish(
      { ...key, execution: "run" },
      {
        ...outcomeOf("needs_attention", "person-differs"),
        result: {
          personID: "2004",
          refs: { html: "https://canary" },
          changed: ["/canary"],
        },
        warnings: [{ about: "canary", reason: "differs" }],
        templates: ["canary"],
      },
    );
    await notices.minute();
    expect(notices.received).toHaveLength(3);
    const all = JSON.stringify([notices.received, notices.events]);
    expect(all).toContain("2004");
    expect(all).not.toContain("canary");
    // The engine's history contains what the messages contain.
    expect(JSON.stringify(notices.engine.list())).not.toContain("canary");
  });

  test("an employee id with markup is shown as it is in Slack and in Teams", async () => {
    notices.secret.content = {
      slack: { format: "slack", url: `${notices.origin}/slack` },
      teams: { format: "teams", url: `${notices.origin}/teams` },
    };
    await runTo(
      notices.operations,
      "one",
      outcomeOf("needs_attention", "disable-limit"),
      { employeeId: "<!here> *E&1* [x](https://evil)" },
    );
    await notices.minute();
    const textTo = (path: string) =>
      notices.received.find((one) => one.path === path)?.text ?? "";
    const slack = JSON.parse(textTo("/slack")) as {
      text: string;
      blocks: { text?: { type: string; text: string } }[];
    };
    expect(slack.text).toBe("Operations are held · disable-limit");
    expect(slack.blocks[1]?.text).toEqual({
      type: "plain_text",
      text: "employee.hired  &lt;!here&gt; *E&amp;1* [x](https://evil)  one  release  reject",
      emoji: false,
    });
    const card = JSON.parse(textTo("/teams")) as {
      attachments: { content: { body: object[]; actions: object[] } }[];
    };
    expect(card.attachments[0]?.content).toMatchObject({
      type: "AdaptiveCard",
      body: [
        { type: "RichTextBlock" },
        {
          type: "RichTextBlock",
          inlines: [
            {
              type: "TextRun",
              text: "employee.hired  <!here> *E&1* [x](https://evil)  one  release  reject",
            },
          ],
        },
      ],
      actions: [
        {
          type: "Action.OpenUrl",
          url: "https://docs.example.com/reason-codes.md#disable-limit",
        },
      ],
    });
  });
});
