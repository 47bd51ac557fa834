import { describe, expect, test } from "vitest";
import {
  CallerEntryError,
  createCallers,
} from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { signBambooHr } from "../../../shared/webhook/schemes/bamboohr.ts";
import type { SignedRequest } from "../../../shared/webhook/schemes/scheme.ts";

import { bambooHrFieldMap } from "../../../shared/webhook/field-map/bamboohr.ts";
import { fieldMapSchema } from "../../../shared/webhook/field-map/field-map.ts";
import { hireMap } from "./field-map/hire-map.ts";

const minuteMs = 60_000;

type Entries = Record<string, Record<string, unknown>>;
type Secret = Partial<Record<"AWSCURRENT" | "AWSPREVIOUS", Entries>>;

const bot = (...keys: string[]) => ({
  bot: { scheme: "bearer", keys, scopes: ["status:any"] },
});

/** Callers over a secret that the test can change; `reads` lists the stages that were read, in order. */
function createForTest(secret: Secret) {
  const reads: string[] = [];
  const state = { secret, nowMs: 0, isOut: false };
  const callers = createCallers({
    read: async (stage) => {
      reads.push(stage);
      if (state.isOut) throw new Error("no answer");
      const entries = state.secret[stage];
      return entries && callersSchema.parse(entries);
    },
    nowMs: () => state.nowMs,
  });
  const isAccepted = async (token: string, name = "bot") =>
    (await callers.identify(name, withToken(token))).caller !== undefined;
  return { callers, reads, state, isAccepted };
}

function withToken(token: string): SignedRequest {
  return {
    header: (name) =>
      name === "authorization" ? `Bearer ${token}` : undefined,
    body: new Uint8Array(),
  };
}

const [oldKey, newKey] = ["the-old-secret", "the-new-secret"];

