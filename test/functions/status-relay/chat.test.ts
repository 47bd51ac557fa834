import { beforeAll, describe, expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { useInProcess } from "../../environments/in-process.ts";
import {
  chatTools as tools,
  type ChatToolForTest,
  clickOf,
  discordEntry,
  googleChatEntry,
  type TypedMessage,
} from "./chat-requests.ts";
import { textOfChatAnswer } from "../../../infra/sample/chat.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { schemes } from "../../../shared/webhook/caller-entry.ts";
import { statusHelpersOf } from "./status-helpers.ts";

const { slack } = localSecrets.callers;
const environment = useInProcess({
  callers: {
    "slack-mute": { ...slack, scopes: [] },
    "slack-lab": { ...slack, identityKind: "slack-lab" },
    "google-chat": googleChatEntry,
    discord: discordEntry,
  },
});
const { hire, set, shown, published, writes, storedItems } =
  statusHelpersOf(environment);

type ChatTool = ChatToolForTest & { name: string; employeeId: string };
const toolOf = (name: string): ChatTool => ({
  ...tools[name]!,
  name,
  employeeId: `E-${name}`,
});
const onSlack = toolOf("slack");
const onTeams = toolOf("teams");
const onGoogleChat = toolOf("google-chat");
const onDiscord = toolOf("discord");
const chatTools = Object.keys(tools).map(toolOf);

beforeAll(async () => {
  for (const { name, employeeId, identity } of chatTools)
    await hire(employeeId, { [name]: identity });
});

/** Sends a typed message as the chat tool and resolves to the response. */
async function send(
  { name, buildRequest, userId }: ChatTool,
  typed: Partial<TypedMessage> & { text: string },
  { path = `/status/${name}` } = {},
): Promise<Response> {
  const atMs = environment().nowMs();
  return post(path, buildRequest({ userId, atMs, ...typed }));
}

const post = async (path: string, request: RequestInit) =>
  environment().apps.status.request(path, { method: "POST", ...request });

type SlackButton = { action_id: string; text: { text: string }; value: string };
const buttonsOf = (answer: unknown): SlackButton[] =>
  (answer as { blocks: { elements?: SlackButton[] }[] }).blocks.flatMap(
    ({ elements = [] }) => elements,
  );

/** Types a message. Resolves to the text of the answer. */
async function type(...sent: Parameters<typeof send>): Promise<string> {
  const answer = await send(...sent);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("application/json");
  await environment().idle();
  return textOfChatAnswer(await answer.json());
}

test("each scheme of a chat tool has a tool in these tests", () => {
  const ofChat = Object.entries(schemes).filter(([, { isChat }]) => isChat);
  const names = ofChat.map(([name]) => name);
  expect(Object.keys(tools)).toEqual(expect.arrayContaining(names));
});

describe.each(chatTools)("a chat message in $name", (chatTool) => {
  const { employeeId, name, unlinkedUserId } = chatTool;

  test("sets, shows and clears the status of its user", async () => {
    await type(chatTool, { text: "In a meeting" });
    expect(await shown(employeeId)).toBe("In a meeting");
    const answer = await type(chatTool, { text: "show" });
    const isReadByChannel = ["teams", "zulip"].includes(name);
    expect(answer.includes("In a meeting")).toBe(!isReadByChannel);
    await type(chatTool, { text: "set clear" });
    expect(await shown(employeeId)).toBe("clear");
    expect(await type(chatTool, { text: "clear" })).toBe(
      "Done: you have no status any more.",
    );
    expect(await shown(employeeId)).toBe("");
    expect(await published(employeeId)).toEqual(["In a meeting", "clear"]);
  });

  test("sets one status and gets the same answer if it is repeated", async () => {
    const atMs = environment().nowMs();
    const typed = { text: "Only once", triggerId: "1041", atMs };
    const before = writes();
    const [one, other] = await Promise.all([
      type(chatTool, typed),
      type(chatTool, typed),
    ]);
    expect(one).toMatch(/^Done: your status is /);
    expect(other).toBe(one);
    await set(employeeId, "Since then");
    expect(await type(chatTool, typed)).toBe(one);
    // One write by the message, and one by `set`.
    expect(writes() - before).toBe(2);
    expect(await shown(employeeId)).toBe("Since then");
  });

  test("is answered with instructions and without effect if its user is not linked", async () => {
    const before = await storedItems();
    const id = name === "slack" ? `T1:${unlinkedUserId}` : unlinkedUserId;
    expect(
      await type(chatTool, { text: "I am Zoe", userId: unlinkedUserId }),
    ).toBe(
      `I don't know yet who you are. Please ask your administrator to link the ${name} id ${id} to your employee record.`,
    );
    expect(await storedItems()).toBe(before);
  });
});

// The chat tools differ in their requests. After that, one code serves them all.
describe("a chat message", () => {
  test("whose end is a time that does not exist sets nothing, and its answer says so", async () => {
    await type(onSlack, { text: "At my desk" });
    expect(await type(onSlack, { text: "Lunch until 25:99" })).toMatch(
      /^There is no such time or day\./,
    );
    expect(await shown("E-slack")).toBe("At my desk");
  });

  test("sets a preset by its name, until the end of the preset or the end that is typed", async () => {
    await type(onSlack, { text: "At my desk" });
    const answer = await type(onSlack, { text: "lunch" });
    expect(answer).toMatch(/^Done: your status is .*, until /u);
    expect(await shown("E-slack")).toBe("🥪 Lunch");
    await environment().passTime(46 * minuteMs);
    expect(await shown("E-slack")).toBe("At my desk");
    await type(onSlack, { text: "lunch for 2h" });
    await environment().passTime(46 * minuteMs);
    expect(await shown("E-slack")).toBe("🥪 Lunch");
  });

  test.each([
    ["help", /Tell me your status[^]*^[•-] lunch: 🥪 Lunch, for 45m$/mu],
    ["", /Tell me your status/],
    ["a".repeat(141), /^Your status has 141 characters\. The maximum is 140\./],
    ["Away for 401 days", /within the next 400 days/],
  ])("is answered without effect if it is %j", async (text, expected) => {
    const before = await storedItems();
    expect(await type(onSlack, { text })).toMatch(expected);
    expect(await storedItems()).toBe(before);
  });

  test("is refused if its body is too large", async () => {
    const answer = await send(onSlack, { text: "a".repeat(33_000) });
    expect(answer.status).toBe(413);
  });

  test("is refused with the wrong fields if it is malformed", async () => {
    const fields = { trigger_id: "" };
    const answer = await send(onSlack, { text: "x", fields });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: "#/trigger_id" }],
    });
  });

  test("is answered without effect if its user is not active any more", async () => {
    await hire("E-LEAVER", { slack: "T1:U9" });
    await environment().say("terminated", "E-LEAVER", { graceDays: 7 });
    for (const text of ["Still here", "show"])
      expect(await type(onSlack, { text, userId: "U9" })).toContain(
        "Your profile is not active",
      );
    expect(await environment().personOf("E-LEAVER")).toMatchObject({
      svc: { enabled: false },
    });
    expect(await shown("E-LEAVER")).toBe("");
  });

  test("is answered with the status for show, which our store does not keep", async () => {
    await type(onSlack, { text: "canary-shown" });
    expect(await type(onSlack, { text: "show" })).toBe(
      "Your status is “canary-shown”.",
    );
    expect(await storedItems()).not.toContain("canary-shown");
    await type(onSlack, { text: "Tea for 2h" });
    expect(await type(onSlack, { text: "show" })).toMatch(
      /^Your status is “Tea”, until .*\d\d:\d\d/,
    );
    await type(onSlack, { text: "clear" });
    expect(await type(onSlack, { text: "show" })).toBe("You have no status.");
  });

  test.each([403, 404])(
    "for show leaves an operator nothing to do if the platform does not show the person: %i",
    async (status) => {
      const { faults } = environment().platform;
      const path = "/people/{personID}";
      faults.add({ kind: "status", method: "GET", path, status });
      const { length } = environment().lines;
      expect(await type(onSlack, { text: "show" })).toMatch(/^Sorry, /);
      faults.clear();
      const said = environment().lines.slice(length);
      const ended = said.find(({ message }) => message === "status ended");
      expect(ended?.fields).toMatchObject({
        status: "cancelled",
        reason: "status-not-read",
      });
    },
  );

  test("is answered without the status if it repeats the message of a show", async () => {
    await type(onSlack, { text: "Visible" });
    const atMs = environment().nowMs();
    const typed = { text: "show", triggerId: "1042", atMs };
    expect(await type(onSlack, typed)).toContain("Visible");
    expect(await type(onSlack, typed)).toBe(
      "I have already answered this message. Please type the command again.",
    );
  });
});

