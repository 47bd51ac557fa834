import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  createLocalCallers,
  createReceivers,
} from "../../environments/parts/receivers.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { rows } from "../../fixtures/rows.ts";
import {
  clickOf,
  googleChatEntry,
  chatTools,
  requestOfSlack,
  type TypedMessage,
} from "./chat-requests.ts";
import { textOfChatAnswer } from "../../../infra/sample/chat.ts";
import { statusHelpersOf } from "./status-helpers.ts";
import { type ReplyServer, startReplyServer } from "./reply-server.ts";

const { slack, teams, mattermost } = localSecrets.callers;
const identities = Object.fromEntries(
  ["slack", "teams", "mattermost", "google-chat"].map((name) => [
    name,
    chatTools[name]!.identity,
  ]),
);
const personPath = "/people/{personID}";
const acknowledged = "I'm on it… I'll tell you when it's done.";

let environment: InProcess;
let replies: ReplyServer;
/** Slow requests to the platform wait for this promise. */
let gate = Promise.withResolvers<void>();
const { hire, set, shown, published, storedItems } = statusHelpersOf(
  () => environment,
);

beforeAll(async () => {
  replies = await startReplyServer();
  environment = await startInProcess({
    platform: { sleepMs: () => gate.promise },
  });
  await hire("E-1", identities);
});
afterEach(async () => {
  gate.resolve();
  await environment.idle();
  environment.platform.faults.clear();
  replies.received.length = 0;
  replies.responses.length = 0;
});
afterAll(async () => {
  await environment.close();
  await replies.close();
});

/** From now on, a read of a person takes longer than any chat tool waits. */
function slowPlatformDown(): void {
  gate = Promise.withResolvers();
  environment.platform.faults.add({
    kind: "latency",
    method: "GET",
    path: personPath,
    ms: minuteMs,
  });
}

/** What happens before a slow operation ends. */
type Incident = () => void;
const refuseWrites = () =>
  environment.platform.faults.add({
    kind: "status",
    method: "PUT",
    path: personPath,
    status: 403,
  });
const passMinutes = (minutes: number) =>
  environment.advanceTime(minutes * minuteMs);

/** Ends the slow requests and waits until no workflow runs. */
async function endSlowRequests(): Promise<void> {
  gate.resolve();
  await environment.runUntilIdle();
}

/** A receiver whose clock advances only with its pauses, and the time by which the clock has advanced. */
function startReceiver(store = environment.store) {
  const startedAtMs = environment.nowMs();
  let lateMs = 0;
  const nowMs = () => startedAtMs + lateMs;
  const answeredHere = { responseHosts: [replies.host] };
  const { status } = createReceivers({
    callers: createLocalCallers(nowMs, {
      slack: { ...slack, ...answeredHere },
      "slack-without-scopes": { ...slack, ...answeredHere, scopes: [] },
      "slack-own-host": slack,
      teams: { ...teams, ...answeredHere },
      mattermost: { ...mattermost, ...answeredHere },
      "google-chat": googleChatEntry,
    }),
    storeOf: () => store,
    startWorkflow: async (operation) => {
      environment.engine.start({
        functionName: "status-relay",
        name: executionNameOf(operation),
        payload: JSON.stringify({ operationId: operation.id }),
      });
    },
    nowMs,
    chatSleepMs: async (ms) => {
      lateMs += ms;
      await new Promise<void>((wake) => setImmediate(wake));
    },
    logOf: () => recordLog().log,
  });
  return { app: status, startedAtMs, lateMs: () => lateMs };
}

/** The immediate answer to a message typed now, and its delay by the receiver's clock. */
async function type(
  name: string,
  typed: Partial<TypedMessage> & { text: string },
  receiver = startReceiver(),
): Promise<{ text: string; lateMs: number }> {
  const { buildRequest, userId } = chatTools[name]!;
  const atMs = receiver.startedAtMs;
  const request = buildRequest({ userId, atMs, ...typed });
  const answer = await receiver.app.request(`/status/${name}`, request);
  expect(answer.status).toBe(200);
  const text = textOfChatAnswer(await answer.json());
  return { text, lateMs: receiver.lateMs() };
}

/** Types a message in Slack, with a URL for the late answer. */
const typeWithReply = (path: string, text: string, changes = {}) =>
  type("slack", { text, responseUrl: replies.urlOf(path), ...changes });