describe("who calls", () => {
  test("a caller is known by name and scopes", async () => {
    const { callers } = createForTest({ AWSCURRENT: bot(oldKey) });
    expect(await callers.identify("bot", withToken(oldKey))).toEqual({
      caller: {
        name: "bot",
        scheme: "bearer",
        scopes: ["status:any"],
        map: undefined,
        responseHosts: [],
      },
      deliveryId: undefined,
      signedAtMs: undefined,
    });
  });

  test("an event of EventBridge is known by its source, and by nothing else", async () => {
    const bus = {
      scheme: "eventbridge",
      sources: ["com.example.hr", "com.example.chat"],
      scopes: ["onboard"],
    };
    const { callers } = createForTest({
      AWSCURRENT: { ...bot(oldKey), bus },
      AWSPREVIOUS: {},
    });
    for (const source of bus.sources)
      expect(await callers.identifySource(source)).toMatchObject({
        name: "bus",
        scopes: ["onboard"],
      });
    for (const source of ["com.example", "bus", "bot", "", "__proto__"])
      expect(await callers.identifySource(source)).toBeUndefined();
    // It has no key, so nobody can come as it over HTTP.
    expect(await callers.identify("bus", withToken(oldKey))).toEqual({
      caller: undefined,
      reason: "unknown-caller",
    });
  });

  test("a source that was added a moment ago is known", async () => {
    const { callers, state } = createForTest({ AWSCURRENT: bot(oldKey) });
    expect(await callers.schemeOf("bot")).toBe("bearer");
    state.secret = {
      AWSCURRENT: {
        ...bot(oldKey),
        bus: { scheme: "eventbridge", sources: ["new"], scopes: [] },
      },
    };
    expect(await callers.identifySource("new")).toMatchObject({ name: "bus" });
  });

  test("how a caller signs is known before it is known whether it did", async () => {
    const { callers } = createForTest({
      AWSCURRENT: {
        ...bot(oldKey),
        chat: { scheme: "slack", keys: [newKey], scopes: ["status:own"] },
      },
    });
    expect(await callers.schemeOf("bot")).toBe("bearer");
    expect(await callers.schemeOf("chat")).toBe("slack");
    for (const name of ["nobody", "__proto__", "constructor"])
      expect(await callers.schemeOf(name)).toBeUndefined();
  });

  test("two bearer callers with the same key are both wrong, for nobody could tell who asks", async () => {
    const { callers } = createForTest({
      AWSCURRENT: { ...bot(oldKey), other: bot(oldKey).bot },
    });
    const asked = callers.identify("bot", withToken(oldKey));
    await expect(asked).rejects.toThrow(CallerEntryError);
    expect(await callers.identifyBearer(withToken(oldKey))).toMatchObject({
      caller: undefined,
    });
  });

  test("a bearer is found by the token alone, wherever in the secret it stands", async () => {
    const names = ["first", "second", "third"];
    const { callers } = createForTest({
      AWSCURRENT: Object.fromEntries(
        names.map((name) => [
          name,
          { scheme: "bearer", keys: [`the-token-of-${name}`], scopes: [] },
        ]),
      ),
    });
    for (const name of names)
      expect(
        await callers.identifyBearer(withToken(`the-token-of-${name}`)),
      ).toMatchObject({ caller: { name } });
  });

  test("a chat brings the hosts that late answers may go to", async () => {
    const hosts = ["chat.example.com", "chat.example.com:8443"];
    const { callers } = createForTest({
      AWSCURRENT: {
        chat: {
          scheme: "mattermost",
          keys: [newKey],
          scopes: ["status:own"],
          responseHosts: hosts,
        },
      },
    });
    const request: SignedRequest = {
      header: (name) =>
        name === "authorization" ? `Token ${newKey}` : undefined,
      body: new Uint8Array(),
    };
    expect(await callers.identify("chat", request)).toMatchObject({
      caller: { name: "chat", responseHosts: hosts },
    });
  });

  test("a caller brings its field map, and one of bamboohr has that of BambooHR unless it brings its own", async () => {
    const bambooHr = {
      scheme: "bamboohr",
      keys: [newKey],
      scopes: ["onboard"],
    };
    const timed = { ...hireMap, timestamp: "/when" };
    const { callers } = createForTest({
      AWSCURRENT: {
        mapped: { ...bot(oldKey).bot, map: timed },
        people: bambooHr,
        own: { ...bambooHr, map: timed },
      },
    });
    const map = fieldMapSchema.parse(timed);
    const { caller } = await callers.identify("mapped", withToken(oldKey));
    expect(caller?.map).toEqual(map);
    expect(await bySignature("people")).toBe(bambooHrFieldMap);
    expect(await bySignature("own")).toEqual(map);

    async function bySignature(name: string) {
      const headers: Record<string, string> = {
        "x-bamboohr-timestamp": "1970-01-01T00:00:00Z",
        "x-bamboohr-signature": signBambooHr(
          newKey,
          "1970-01-01T00:00:00Z",
          "",
        ),
      };
      const identified = await callers.identify(name, {
        header: (header) => headers[header],
        body: new Uint8Array(),
      });
      return identified.caller?.map;
    }
  });

  test.each([
    "nobody",
    "",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "Bot",
    "bot ",
  ])("no caller is called %j", async (name) => {
    const { callers } = createForTest({
      AWSCURRENT: bot(oldKey),
      AWSPREVIOUS: {},
    });
    expect(await callers.identify(name, withToken(oldKey))).toEqual({
      caller: undefined,
      reason: "unknown-caller",
    });
  });

  test("one caller's key does not open another's receiver", async () => {
    const { isAccepted } = createForTest({
      AWSCURRENT: {
        ...bot(oldKey),
        other: { scheme: "bearer", keys: [newKey], scopes: [] },
      },
    });
    expect(await isAccepted(oldKey, "other")).toBe(false);
    expect(await isAccepted(newKey, "other")).toBe(true);
  });

  test("a bearer caller is also found without its name", async () => {
    const { callers } = createForTest({
      AWSCURRENT: {
        // Its key is no token, though it might be sent as one.
        hr: { scheme: "standard-webhooks", keys: ["A".repeat(32)], scopes: [] },
        ...bot(oldKey),
      },
    });
    expect(await callers.identifyBearer(withToken(oldKey))).toMatchObject({
      caller: { name: "bot" },
    });
    expect(await callers.identifyBearer(withToken("A".repeat(32)))).toEqual({
      caller: undefined,
      reason: "bad-token",
    });
  });
});

