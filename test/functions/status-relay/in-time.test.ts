import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import {
  createStatusWebhook,
  type StatusWebhookDependencies,
} from "../../../functions/status-relay/webhook.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { createCallers } from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import {
  type InProcess,
  startInProcess,
} from "../../environments/in-process.ts";
import {
  type AskedBy,
  askedByMattermost,
  askedBySlack,
  askedByTeams,
  type Typed,
} from "./chat-requests.ts";
import { relayOf } from "./relay.ts";
import { type ReplyServer, startReplyServer } from "./reply-server.ts";

const { slack, teams, mattermost } = localSecrets.callers;
const teamsId = "87994953-d622-4c2c-a425-28e58c73b2b2";
const identities = { slack: "T1:U1", teams: teamsId, mattermost: "u1" };
const personPath = "/people/{personID}";
const acknowledged = "I'm on it… I'll tell you when it's done.";

let environment: InProcess;
let replies: ReplyServer;
/** Slow requests to the platform go on when it opens. */
let gate = Promise.withResolvers<void>();
const { hire, set, shown, published, storedItems } = relayOf(() => environment);

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
  replies.answers.length = 0;
});
afterAll(async () => {
  await environment.close();
  await replies.close();
});

/** From now on the platform takes longer to tell of a person than anybody waits. */
function slowDown(): void {
  gate = Promise.withResolvers();
  environment.platform.faults.add({
    kind: "latency",
    method: "GET",
    path: personPath,
    ms: 6e4,
  });
}

/** The platform answers, and everything ends. */
async function goOn(): Promise<void> {
  gate.resolve();
  await environment.settle();
}

/** A receiver whose clock stands still but for its pauses, and how late it is there. */
function startReceiver(changes: Partial<StatusWebhookDependencies> = {}) {
  const { store, engine } = environment;
  const startedAtMs = environment.nowMs();
  let lateMs = 0;
  const nowMs = () => startedAtMs + lateMs;
  const talking = { responseHosts: [replies.host] };
  const entries = callersSchema.parse({
    slack: { ...slack, ...talking },
    teams: { ...teams, ...talking },
    mattermost: { ...mattermost, ...talking },
  });
  const quiet = () => undefined;
  const app = createStatusWebhook({
    callers: createCallers({ read: async () => entries, nowMs }),
    store,
    startWorkflow: async (operation) => {
      engine.start({
        functionName: "status-relay",
        name: executionNameOf(operation),
        payload: JSON.stringify({ operationId: operation.id }),
      });
    },
    zone: "UTC",
    nowMs,
    sleepMs: async (ms) => {
      lateMs += ms;
      await new Promise<void>((wake) => setImmediate(wake));
    },
    log: { info: quiet, warn: quiet, error: quiet },
    maxLength: 140,
    ...changes,
  });
  return { app, startedAtMs, lateMs: () => lateMs };
}

const products = {
  slack: { askedBy: askedBySlack, userId: "U1", limitMs: 3_000 },
  teams: { askedBy: askedByTeams, userId: teamsId, limitMs: 5_000 },
  mattermost: { askedBy: askedByMattermost, userId: "u1", limitMs: 3_000 },
} satisfies Record<
  string,
  { askedBy: AskedBy; userId: string; limitMs: number }
>;

const answerSchema = z.object({ text: z.string() });

/** What somebody reads at once who types now, and how late by the receiver's clock. */
async function type(
  name: keyof typeof products,
  typed: Partial<Typed> & { text: string },
  receiver = startReceiver(),
): Promise<{ text: string; lateMs: number }> {
  const { askedBy, userId } = products[name];
  const atMs = receiver.startedAtMs;
  const request = askedBy({ userId, atMs, ...typed });
  const answer = await receiver.app.request(`/status/${name}`, request);
  expect(answer.status).toBe(200);
  const { text } = answerSchema.parse(await answer.json());
  return { text, lateMs: receiver.lateMs() };
}

/** The same, where the late answer has an address. */
const typeWithReply = (path: string, text: string, changes = {}) =>
  type("slack", { text, responseUrl: replies.urlOf(path), ...changes });

