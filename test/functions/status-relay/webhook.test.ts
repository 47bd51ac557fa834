import { describe, expect, test } from "vitest";
import { createEventReceiver } from "../../../shared/webhook/event-receiver.ts";
import { statusEvents } from "../../../functions/status-relay/event.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { statusHelpersOf } from "./status-helpers.ts";

const ownToken = "the-token-of-own";
const environment = useInProcess({
  callers: {
    own: { scheme: "bearer", keys: [ownToken], scopes: ["status:own"] },
  },
});
const { hire, set, shown, storedItems } = statusHelpersOf(environment);

/** The issues of a refused `status.set`. */
async function validationIssuesOf(data: unknown): Promise<unknown> {
  const before = await storedItems();
  const answer = await environment().send("status.set", data);
  expect(answer.status).toBe(400);
  expect(await storedItems()).toBe(before);
  return ((await answer.json()) as { errors: unknown }).errors;
}

describe("status.set", () => {
  const identity = { kind: "slack", id: "T1:U1" };

  test("names an employee by an identity in another system", async () => {
    await hire("E-1", { slack: identity.id });
    await environment().sendAndWait("status.set", {
      identity,
      text: "By identity",
    });
    expect(await shown("E-1")).toBe("By identity");
  });

  test("is refused for an identity that is not linked", async () => {
    const stranger = { kind: "slack", id: "T1:U2" };
    expect(
      await validationIssuesOf({ identity: stranger, text: "Who?" }),
    ).toEqual([
      { pointer: "#/data/identity", detail: "is not linked to an employee" },
    ]);
  });

  test("is refused for an identity that DynamoDB could not store", async () => {
    const half = { kind: "slack", id: "\ud800" };
    expect(await validationIssuesOf({ identity: half, text: "Who?" })).toEqual([
      {
        pointer: "#/data/identity/id",
        detail: "must not contain control characters",
      },
    ]);
  });

  test("is refused with both employeeId and identity, or with neither", async () => {
    const expected = [
      { pointer: "#/data", detail: "must have either employeeId or identity" },
    ];
    expect(await validationIssuesOf({ text: "x" })).toEqual(expected);
    expect(
      await validationIssuesOf({ employeeId: "E-1", identity, text: "x" }),
    ).toEqual(expected);
  });

  test("gets every wrong field at once", async () => {
    const data = {
      employeeId: "",
      identity: { kind: "", id: 5, name: "Zoe" },
      text: 7,
      expiresAt: "tomorrow",
      state: "busy",
    };
    expect(await validationIssuesOf(data)).toMatchObject([
      { pointer: "#/data/employeeId" },
      { pointer: "#/data/identity/kind" },
      { pointer: "#/data/identity/id" },
      { pointer: "#/data/identity/name", detail: "is not a known field" },
      { pointer: "#/data/text" },
      { pointer: "#/data/expiresAt" },
      { pointer: "#/data/state", detail: "is not a known field" },
    ]);
  });

  test("counts visible characters, up to the limit", async () => {
    await hire("E-2");
    const longest = "🌴".repeat(140);
    await set("E-2", ` ${longest}\u202E\u0000 `);
    expect(await shown("E-2")).toBe(longest);
    expect(
      await validationIssuesOf({ employeeId: "E-2", text: `${longest}.` }),
    ).toEqual([
      { pointer: "#/data/text", detail: "must have at most 140 characters" },
    ]);
  });

  test.each([
    ["two\r\nlines\tand a tab", "two lines and a tab"],
    ["\u001B[31mred\u001B[0m\u0007", "[31mred[0m"],
    ["\u202Egnirts\u2066\u200B", "gnirts"],
    ["ping <!channel> and <@U1>", "ping !channel> and @U1>"],
    ["naïve 日本 👩‍👩‍👧", "naïve 日本 👩‍👩‍👧"],
    [" \n ", ""],
  ])("with the text %j is shown as %j", async (text, plain) => {
    const employeeId = `P-${text.length}`;
    await hire(employeeId);
    await set(employeeId, text);
    expect(await shown(employeeId)).toBe(plain);
  });

  test("is forbidden to a caller that may only set its users' own status", async () => {
    await hire("E-3");
    const before = await storedItems();
    const answer = await environment().send(
      "status.set",
      { employeeId: "E-3", text: "x" },
      { caller: "own", token: ownToken },
    );
    expect(answer.status).toBe(403);
    expect(await storedItems()).toBe(before);
  });

  test("is also accepted from the event bus", async () => {
    await hire("E-4");
    const { store, nowMs } = environment();
    const quiet = () => undefined;
    const take = createEventReceiver(statusEvents(140), {
      callers: {
        identifySource: async () => ({
          name: "bus",
          scheme: "eventbridge",
          scopes: ["status:any"],
          map: undefined,
          lookup: undefined,
          responseHosts: [],
        }),
      },
      store,
      // The event is lost and sent again.
      startWorkflow: async () => undefined,
      zone: "UTC",
      nowMs,
      log: { info: quiet, warn: quiet, error: quiet },
    });
    await take({
      id: "event-1",
      source: "local.hr",
      "detail-type": "status.set",
      time: new Date(nowMs()).toISOString(),
      detail: { employeeId: "E-4", text: "From the bus" },
    });
    environment().advanceTime(3 * 60_000);
    await environment().runScheduler();
    expect(await shown("E-4")).toBe("From the bus");
  });
});

describe("the status relay webhook", () => {
  test.each(["/status", "/status/", "/status/ops/x", "/other"])(
    "answers %s with a 404 problem",
    async (path) => {
      const answer = await environment().apps.status.request(path, {
        method: "POST",
      });
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toBe(
        "application/problem+json",
      );
    },
  );

  test.each(["nobody", "toString", "bus"])(
    "refuses a caller named %s like a wrong token",
    async (caller) => {
      const answer = await environment().apps.status.request(
        `/status/${caller}`,
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        },
      );
      expect(answer.status).toBe(401);
    },
  );
});