describe("reading the secret", () => {
  test("it is read once for all requests that fit", async () => {
    const { reads, isAccepted } = createForTest({ AWSCURRENT: bot(oldKey) });
    await Promise.all(Array.from({ length: 100 }, () => isAccepted(oldKey)));
    expect(reads).toEqual(["AWSCURRENT"]);
  });

  test("10,000 bad signatures within a minute make us look again once", async () => {
    const { reads, state, isAccepted } = createForTest({
      AWSCURRENT: bot(oldKey),
    });
    for (let i = 0; i < 10_000; i++) {
      state.nowMs = i * 5.9;
      await isAccepted("a-bad-secret");
    }
    expect(reads).toEqual(["AWSCURRENT", "AWSCURRENT", "AWSPREVIOUS"]);

    state.nowMs = minuteMs;
    await isAccepted("a-bad-secret");
    expect(reads.slice(3)).toEqual(["AWSCURRENT", "AWSPREVIOUS"]);
  });

  test("a failure is not remembered", async () => {
    const { state, isAccepted } = createForTest({ AWSCURRENT: bot(oldKey) });
    state.isOut = true;
    await expect(isAccepted(oldKey)).rejects.toThrow("no answer");
    state.isOut = false;
    expect(await isAccepted(oldKey)).toBe(true);
  });

  test("a secret that is not there is our outage, not the sender's", async () => {
    const { state, isAccepted } = createForTest({});
    await expect(isAccepted(oldKey)).rejects.toThrow(
      "the callers secret has no value",
    );
    state.secret = { AWSCURRENT: bot(oldKey) };
    expect(await isAccepted(oldKey)).toBe(true);
  });

  test("while it cannot be read again, what fits is accepted and what does not is not judged", async () => {
    const { state, isAccepted } = createForTest({ AWSCURRENT: bot(newKey) });
    expect(await isAccepted(newKey)).toBe(true);
    state.isOut = true;
    for (let i = 0; i < 3; i++) {
      // It may be the key of the previous version: a refusal would lose the event.
      await expect(isAccepted(oldKey)).rejects.toThrow("no answer");
      expect(await isAccepted(newKey)).toBe(true);
    }
    state.isOut = false;
    state.secret = { ...state.secret, AWSPREVIOUS: bot(oldKey) };
    expect(await isAccepted(oldKey)).toBe(true);
  });
});