describe.each(["slack", "mattermost"] as const)("in %s", (name) => {
  test("who must wait is told so within the limit, and the true result then, once", async () => {
    slowDown();
    const { text, lateMs } = await type(name, {
      text: "Slow but sure",
      responseUrl: replies.urlOf("slow"),
    });
    expect(text).toBe(acknowledged);
    expect(lateMs).toBeLessThan(products[name].limitMs - 500);
    expect(replies.received).toEqual([]);
    await goOn();
    expect(replies.received).toMatchObject([
      {
        path: "/slow",
        body: {
          response_type: "ephemeral",
          text: "Done: your status is “Slow but sure”.",
        },
      },
    ]);
    expect(await shown("E-1")).toBe("Slow but sure");
    expect(await storedItems()).not.toContain("/slow");
  });
});

test("of a cold start the product has waited too", async () => {
  slowDown();
  const receiver = startReceiver();
  const { text, lateMs } = await type(
    "slack",
    { text: "Cold", atMs: receiver.startedAtMs - 60_000 },
    receiver,
  );
  expect(text).toContain("I'm on it");
  // A clock that is not ours costs no more than the longest cold start.
  expect(lateMs).toBe(1_400);
});

describe("the late answer", () => {
  test("tells when a timed status ends, and does not come again at its end", async () => {
    slowDown();
    expect((await typeWithReply("timed", "Lunch for 5 min")).text).toBe(
      acknowledged,
    );
    await goOn();
    expect(replies.told("timed")).toEqual([
      expect.stringMatching(/^Done: your status is “Lunch”, until /),
    ]);
    environment.advanceTime(6 * 60_000);
    await environment.runScheduler();
    expect(await shown("E-1")).not.toBe("Lunch");
    expect(replies.told("timed")).toHaveLength(1);
  });

  test("shows the status, and nothing of it stays with us", async () => {
    await set("E-1", "canary-late");
    slowDown();
    await typeWithReply("shown", "show");
    await goOn();
    expect(replies.told("shown")).toEqual(["Your status is “canary-late”."]);
    expect(await storedItems()).not.toContain("canary-late");
  });

  test("tells that it did not work", async () => {
    slowDown();
    environment.platform.faults.add({
      kind: "status",
      method: "PUT",
      path: personPath,
      status: 403,
    });
    await typeWithReply("failed", "Refused");
    await goOn();
    expect(replies.told("failed")).toEqual([
      expect.stringContaining("Sorry, that did not work."),
    ]);
  });

  test("does not come again when an operator has it done after all", async () => {
    slowDown();
    environment.platform.faults.add({
      kind: "status",
      method: "PUT",
      path: personPath,
      status: 403,
    });
    await typeWithReply("retried", "After all");
    await goOn();
    environment.platform.faults.clear();
    const { operations } = environment.store;
    const [operation] = await operations.ofEmployee("E-1");
    await environment.operate("POST", `/${operation?.id}/retry`);
    await environment.idle();
    expect(await shown("E-1")).toBe("After all");
    expect(replies.told("retried")).toHaveLength(1);
  });

  test("tells that its time was over", async () => {
    slowDown();
    await typeWithReply("expired", "Tea for 1 min");
    environment.advanceTime(2 * 60_000);
    await goOn();
    expect(replies.told("expired")).toEqual([
      expect.stringContaining("Its time was over"),
    ]);
    expect(await shown("E-1")).not.toBe("Tea");
  });

  test("is tried again while the chat is in trouble", async () => {
    slowDown();
    replies.answers.push({ status: 500 }, { status: 503 }, { status: 429 });
    await typeWithReply("again", "Persistent");
    await goOn();
    expect(new Set(replies.told("again"))).toEqual(
      new Set(["Done: your status is “Persistent”."]),
    );
    expect(replies.told("again")).toHaveLength(4);
  });

  test("is tried five times at most", async () => {
    slowDown();
    replies.answers.push(...Array.from({ length: 9 }, () => ({ status: 500 })));
    await typeWithReply("often", "Never told");
    await goOn();
    expect(replies.told("often")).toHaveLength(5);
    expect(await shown("E-1")).toBe("Never told");
    expect(await storedItems()).not.toContain("Never told");
  });

  test.each([400, 404, 410])(
    "is not tried again when the chat answers %i",
    async (status) => {
      slowDown();
      replies.answers.push({ status });
      await typeWithReply("refused", "Told once");
      await goOn();
      expect(replies.told("refused")).toHaveLength(1);
    },
  );

  test.each([301, 302, 307, 308])(
    "follows no redirect, not even to the same host: %i",
    async (status) => {
      slowDown();
      replies.answers.push({ status, location: replies.urlOf("elsewhere") });
      await typeWithReply("redirected", "Stay here");
      await goOn();
      expect(replies.received.map(({ path }) => path)).toEqual(["/redirected"]);
    },
  );

  test("is not given after half an hour", async () => {
    slowDown();
    await typeWithReply("late", "Much later");
    environment.advanceTime(31 * 60_000);
    await goOn();
    expect(replies.received).toEqual([]);
    expect(await shown("E-1")).toBe("Much later");
  });

  test.each([
    ["another host", () => "http://127.0.0.1:9/x"],
    ["a host that only begins so", () => "https://hooks.slack.com.x.test/x"],
    ["another port of a host", () => "https://hooks.slack.com:8443/x"],
    ["a host as a user name", () => `http://${replies.host}@x.test/x`],
    ["another scheme", () => `ftp://${replies.host}/x`],
    ["credentials", () => `http://u:p@${replies.host}/x`],
    ["no address at all", () => "hooks.slack.com"],
  ])("never goes to %s: nobody promises it", async (_, urlOf) => {
    slowDown();
    const { text } = await type("slack", {
      text: "Elsewhere",
      responseUrl: urlOf(),
    });
    expect(text).toBe("I'm on it… Please look at your profile in a moment.");
    await goOn();
    expect(replies.received).toEqual([]);
    expect(await shown("E-1")).toBe("Elsewhere");
  });

  test("comes also when the receiver dies as it hands the answer over", async () => {
    slowDown();
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
      startReceiver({ store }),
    );
    await goOn();
    expect(replies.told("alone")).toEqual(["Done: your status is “Alone”."]);
  });
});

