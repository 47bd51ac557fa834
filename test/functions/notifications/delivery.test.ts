import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcomeOf, runTo } from "../../shared/store/operation-for-test.ts";
import { hourMs } from "../../../shared/durations.ts";
import { type Notices, startMs, startNotices } from "./notices-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

type Answer = Notices["answers"][string];

let notices: Notices;
beforeEach(async () => {
  notices = await startNotices();
  notices.secret.content = { desk: notices.webhook("/desk") };
});
afterEach(() => notices.close());

async function fail(id: string): Promise<void> {
  await runTo(notices.operations, id, outcomeOf("failed", "login-refused"));
}

/** Answers with a status for this time, and then takes every message. */
const answers =
  (
    status: number,
    forMs: number,
    headers: Record<string, string> = {},
  ): Answer =>
  (response) => {
    const isOver = notices.clock.nowMs >= startMs + forMs;
    response.writeHead(isOver ? 204 : status, isOver ? {} : headers).end();
  };

/** Answers with a body that does not end. */
const answersWithoutEnd: Answer = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write("x".repeat(1_000)), 1);
  response.on("close", () => clearInterval(timer));
};

/** When a path got a request, in seconds after the first one. */
function secondsOf(path: string): number[] {
  const requests = notices.received.filter((one) => one.path === path);
  const firstMs = requests[0]?.atMs ?? 0;
  return requests.map(({ atMs }) => Math.round((atMs - firstMs) / 1000));
}

const logged = (message: string) =>
  notices.lines.filter((line) => line.message === message);

describe("a subscriber that does not take a message", () => {
  const elsewhere = { location: "/elsewhere" };
  const aDay = { "retry-after": "90000" };

  // Columns: title, answer, seconds of the attempts, levels of the lines that give up.
  test.each(rows<[string, Answer, number[], string[]]>`
    answers 500 for a day | ${answers(500, 24 * hourMs)} | ${[0, 60, 360, 2_160, 9_360, 27_360, 63_360, 113_760]} | ${[]}
    answers 503 for ever | ${answers(503, Infinity)} | ${[0, 60, 360, 2_160, 9_360, 27_360, 63_360, 113_760, 185_760, 272_160]} | ${["error"]}
    redirects at first | ${answers(307, 1_000, elsewhere)} | ${[0, 60]} | ${[]}
    asks for a pause of a day | ${answers(429, 7 * hourMs, aDay)} | ${[0, 21_600, 43_200]} | ${[]}
    answers without an end | ${answersWithoutEnd} | ${[0]} | ${[]}
  `)(
    "a subscriber that %s is sent the message with one id, after the pause of each attempt",
    async (_what, answer, seconds, givenUp) => {
      notices.answers["/desk"] = answer;
      await fail("one");
      await notices.untilDone();
      expect(secondsOf("/desk")).toEqual(seconds);
      expect(notices.received.map(({ path }) => path)).not.toContain(
        elsewhere.location,
      );
      const ids = notices.received.map(({ headers }) => headers["webhook-id"]);
      expect(new Set(ids).size).toBe(1);
      expect(logged("delivery given up")).toMatchObject(
        givenUp.map((level) => ({
          level,
          fields: { subscriber: "desk", count: 1 },
        })),
      );
    },
  );

  test("a subscriber that resets the connection, and the next time does not answer, gets the message later", async () => {
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

  test("a subscriber that is down does not delay another one, and a later notice does not wait for it", async () => {
    notices.secret.content = {
      desk: notices.webhook("/desk"),
      other: notices.webhook("/other"),
    };
    notices.answers["/desk"] = answers(500, Infinity);
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
    notices.answers["/desk"] = answers(500, Infinity);
    await fail("one");
    await notices.minute();
    notices.secret.content = {};
    await notices.untilDone();
    expect(secondsOf("/desk")).toEqual([0]);
    expect(logged("delivery given up")).toEqual([]);
  });
});

test("a subscriber that answers 410 gets nothing at this URL any more, and the others are told", async () => {
  notices.secret.content = {
    desk: notices.webhook("/desk"),
    other: notices.webhook("/other"),
  };
  notices.answers["/desk"] = answers(410, Infinity);
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

  notices.secret.content = { desk: notices.webhook("/new") };
  await runTo(notices.operations, "three", outcomeOf("failed", "expired"));
  await notices.minute();
  expect(notices.messagesTo("/new")).toMatchObject([
    { type: "operation.failed" },
  ]);
});

test("a message has no personal data, whatever the event and the person hold", async () => {
  notices.secret.content = {
    desk: notices.webhook("/desk"),
    slack: { format: "slack", url: `${notices.origin}/slack` },
    teams: { format: "teams", url: `${notices.origin}/teams` },
  };
  const { operations, payloads } = notices;
  const key = { id: "one", fingerprint: "f1", type: "employee.hired" } as const;
  const held = await payloads.prepare(key, { data: { name: "canary" } });
  await operations.accept(
    { ...key, caller: "hr", employeeId: "E-1", eventAtMs: 1 },
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