describe("a rotation", () => {
  test("is noticed by the first request that is signed with the new key", async () => {
    const { state, isAccepted } = createForTest({ AWSCURRENT: bot(oldKey) });
    expect(await isAccepted(oldKey)).toBe(true);
    state.secret = { AWSCURRENT: bot(newKey), AWSPREVIOUS: bot(oldKey) };
    expect(await isAccepted(newKey)).toBe(true);
  });

  test("leaves the previous version's keys in force, at any time", async () => {
    const { state, isAccepted } = createForTest({
      AWSCURRENT: bot(newKey),
      AWSPREVIOUS: bot(oldKey),
    });
    for (let i = 0; i < 40; i++) {
      state.nowMs = i * 0.3 * minuteMs;
      expect(await isAccepted(oldKey)).toBe(true);
      expect(await isAccepted(newKey)).toBe(true);
    }
  });

  test("refuses none of many requests at once that still use the old key", async () => {
    const { reads, isAccepted } = createForTest({
      AWSCURRENT: bot(newKey),
      AWSPREVIOUS: bot(oldKey),
    });
    const accepted = await Promise.all(
      Array.from({ length: 50 }, () => isAccepted(oldKey)),
    );
    expect(accepted).not.toContain(false);
    expect(reads).toHaveLength(3);
  });

  test("brings no caller, scope or scheme of the past back", async () => {
    const goneKey = "the-key-of-somebody-gone";
    const { callers, isAccepted } = createForTest({
      AWSCURRENT: bot(newKey),
      AWSPREVIOUS: {
        bot: { scheme: "bearer", keys: [oldKey], scopes: ["operate"] },
        gone: { scheme: "bearer", keys: [goneKey], scopes: ["operate"] },
      },
    });
    expect(await isAccepted(goneKey, "gone")).toBe(false);
    expect(await callers.identifyBearer(withToken(oldKey))).toMatchObject({
      caller: { name: "bot", scopes: ["status:any"] },
    });

    const changed = createForTest({
      AWSCURRENT: bot(newKey),
      AWSPREVIOUS: {
        bot: {
          scheme: "standard-webhooks",
          keys: ["A".repeat(32)],
          scopes: [],
        },
      },
    });
    expect(await changed.isAccepted("A".repeat(32))).toBe(false);
  });

  test("what was read before somebody called is not read again for the first who does", async () => {
    const { callers, state, reads, isAccepted } = createForTest({
      AWSCURRENT: bot(oldKey),
    });
    state.isOut = true;
    await expect(callers.warmUp()).rejects.toThrow("no answer");
    state.isOut = false;
    await callers.warmUp();
    expect(await isAccepted(oldKey)).toBe(true);
    expect(reads).toEqual(["AWSCURRENT", "AWSCURRENT"]);
  });

  test("what a request brought to light is kept: the new key costs no reading after that", async () => {
    const { state, reads, isAccepted } = createForTest({
      AWSCURRENT: bot(oldKey),
    });
    await isAccepted(oldKey);
    state.secret = { AWSCURRENT: bot(newKey), AWSPREVIOUS: bot(oldKey) };
    expect(await isAccepted(newKey)).toBe(true);
    const readSoFar = reads.length;
    state.nowMs = 2 * minuteMs;
    for (const key of [newKey, oldKey])
      expect(await isAccepted(key)).toBe(true);
    expect(reads).toHaveLength(readSoFar);
  });

  test("a key that no version has any more stops within five minutes", async () => {
    const { state, isAccepted } = createForTest({ AWSCURRENT: bot(oldKey) });
    expect(await isAccepted(oldKey)).toBe(true);
    state.secret = { AWSCURRENT: bot(newKey), AWSPREVIOUS: bot(newKey) };
    state.nowMs = 5 * minuteMs - 1;
    expect(await isAccepted(oldKey)).toBe(true);
    state.nowMs = 5 * minuteMs;
    expect(await isAccepted(oldKey)).toBe(false);
  });
});

