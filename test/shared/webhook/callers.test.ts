import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import {
  CallerEntryError,
  createCallers,
} from "../../../shared/webhook/callers.ts";
import { chatToolOf } from "../../../shared/webhook/caller-entry.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { bambooHrScheme } from "../../../shared/webhook/schemes/vendors.ts";
import type { SignedRequest } from "../../../shared/webhook/schemes/scheme.ts";
import { fieldMapSchema } from "../../../shared/webhook/field-map/field-map.ts";
import { bambooHrFields } from "../../../shared/webhook/presets/bamboohr-fields.ts";
import { rows } from "../../fixtures/rows.ts";
import { effort } from "../../resilience/effort.ts";
import { hireMap } from "./field-map/hire-map.ts";

type Entries = Record<string, Record<string, unknown>>;
type Secret = Partial<Record<"AWSCURRENT" | "AWSPREVIOUS", Entries>>;

const bot = (...keys: string[]) => ({
  bot: { scheme: "bearer", keys, scopes: ["status:any"] },
});

const bearer = (...keys: string[]) => ({ scheme: "bearer", keys, scopes: [] });
const jwt = {
  scheme: "jwt",
  issuer: "chat@system.gserviceaccount.com",
  audience: "1234567890",
  jwksUrl: "https://www.googleapis.com/x",
};

/** Callers of a secret that the test can change. `reads` lists the stages that were read, in order. */
function createForTest(secret: Secret) {
  const reads: string[] = [];
  const state = { secret, nowMs: 0, isOut: false, readMs: 0 };
  const sleeps: number[] = [];
  const callers = createCallers({
    read: async (stage) => {
      reads.push(stage);
      state.nowMs += state.readMs;
      if (state.isOut) throw new Error("no answer");
      const entries = state.secret[stage];
      return entries && callersSchema.parse(entries);
    },
    nowMs: () => state.nowMs,
    sleepMs: async (durationMs) => {
      sleeps.push(durationMs);
    },
  });
  const isAccepted = async (token: string, name = "bot") =>
    (await callers.identify(name, withToken(token))).caller !== undefined;
  return { callers, reads, state, isAccepted, sleeps };
}

function withToken(token: string): SignedRequest {
  return {
    header: (name) =>
      name === "authorization" ? `Bearer ${token}` : undefined,
    body: new Uint8Array(),
  };
}

const [oldKey, newKey] = ["the-old-secret", "the-new-secret"];
/** Long enough for the scope `operate`. */
const operateKey = "the-old-secret-with-32-characters";