test("a user types and reads days in the zone that the chat tool tells, and reads them in its language", async () => {
  const common = { userLocale: "de", timeZone: { id: "Asia/Kathmandu" } };
  expect(
    await type(onGoogleChat, { text: "Tea until 24 Dec", fields: { common } }),
  ).toMatch(/“Tea”, until \w\w\., 24\. Dez\. \d{4}\.$/);
});

test("a click on a button of Slack prolongs the status", async () => {
  await type(onSlack, { text: "Tea for 1h" });
  const answer = await send(onSlack, { text: "show" });
  const [longer] = buttonsOf(await answer.json());
  expect(longer?.text.text).toBe("1 hour longer");
  const fields = clickOf({
    command: longer?.value ?? "",
    responseUrl: "https://hooks.slack.com/actions/T1/1/x",
  });
  const clicked = await send(onSlack, { text: "", fields });
  expect(clicked.status).toBe(200);
  await environment().idle();
  await environment().passTime(90 * minuteMs);
  expect(await shown("E-slack")).toBe("Tea");
});

test("Discord's check of our URL is answered if it is signed, and refused if it is not", async () => {
  const fields = { type: 1 };
  const check = await send(onDiscord, { text: "", fields });
  expect([check.status, await check.json()]).toEqual([200, { type: 1 }]);
  const typed = { text: "", userId: "1", atMs: 0, fields };
  const { body } = onDiscord.buildRequest(typed);
  const headers = { "content-type": "application/json" };
  const unsigned = await post("/status/discord", { headers, body });
  expect(unsigned.status).toBe(401);
});