describe("the shape of the secret", () => {
  const hr = (key: string) => ({
    hr: { scheme: "standard-webhooks", keys: [key], scopes: ["onboard"] },
  });

  /** Whether every caller of it may call. */
  const isFine = (secret: Entries) => {
    const parsed = callersSchema.safeParse(secret);
    return (
      parsed.success &&
      Object.values(parsed.data).every(({ scheme }) => scheme !== "broken")
    );
  };

  test("an entry that is wrong takes out its own caller and no other, and is told by places, never by values", async () => {
    const canary = "canary-4f1";
    // Too short for a token.
    const broken = { bot: { ...bot(canary).bot, scopes: [canary], map: 7 } };
    const other = { other: { scheme: "bearer", keys: [newKey], scopes: [] } };
    const { callers, isAccepted, state } = createForTest({
      AWSCURRENT: { ...broken, ...other },
    });
    // Not a refusal, which would lose the event: it is our outage.
    const error = await isAccepted(canary).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallerEntryError);
    expect(error).toMatchObject({ caller: "bot" });
    const { issues } = error as CallerEntryError;
    expect(issues).toEqual([
      "#/keys/0 must have at least 12 characters",
      expect.stringMatching(/^#\/scopes\/0 must be one of onboard/),
      expect.stringMatching(/^#\/map /),
    ]);
    expect(`${String(error)} ${issues.join()}`).not.toContain(canary);
    expect(await isAccepted(newKey, "other")).toBe(true);
    expect(await callers.identifyBearer(withToken(newKey))).toMatchObject({
      caller: { name: "other" },
    });
    await expect(callers.schemeOf("bot")).rejects.toMatchObject({ issues });

    state.secret = { AWSCURRENT: bot(oldKey), AWSPREVIOUS: broken };
    state.nowMs = 5 * minuteMs;
    expect(await isAccepted(oldKey)).toBe(true);
    expect(await isAccepted(canary)).toBe(false);
  });

  test("of two bearers with one token in common neither may call, for nobody could tell who does", async () => {
    const bearer = (...keys: string[]) => ({
      scheme: "bearer",
      keys,
      scopes: [],
    });
    const ownKey = "the-own-key-of-the-other";
    const { callers, isAccepted } = createForTest({
      AWSCURRENT: {
        bot: bearer(oldKey, newKey),
        // Has one of its own as well.
        other: bearer(newKey, ownKey),
        third: bearer("a-token-of-the-third"),
      },
    });
    for (const [name, another] of [
      ["bot", "other"],
      ["other", "bot"],
    ] as const)
      await expect(callers.schemeOf(name)).rejects.toMatchObject({
        name: "CallerEntryError",
        message: `the entry ${name} of the callers secret is invalid: #/keys must not have a key of ${another} as well`,
      });
    expect(await isAccepted("a-token-of-the-third", "third")).toBe(true);
    for (const key of [oldKey, newKey, ownKey])
      expect(await callers.identifyBearer(withToken(key))).toMatchObject({
        caller: undefined,
      });
  });

  test("an entry that is wrong in several ways says all of them in one message", async () => {
    const { callers } = createForTest({
      AWSCURRENT: { bot: { scheme: "bearer", keys: [], scopes: 7 } },
    });
    await expect(callers.schemeOf("bot")).rejects.toThrow(
      "the entry bot of the callers secret is invalid: #/keys must have at least 1 item; #/scopes must be an array",
    );
  });

  test.each([
    ["24 bytes", `whsec_${Buffer.alloc(24, 7).toString("base64")}`],
    ["32 bytes", Buffer.alloc(32, 7).toString("base64")],
    ["64 bytes", `whsec_${Buffer.alloc(64, 255).toString("base64")}`],
  ])("a signing key of %s is fine", (_, key) => {
    expect(isFine(hr(key))).toBe(true);
  });

  test.each([
    // Would decode to no bytes at all, and then everybody could sign.
    ["no base64", "whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"],
    ["23 bytes", `whsec_${Buffer.alloc(23, 7).toString("base64")}`],
    ["65 bytes", `whsec_${Buffer.alloc(65, 7).toString("base64")}`],
    ["the prefix of a private key", `whsk_${"A".repeat(32)}`],
  ])("a signing key with %s is refused", (_, key) => {
    expect(isFine(hr(key))).toBe(false);
  });

  test.each([
    ["a short token", bot("short")],
    ["no key", bot()],
    ["an unknown scheme", { bot: { ...bot(oldKey).bot, scheme: "none" } }],
    ["an unknown scope", { bot: { ...bot(oldKey).bot, scopes: ["root"] } }],
    ["an unknown field", { bot: { ...bot(oldKey).bot, key: oldKey } }],
    [
      "a key of an event source",
      {
        bus: {
          scheme: "eventbridge",
          sources: ["s"],
          scopes: [],
          keys: [oldKey],
        },
      },
    ],
    [
      "an event source without a source",
      { bus: { scheme: "eventbridge", sources: [], scopes: [] } },
    ],
    [
      "a field map that fills nothing",
      { bot: { ...bot(oldKey).bot, map: { ...hireMap, fields: {} } } },
    ],
    ["a name that no path can hold", { "a/b": bot(oldKey).bot }],
    ["a name in upper case", { Bot: bot(oldKey).bot }],
    ["a name that ends in white space", { "bot ": bot(oldKey).bot }],
    ...[
      "https://chat.example.com",
      "chat.example.com/hooks",
      "CHAT.example.com",
      "chat.example.com:",
      "user@chat.example.com",
      ".example.com",
      "",
    ].map((host): [string, Entries] => [
      `an answer to the host ${JSON.stringify(host)}`,
      {
        chat: {
          scheme: "slack",
          keys: [newKey],
          scopes: [],
          responseHosts: [host],
        },
      },
    ]),
  ])("%s is refused", (_, secret) => {
    expect(isFine(secret)).toBe(false);
  });
});