describe("callers", () => {
  test("identifies a caller with its name and scopes", async () => {
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

  test("refuses a request 300 ms after it came, whatever that took, and accepts one at once", async () => {
    const secret = {
      AWSCURRENT: { ...bot(oldKey), jwt: { ...jwt, scopes: [] } },
    };
    const { callers, state, isAccepted, sleeps } = createForTest(secret);
    const sleepOf = async (asked: Promise<unknown>) => {
      await asked.catch(() => undefined);
      return sleeps.splice(0);
    };
    expect(await sleepOf(isAccepted(oldKey))).toEqual([]);
    state.readMs = 10;
    expect(await sleepOf(isAccepted(newKey))).toEqual([280]);
    for (const name of ["bot", "jwt", "nobody"])
      expect(await sleepOf(isAccepted(newKey, name))).toEqual([300]);
    expect(await sleepOf(callers.identifyBearer(withToken(newKey)))).toEqual([
      300,
    ]);
    state.nowMs += 5 * minuteMs;
    state.readMs = 400;
    state.isOut = true;
    expect(await sleepOf(isAccepted(oldKey))).toEqual([0]);
  });

  test("identifies a caller of EventBridge events by its source only", async () => {
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
    // The entry has no key, so no HTTP request can be authentic as this caller.
    expect(await callers.identify("bus", withToken(oldKey))).toEqual({
      caller: undefined,
      reason: "unknown-caller",
    });
  });

  test("identifies an event source that was added a moment ago", async () => {
    const { callers, state } = createForTest({ AWSCURRENT: bot(oldKey) });
    await callers.warmUp();
    state.secret = {
      AWSCURRENT: {
        ...bot(oldKey),
        bus: { scheme: "eventbridge", sources: ["new"], scopes: [] },
      },
    };
    expect(await callers.identifySource("new")).toMatchObject({ name: "bus" });
  });

  test("a chat caller has the response hosts of its entry", async () => {
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

  test.each(rows<[string, object, string | string[] | undefined]>`
    slack | ${{ scheme: "slack", keys: [newKey], identityKind: "slack-lab" }} | slack
    mattermost | ${{ scheme: "mattermost", keys: [newKey] }} | mattermost
    teams | ${{ scheme: "teams", keys: [Buffer.alloc(32).toString("base64")] }} | teams
    jwt with "chat" | ${{ ...jwt, chat: "google-chat", identityKind: "google-lab" }} | google-chat
    jwt | ${jwt} | ${undefined}
    bearer | ${bearer(oldKey)} | ${undefined}
    jwt with another "chat" | ${{ ...jwt, chat: "slack" }} | ${["#/chat must be one of google-chat"]}
    jwt with a kind alone | ${{ ...jwt, identityKind: "google-lab" }} | ${['#/identityKind must stand beside "chat"']}
    teams with a wrong kind | ${{ scheme: "teams", keys: [newKey], identityKind: "A B" }} | ${["#/keys/0 is not of an allowed form", "#/identityKind must be a lower-case word"]}
  `)(
    "a caller with the scheme %s has its chat tool, none, or is invalid",
    (_, entry, expected) => {
      const parsed = callersSchema.parse({ one: { scopes: [], ...entry } });
      const one = parsed["one"]!;
      expect(one.scheme === "broken" ? one.issues : chatToolOf(one)).toEqual(
        expected,
      );
    },
  );

  test("a caller has the field map of its entry, or that of its preset", async () => {
    const signed = { keys: [newKey], scopes: ["onboard"] };
    const bambooHr = { scheme: "bamboohr", ...signed };
    const timed = { ...hireMap, timestamp: "/when" };
    const { callers } = createForTest({
      AWSCURRENT: {
        mapped: { ...bot(oldKey).bot, map: timed },
        people: { ...signed, preset: "bamboohr-fields" },
        own: { ...bambooHr, map: timed },
        none: bambooHr,
      },
    });
    const map = fieldMapSchema.parse(timed);
    const { caller } = await callers.identify("mapped", withToken(oldKey));
    expect(caller?.map).toEqual(map);
    expect(await bySignature("people")).toEqual(
      fieldMapSchema.parse(bambooHrFields["map"]),
    );
    expect(await bySignature("none")).toBeUndefined();
    expect(await bySignature("own")).toEqual(map);

    async function bySignature(name: string) {
      const timestamp = "1970-01-01T00:00:00Z";
      const sent = { id: "", timestamp, body: "" };
      const headers = bambooHrScheme.sign({}, newKey, sent);
      const identified = await callers.identify(name, {
        header: (header) => headers[header],
        body: new Uint8Array(),
      });
      return identified.caller?.map;
    }
  });

  test("a caller reads from the source of its own name, unless its lookup names another one", async () => {
    const hibob = { preset: "hibob", keys: [newKey], scopes: [] };
    const { callers } = createForTest({
      AWSCURRENT: {
        hibob,
        "hibob-test": hibob,
        people: { ...hibob, lookup: { source: "hibob" } },
        bot: bot(oldKey).bot,
      },
    });
    const sourceOf = async (name: string) =>
      (await callers.find(name))?.lookup?.source;
    expect(await sourceOf("hibob")).toBe("hibob");
    expect(await sourceOf("hibob-test")).toBe("hibob-test");
    expect(await sourceOf("people")).toBe("hibob");
    expect(await sourceOf("bot")).toBeUndefined();
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
  ])("does not find a caller named %j", async (name) => {
    const { callers } = createForTest({
      AWSCURRENT: bot(oldKey),
      AWSPREVIOUS: {},
    });
    expect(await callers.identify(name, withToken(oldKey))).toEqual({
      caller: undefined,
      reason: "unknown-caller",
    });
  });

  test("rejects the key of one caller for another caller", async () => {
    const { isAccepted } = createForTest({
      AWSCURRENT: {
        ...bot(oldKey),
        other: bearer(newKey),
      },
    });
    expect(await isAccepted(oldKey, "other")).toBe(false);
    expect(await isAccepted(newKey, "other")).toBe(true);
  });

  test("finds the caller of an accepted event as its entry is now, and none without a valid entry", async () => {
    const { callers, state } = createForTest({
      AWSCURRENT: { ...bot(oldKey), broken: { scheme: "bearer" } },
    });
    expect(await callers.find("bot")).toMatchObject({
      name: "bot",
      scopes: ["status:any"],
    });
    for (const name of ["broken", "nobody", "constructor", "__proto__"])
      expect(await callers.find(name)).toBeUndefined();
    state.secret = { AWSCURRENT: {} };
    state.nowMs = 5 * minuteMs;
    expect(await callers.find("bot")).toBeUndefined();
  });

  test("finds a bearer caller of a request that names no caller, wherever its entry stands", async () => {
    const { callers } = createForTest({
      AWSCURRENT: {
        first: bearer(newKey),
        // A signing key is not a token, even if a request sends it as one.
        hr: { scheme: "standard-webhooks", keys: ["A".repeat(32)], scopes: [] },
        ...bot(oldKey),
        last: bearer("the-last-secret"),
      },
    });
    for (const [name, key] of [
      ["first", newKey],
      ["bot", oldKey],
      ["last", "the-last-secret"],
    ] as const)
      expect(await callers.identifyBearer(withToken(key))).toMatchObject({
        caller: { name },
      });
    expect(await callers.identifyBearer(withToken("A".repeat(32)))).toEqual({
      caller: undefined,
      reason: "bad-token",
    });
  });
});

describe("reading the callers secret", () => {
  test("happens once for all authentic requests", async () => {
    const { reads, isAccepted } = createForTest({ AWSCURRENT: bot(oldKey) });
    await Promise.all(Array.from({ length: 100 }, () => isAccepted(oldKey)));
    expect(reads).toEqual(["AWSCURRENT"]);
  });

  test("happens only once more for many bad signatures within a minute", async () => {
    const { reads, state, isAccepted } = createForTest({
      AWSCURRENT: bot(oldKey),
    });
    const count = effort(500, 10_000);
    for (let i = 0; i < count; i++) {
      state.nowMs = (i * 59_000) / count;
      await isAccepted("a-bad-secret");
    }
    expect(reads).toEqual(["AWSCURRENT", "AWSCURRENT", "AWSPREVIOUS"]);

    state.nowMs = minuteMs;
    await isAccepted("a-bad-secret");
    expect(reads.slice(3)).toEqual(["AWSCURRENT", "AWSPREVIOUS"]);
  });

  test("happens again after a failure", async () => {
    const { state, isAccepted } = createForTest({ AWSCURRENT: bot(oldKey) });
    state.isOut = true;
    await expect(isAccepted(oldKey)).rejects.toThrow("no answer");
    state.isOut = false;
    expect(await isAccepted(oldKey)).toBe(true);
  });

  test("fails if the secret does not exist, which is our outage and not the sender's error", async () => {
    const { state, isAccepted } = createForTest({});
    await expect(isAccepted(oldKey)).rejects.toThrow(
      "the callers secret has no value",
    );
    state.secret = { AWSCURRENT: bot(oldKey) };
    expect(await isAccepted(oldKey)).toBe(true);
  });

  test("may fail during a reload: authentic requests are accepted, all others get an error and no rejection", async () => {
    const { state, isAccepted } = createForTest({ AWSCURRENT: bot(newKey) });
    expect(await isAccepted(newKey)).toBe(true);
    state.isOut = true;
    for (let i = 0; i < 3; i++) {
      // The key may be one of the previous version. A rejection would lose the event.
      await expect(isAccepted(oldKey)).rejects.toThrow("no answer");
      expect(await isAccepted(newKey)).toBe(true);
    }
    state.isOut = false;
    state.secret = { ...state.secret, AWSPREVIOUS: bot(oldKey) };
    expect(await isAccepted(oldKey)).toBe(true);
  });
});

describe("a request with a new key", () => {
  test("is checked once if the secret is not newer, and else a second time", async () => {
    const { callers } = createForTest({ AWSCURRENT: bot(oldKey) });
    const countReads = async () => {
      let reads = 0;
      await callers.identify("bot", {
        header: () => void reads++,
        body: new Uint8Array(),
      });
      return reads;
    };
    const first = await countReads();
    expect(await countReads()).toBe(first - 1);
  });
});

describe("key rotation", () => {
  test("keeps the keys of the previous version valid at any time", async () => {
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

  test("rejects none of many simultaneous requests with the old key", async () => {
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

  test("does not restore a caller or a scope of the previous version", async () => {
    const goneKey = "the-key-of-a-removed-caller-of-today";
    const { callers, isAccepted } = createForTest({
      AWSCURRENT: bot(newKey),
      AWSPREVIOUS: {
        bot: { scheme: "bearer", keys: [operateKey], scopes: ["operate"] },
        gone: { scheme: "bearer", keys: [goneKey], scopes: ["operate"] },
      },
    });
    expect(await isAccepted(goneKey, "gone")).toBe(false);
    expect(await callers.identifyBearer(withToken(operateKey))).toMatchObject({
      caller: { name: "bot", scopes: ["status:any"] },
    });
  });

  test("does not read the secret again for the first request after a warm-up", async () => {
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

  test("keeps a reloaded secret, so the new key causes no further read", async () => {
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

  test("ends the validity of a key that is in no version within five minutes", async () => {
    const { state, isAccepted } = createForTest({ AWSCURRENT: bot(oldKey) });
    expect(await isAccepted(oldKey)).toBe(true);
    state.secret = { AWSCURRENT: bot(newKey), AWSPREVIOUS: bot(newKey) };
    state.nowMs = 5 * minuteMs - 1;
    expect(await isAccepted(oldKey)).toBe(true);
    state.nowMs = 5 * minuteMs;
    expect(await isAccepted(oldKey)).toBe(false);
  });
});

describe("the callers secret", () => {
  const hr = (key: string) => ({
    hr: { scheme: "standard-webhooks", keys: [key], scopes: ["onboard"] },
  });

  /** Whether each caller of the secret is accepted. */
  const isFine = (secret: Entries) => {
    const parsed = callersSchema.safeParse(secret);
    return (
      parsed.success &&
      Object.values(parsed.data).every(({ scheme }) => scheme !== "broken")
    );
  };

  test("an invalid entry disables only its own caller, and its issues contain pointers but never values", async () => {
    const canary = "canary-4f1";
    // Too short for a token.
    const broken = { bot: { ...bot(canary).bot, scopes: [canary], map: 7 } };
    const other = { other: bearer(newKey) };
    const { callers, isAccepted, state } = createForTest({
      AWSCURRENT: { ...broken, ...other },
    });
    // Not a rejection, which would lose the event: an invalid entry is our outage.
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
    // A request of an unknown caller is answered like one of the broken caller.
    for (const name of ["bot", "other", "nobody"])
      await expect(isAccepted("a-wrong-token", name)).rejects.toMatchObject({
        caller: "bot",
        issues,
      });

    state.secret = { AWSCURRENT: bot(oldKey), AWSPREVIOUS: broken };
    state.nowMs = 5 * minuteMs;
    expect(await isAccepted(oldKey)).toBe(true);
    expect(await isAccepted(canary)).toBe(false);
  });

  test("disables two bearer callers that have one token in common, because the caller would be ambiguous", async () => {
    const ownKey = "the-own-key-of-the-other";
    const { callers, isAccepted } = createForTest({
      AWSCURRENT: {
        bot: bearer(oldKey, newKey),
        // This caller also has a token of its own.
        other: bearer(newKey, ownKey),
        third: bearer("a-token-of-the-third"),
      },
    });
    for (const [name, another] of [
      ["bot", "other"],
      ["other", "bot"],
    ] as const)
      await expect(isAccepted(oldKey, name)).rejects.toMatchObject({
        name: "CallerEntryError",
        message: `the entry ${name} of the callers secret is invalid: #/keys must not have a key of ${another} as well`,
      });
    expect(await isAccepted("a-token-of-the-third", "third")).toBe(true);
    for (const key of [oldKey, newKey, ownKey])
      await expect(callers.identifyBearer(withToken(key))).rejects.toThrow(
        CallerEntryError,
      );
  });

  test.each(["operate", "observe"])(
    "refuses a caller with the scope %s and a key of 31 characters, and accepts all other callers",
    async (scope) => {
      const operator = (length: number) => ({
        scheme: "bearer",
        keys: ["k".repeat(length)],
        scopes: ["onboard", scope],
      });
      const { callers, isAccepted } = createForTest({
        AWSCURRENT: { ops: operator(31), second: operator(32), ...bot(oldKey) },
      });
      await expect(isAccepted("k".repeat(31), "ops")).rejects.toThrow(
        `the entry ops of the callers secret is invalid: #/keys/0 must have at least 32 characters, because the caller has the scope ${scope}`,
      );
      expect(await isAccepted(oldKey)).toBe(true);
      expect(
        await callers.identifyBearer(withToken("k".repeat(32))),
      ).toMatchObject({ caller: { name: "second" } });
    },
  );

  test("gives a caller that has the scope operate now none of its shorter previous keys", async () => {
    const entry = (key: string, scopes: string[]) => ({
      ops: { scheme: "bearer", keys: [key], scopes },
    });
    const long = "k".repeat(32);
    const { isAccepted } = createForTest({
      AWSCURRENT: entry(long, ["operate"]),
      AWSPREVIOUS: entry(oldKey, ["onboard"]),
    });
    expect(await isAccepted(oldKey, "ops")).toBe(false);
    expect(await isAccepted(long, "ops")).toBe(true);
  });

  test.each(rows<[string, string, boolean]>`
    24 bytes | ${`whsec_${Buffer.alloc(24, 7).toString("base64")}`} | ${true}
    32 bytes | ${Buffer.alloc(32, 7).toString("base64")} | ${true}
    64 bytes | ${`whsec_${Buffer.alloc(64, 255).toString("base64")}`} | ${true}
    no base64, with which any attacker could sign | whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!! | ${false}
    23 bytes | ${`whsec_${Buffer.alloc(23, 7).toString("base64")}`} | ${false}
    65 bytes | ${`whsec_${Buffer.alloc(65, 7).toString("base64")}`} | ${false}
    the prefix of a private key | ${`whsk_${"A".repeat(32)}`} | ${false}
  `)(
    "takes a signing key only if it decodes to 24 to 64 bytes: %s",
    (_, key, isRight) => {
      expect(isFine(hr(key))).toBe(isRight);
    },
  );

  const [entry] = Object.values(bot(oldKey));
  const event = { scheme: "eventbridge", sources: ["s"], scopes: [] };
  const answeredAt = (host: string) => ({
    scheme: "slack",
    keys: [newKey],
    scopes: [],
    responseHosts: [host],
  });

  test.each(rows<[string, object, name?: string]>`
    a short token | ${{ ...entry, keys: ["short"] }}
    no key | ${{ ...entry, keys: [] }}
    an unknown scheme | ${{ ...entry, scheme: "none" }}
    an unknown scope | ${{ ...entry, scopes: ["root"] }}
    an unknown field | ${{ ...entry, key: oldKey }}
    a key of an event source | ${{ ...event, keys: [oldKey] }}
    an event source without a source | ${{ ...event, sources: [] }}
    a field map that fills nothing | ${{ ...entry, map: { ...hireMap, fields: {} } }}
    a name that no path can contain | ${{ ...entry }} | a/b
    a name in upper case | ${{ ...entry }} | Bot
    a name that ends in white space | ${{ ...entry }} | ${"bot "}
    an answer to a URL | ${answeredAt("https://chat.example.com")}
    an answer to a path | ${answeredAt("chat.example.com/hooks")}
    an answer to a host in upper case | ${answeredAt("CHAT.example.com")}
    an answer to a host without its port | ${answeredAt("chat.example.com:")}
    an answer to a user | ${answeredAt("user@chat.example.com")}
    an answer to a host that begins with a dot | ${answeredAt(".example.com")}
    an answer to no host | ${answeredAt("")}
  `)("refuses an entry with %s", (_, wrong, name = "bot") => {
    expect(isFine({ [name]: { ...wrong } })).toBe(false);
  });
});

describe("a caller with addresses", () => {
  const addresses = ["203.0.113.0/24", "2001:db8::/32"];
  const from = (sourceAddress: string | undefined, token = oldKey) => ({
    ...withToken(token),
    sourceAddress,
  });
  const entries = { bot: { ...bot(oldKey).bot, addresses } };

  test.each(["203.0.113.7", "2001:db8::7", "::ffff:203.0.113.7"])(
    "is identified from %s, which is in one of its ranges",
    async (address) => {
      const { callers } = createForTest({ AWSCURRENT: entries });
      const found = [
        await callers.identify("bot", from(address)),
        await callers.identifyBearer(from(address)),
      ];
      expect(found.map(({ caller }) => caller?.name)).toEqual(["bot", "bot"]);
    },
  );

  test.each(["203.0.114.7", "2001:db9::7", "not an address", undefined])(
    "is refused from %s although its key is right, and the log can tell",
    async (address) => {
      const { callers } = createForTest({ AWSCURRENT: entries });
      const refused = { caller: undefined, reason: "wrong-address" };
      expect(await callers.identify("bot", from(address))).toEqual(refused);
      expect(await callers.identifyBearer(from(address))).toEqual(refused);
    },
  );

  test("is refused with a wrong key for the key, so the address tells nothing", async () => {
    const { callers } = createForTest({ AWSCURRENT: entries });
    expect(await callers.identify("bot", from("203.0.114.7", newKey))).toEqual({
      caller: undefined,
      reason: "bad-token",
    });
  });

  test.each([[[]], [["203.0.113.7"]], [["203.0.113.0/33"]]])(
    "has an invalid entry with the ranges %j",
    (ranges) => {
      const parsed = callersSchema.parse({
        bot: { ...entries.bot, addresses: ranges },
      });
      expect(parsed["bot"]?.scheme).toBe("broken");
    },
  );
});