describe.each(["slack", "mattermost"] as const)(
  "a slow operation in %s",
  (name) => {
    test("is announced within the time limit, and its result is sent once, later", async () => {
      slowPlatformDown();
      const { text, lateMs } = await type(name, {
        text: "Slow but sure",
        responseUrl: replies.urlOf("slow"),
      });
      expect(text).toBe(acknowledged);
      // The tool waits for three seconds.
      expect(lateMs).toBeLessThan(2_500);
      expect(replies.received).toEqual([]);
      await endSlowRequests();
      expect(replies.received).toMatchObject([
        {
          path: "/slow",
          body: {
            response_type: "ephemeral",
            text: "Done: your status is “Slow but sure”.",
            ...(name === "slack" && {
              blocks: [
                { text: { text: "Done: your status is “Slow but sure”." } },
                { elements: [{ value: "clear" }] },
              ],
            }),
          },
        },
      ]);
      expect(await shown("E-1")).toBe("Slow but sure");
      expect(await storedItems()).not.toContain("/slow");
    });
  },
);

test("a slow operation is announced earlier after a cold start, because the chat tool waits for that too", async () => {
  // The message arrives a minute after it was typed. It must still be newer than the statuses of the other tests.
  passMinutes(2);
  slowPlatformDown();
  const atMs = environment.nowMs() - minuteMs;
  const { text, lateMs } = await type("slack", { text: "Cold", atMs });
  expect(text).toContain("I'm on it");
  // Of three seconds, 0.6 are for the answer and one is over. A longer delay would be a difference between the clocks.
  expect(lateMs).toBe(1_400);
});

/** The chat tool gives these answers, whose redirects lead to another path. */
const answerWith =
  (...statuses: number[]): Incident =>
  () =>
    replies.responses.push(
      ...statuses.map((status) => ({
        status,
        location: replies.urlOf("elsewhere"),
      })),
    );
const always = (status: number) => answerWith(...Array<number>(9).fill(status));
const done = (text: string, times = 1) =>
  Array<string>(times).fill(`Done: your status is “${text}”.`);

describe("a late answer", () => {
  // Columns: title, typed, what happens meanwhile, late answers, status then.
  test.each(rows<
    [string, string, Incident | undefined, (RegExp | string)[], string]
  >`
    has the end of a timed status | Coffee for 5 min | ${undefined} | ${[/^Done: your status is “Coffee”, until /]} | Coffee
    shows the status for show | show | ${undefined} | ${[/^Your status is “canary-late”\.$/]} | canary-late
    says that the operation failed | Refused | ${refuseWrites} | ${["Sorry, that did not work."]} | canary-late
    says that the end has passed | Tea for 1 min | ${() => passMinutes(2)} | ${["The end of this status passed"]} | canary-late
    is sent again while the chat tool has an outage | Again | ${answerWith(500, 503, 429)} | ${done("Again", 4)} | Again
    is sent at most five times | Five | ${always(500)} | ${done("Five", 5)} | Five
    is sent once if it is refused | Refused | ${always(400)} | ${done("Refused")} | Refused
    is sent once if it is moved, and to no other path | Moved | ${always(301)} | ${done("Moved")} | Moved
    is sent once if it is moved for a time | Elsewhere | ${always(307)} | ${done("Elsewhere")} | Elsewhere
    is not sent after half an hour | Much later | ${() => passMinutes(31)} | ${[]} | Much later
  `)("%s", async (title, typed, incident, expected, statusThen) => {
    const path = title.replaceAll(/\W/g, "-");
    await set("E-1", "canary-late");
    slowPlatformDown();
    expect((await typeWithReply(path, typed)).text).toBe(acknowledged);
    incident?.();
    await endSlowRequests();
    const answers = expected.map((one): unknown => expect.stringMatching(one));
    expect(replies.answersTo(path)).toEqual(answers);
    expect(replies.received).toHaveLength(expected.length);
    expect(await shown("E-1")).toBe(statusThen);
  });

  test("is not repeated at the end of a timed status, and our store keeps nothing of it", async () => {
    await set("E-1", "canary-before");
    slowPlatformDown();
    await typeWithReply("timed", "canary-timed for 5 min");
    await endSlowRequests();
    expect(await storedItems()).toContain("canary-before");
    passMinutes(6);
    await environment.runScheduler();
    expect(await shown("E-1")).toBe("canary-before");
    expect(replies.answersTo("timed")).toHaveLength(1);
    expect(await storedItems()).not.toContain("canary");
  });

  test("says once that a status waits for the platform, and then its result", async () => {
    slowPlatformDown();
    await typeWithReply("blocked", "Patient");
    const { faults } = environment.platform;
    faults.clear();
    faults.add({ kind: "status", path: personPath, status: 503 });
    gate.resolve();
    await environment.idle();
    passMinutes(1);
    await environment.runScheduler();
    faults.clear();
    passMinutes(2);
    await environment.runScheduler();
    expect(await shown("E-1")).toBe("Patient");
    expect(replies.answersTo("blocked")).toEqual([
      "I can't reach your profile at the moment. I'll keep trying for an hour.",
      "Done: your status is “Patient”.",
    ]);
  });

  test("is sent also if the receiver dies before it can answer", async () => {
    slowPlatformDown();
    const { operations } = environment.store;
    const oweAnswer = async (id: string) => {
      await operations.oweAnswer(id);
      throw new Error("the receiver dies here");
    };
    const store = {
      ...environment.store,
      operations: { ...operations, oweAnswer },
    };
    await type(
      "slack",
      { text: "Alone", responseUrl: replies.urlOf("alone") },
      startReceiver(store),
    );
    await endSlowRequests();
    expect(replies.answersTo("alone")).toEqual([
      "Done: your status is “Alone”.",
    ]);
  });
});