test.each([-6, 6])(
  "a chat message in Teams is refused %i minutes from now, because it may be a replay",
  async (minutes) => {
    const atMs = environment().nowMs() + minutes * minuteMs;
    const answer = await send(onTeams, { text: "Copied", atMs });
    expect(answer.status).toBe(401);
    expect(await shown("E-teams")).not.toBe("Copied");
  },
);

test("the user id of a caller with its own identity kind is an identity of that kind only", async () => {
  const path = "/status/slack-lab";
  expect(await type(onSlack, { text: "Lab" }, { path })).toContain(
    "link the slack-lab id T1:U1",
  );
  await hire("E-LAB", { "slack-lab": "T1:U1" });
  await type(onSlack, { text: "In the lab" }, { path });
  expect(await shown("E-LAB")).toBe("In the lab");
  expect(await shown("E-slack")).not.toBe("In the lab");
});

test("a certificate check of Slack is answered 200 without effect", async () => {
  const before = await storedItems();
  const answer = await post("/status/slack", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "ssl_check=1&token=x",
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("");
  expect(await storedItems()).toBe(before);
});

test("a chat caller without the scope gets a sentence, and nothing happens", async () => {
  const before = await storedItems();
  const path = "/status/slack-mute";
  expect(await type(onSlack, { text: "Hello" }, { path })).toBe(
    "I may not do that from here. Please ask your administrator.",
  );
  expect(await storedItems()).toBe(before);
});

test("an older chat message does not replace a newer status, and its answer says so", async () => {
  const atMs = environment().nowMs();
  await set("E-slack", "Newer", { atMs });
  expect(
    await type(onSlack, { text: "Older", atMs: atMs - minuteMs }),
  ).toContain("You have set a newer status");
  expect(await shown("E-slack")).toBe("Newer");
});

test("an outage of our store during a chat message is answered with a sentence and logged", async () => {
  environment().partFailures.receiverTable = () => true;
  const { length } = environment().lines;
  expect(await type(onSlack, { text: "Hello" })).toBe(
    "Something went wrong here. Please look at your profile in a moment, and try again if it has not changed.",
  );
  const logged = environment().lines.slice(length);
  expect(logged.map(({ message }) => message)).toEqual(["unavailable"]);
});