test("in Teams nobody is promised an answer, and none tells the status", async () => {
  slowDown();
  const { text, lateMs } = await type("teams", {
    text: "canary-teams",
    fields: { responseUrl: replies.urlOf("teams") },
  });
  expect(text).toBe("I'm on it… Please look at your profile in a moment.");
  expect(lateMs).toBeLessThan(4_500);
  await goOn();
  expect(await shown("E-1")).toBe("canary-teams");
  expect(replies.received).toEqual([]);
});

test("the same message again, while the first waits, is told the same and done once", async () => {
  slowDown();
  const typed = { triggerId: "again" };
  const before = (await published("E-1")).length;
  const [one, other] = await Promise.all([
    typeWithReply("twice", "Twice", typed),
    typeWithReply("twice", "Twice", typed),
  ]);
  expect([one.text, other.text]).toEqual([acknowledged, acknowledged]);
  await goOn();
  expect(await published("E-1")).toHaveLength(before + 1);
  expect(replies.told("twice")).toHaveLength(1);
});

test("whoever is faster, receiver or workflow, exactly one of them answers", async () => {
  // Who wins a round is up to the machine; that both can is told by the tests above.
  const pausesMs = [0, 0, 1, 1, 2, 3, 4, 6, 9, 30];
  for (let round = 0; round < 40; round++) {
    const path = `round-${round}`;
    const pauseMs = pausesMs[round % pausesMs.length];
    let lateMs = 0;
    const startedAtMs = environment.nowMs();
    const receiver = startReceiver({
      nowMs: () => startedAtMs + lateMs,
      sleepMs: async (ms) => {
        lateMs += ms;
        await new Promise((wake) => setTimeout(wake, pauseMs));
      },
    });
    const { text } = await type(
      "slack",
      { text: `Round ${round}`, responseUrl: replies.urlOf(path) },
      receiver,
    );
    await environment.idle();
    const isErasable = text === `Done: your status is “Round ${round}”.`;
    if (!isErasable) expect(text).toBe(acknowledged);
    expect(replies.told(path)).toEqual(
      isErasable ? [] : [`Done: your status is “Round ${round}”.`],
    );
  }
});