test.each(["teams", "google-chat"] as const)(
  "users of %s wait for the result for five seconds at most, and get no promise of an answer",
  async (name) => {
    slowPlatformDown();
    const { text, lateMs } = await type(name, {
      text: `canary-${name}`,
      fields: { responseUrl: replies.urlOf(name) },
    });
    expect(text).toBe("I'm on it… Please look at your profile in a moment.");
    expect(lateMs).toBeLessThan(4_500);
    await endSlowRequests();
    expect(await shown("E-1")).toBe(`canary-${name}`);
    expect(replies.received).toEqual([]);
  },
);

test("a message that is repeated during a slow operation gets the same answer, and takes effect once", async () => {
  slowPlatformDown();
  const typed = { triggerId: "again" };
  const before = (await published("E-1")).length;
  const [one, other] = await Promise.all([
    typeWithReply("twice", "Twice", typed),
    typeWithReply("twice", "Twice", typed),
  ]);
  expect([one.text, other.text]).toEqual([acknowledged, acknowledged]);
  await endSlowRequests();
  expect(await published("E-1")).toHaveLength(before + 1);
  expect(replies.answersTo("twice")).toHaveLength(1);
});

describe("a click in Slack, which shows no HTTP response,", () => {
  const click = async ({
    caller = "slack",
    store = environment.store,
    replyStatus = 200,
    ...clicked
  }) => {
    replies.responses.push({ status: replyStatus });
    const { app, startedAtMs: atMs } = startReceiver(store);
    const responseUrl = replies.urlOf("click");
    const fields = clickOf({ command: "clear", responseUrl, ...clicked });
    const request = requestOfSlack({ text: "", userId: "U1", atMs, fields });
    const answer = await app.request(`/status/${caller}`, request);
    expect(answer.status).toBe(200);
    await environment.idle();
  };
  const storeThatIsDown = () => ({
    ...environment.store,
    identities: {
      ...environment.store.identities,
      find: async () => {
        throw new Error("our store is down");
      },
    },
  });

  test.each(rows<[title: string, () => Parameters<typeof click>[0], RegExp]>`
    it takes effect | ${() => ({})} | ${/^Done: you have no status any more/}
    the new end has passed | ${() => ({ command: "set Tea until 2020-01-01T00:00:00Z" })} | ${/^That time has passed/}
    its user is not linked | ${() => ({ userId: "U2" })} | ${/^I don't know yet who you are/}
    its caller may not send it | ${() => ({ caller: "slack-without-scopes" })} | ${/^I may not do that/}
    our store is down | ${() => ({ store: storeThatIsDown() })} | ${/^Something went wrong/}
    its tool refuses the answer | ${() => ({ userId: "U2", replyStatus: 410 })} | ${/^I don't know/}
  `)("is answered once by its URL: %s", async (_, clicked, expected) => {
    await click(clicked());
    expect(replies.received.map(({ text }) => text)).toEqual([
      expect.stringMatching(expected),
    ]);
  });

  test("is never answered at another host", async () => {
    await click({ caller: "slack-own-host", userId: "U2" });
    expect(replies.received).toEqual([]);
  });
});
