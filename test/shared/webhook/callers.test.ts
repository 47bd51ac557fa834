import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import {
  CallerEntryError,
  createCallers,
} from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import type { SignedRequest } from "../../../shared/webhook/schemes/scheme.ts";
import { fieldMapSchema } from "../../../shared/webhook/field-map/field-map.ts";
import { bambooHrFields } from "../../../shared/webhook/presets/bamboohr-fields.ts";
import { rows } from "../../fixtures/rows.ts";
import { effort } from "../../resilience/effort.ts";
import { hireMap } from "./field-map/hire-map.ts";
import { createIssuerKey, jwtOptions } from "./schemes/jwt-for-test.ts";

type Entries = Record<string, Record<string, unknown>>;
type Secret = Partial<Record<"AWSCURRENT" | "AWSPREVIOUS", Entries>>;

const bot = (...keys: string[]) => ({
  bot: { scheme: "bearer", keys, scopes: ["status:any"] },
});

const bearer = (...keys: string[]) => ({ scheme: "bearer", keys, scopes: [] });
const jwt = { scheme: "jwt", ...jwtOptions, scopes: [] };
const bus = {
  scheme: "eventbridge",
  sources: ["com.example.hr", "com.example.chat"],
  scopes: ["onboard"],
};
/** Names that no caller has. An object has members of some of them. */
const strangers = ["nobody", "", "__proto__", "constructor", "Bot", "bot "];

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
    readKeys: () => Promise.reject(new Error("the issuer is out")),
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

const [oldKey, newKey, key] = [
  "the-old-secret",
  "the-new-secret",
  "the-key-of-a-sender",
];

describe("callers", () => {
  const signed = { keys: [newKey], scopes: ["onboard"] };
  const timed = { ...hireMap, timestamp: "/when" };
  const hibob = { preset: "hibob", keys: [newKey], scopes: [] };
  const hosts = ["chat.example.com", "chat.example.com:8443"];
  const mapOf = (map: unknown) => ({ map: fieldMapSchema.parse(map) });

  test.each(rows<[string, object, object]>`
    its name and its scopes | ${bot(oldKey).bot} | ${{ name: "one", scheme: "bearer", scopes: ["status:any"], map: undefined, lookup: undefined, responseHosts: [] }}
    the hosts of late answers | ${{ scheme: "slack", ...signed, responseHosts: hosts }} | ${{ responseHosts: hosts }}
    the field map of its entry | ${{ scheme: "bamboohr", ...signed, map: timed }} | ${mapOf(timed)}
    the field map of its preset | ${{ ...signed, preset: "bamboohr-fields" }} | ${mapOf(bambooHrFields["map"])}
    the source of its own name | ${hibob} | ${{ lookup: { source: "one" } }}
    the source that its lookup names | ${{ ...hibob, lookup: { source: "hibob" } }} | ${{ lookup: { source: "hibob" } }}
  `)("find a caller with %s", async (_, one, expected) => {
    const { callers } = createForTest({ AWSCURRENT: { one: { ...one } } });
    expect(await callers.find("one")).toMatchObject(expected);
  });

  test("identify a caller by its name and its own key only", async () => {
    const { callers, isAccepted } = createForTest({
      AWSCURRENT: { ...bot(oldKey), other: bearer(newKey) },
      AWSPREVIOUS: {},
    });
    expect(await callers.identify("bot", withToken(oldKey))).toMatchObject({
      caller: { name: "bot", scopes: ["status:any"] },
    });
    expect(await isAccepted(newKey)).toBe(false);
    expect(await isAccepted(newKey, "other")).toBe(true);
    for (const name of strangers)
      expect(await callers.identify(name, withToken(oldKey))).toEqual({
        caller: undefined,
        reason: "unknown-caller",
      });
  });

  test("refuse a request 300 ms after it came, whatever the check took, and accept one at once", async () => {
    const secret = { AWSCURRENT: { ...bot(oldKey), jwt } };
    const { callers, state, isAccepted, sleeps } = createForTest(secret);
    const sleepOf = async (asked: Promise<unknown>) => {
      await asked.catch(() => undefined);
      return sleeps.splice(0);
    };
    expect(await sleepOf(isAccepted(oldKey))).toEqual([]);
    state.readMs = 10;
    // Both versions of the secret are read.
    expect(await sleepOf(isAccepted(newKey))).toEqual([280]);
    // For a minute, no further refusal reads the secret.
    for (const name of ["bot", "jwt", "nobody"])
      expect(await sleepOf(isAccepted(newKey, name))).toEqual([300]);
    expect(await sleepOf(callers.identifyBearer(withToken(newKey)))).toEqual([
      300,
    ]);
    // A read that took longer, and failed.
    state.nowMs += 5 * minuteMs;
    state.readMs = 400;
    state.isOut = true;
    expect(await sleepOf(isAccepted(oldKey))).toEqual([0]);
  });

  test("identify the sender of an EventBridge event by its source only, also if its entry is new", async () => {
    const { callers, state } = createForTest({ AWSCURRENT: bot(oldKey) });
    await callers.warmUp();
    state.secret = { AWSCURRENT: { ...bot(oldKey), bus }, AWSPREVIOUS: {} };
    for (const source of bus.sources)
      expect(await callers.identifySource(source)).toMatchObject({
        name: "bus",
        scopes: ["onboard"],
      });
    for (const source of ["com.example", "bus", "bot", ...strangers])
      expect(await callers.identifySource(source)).toBeUndefined();
    // The entry has no key, so no HTTP request can be authentic as this caller.
    expect(await callers.identify("bus", withToken(oldKey))).toEqual({
      caller: undefined,
      reason: "unknown-caller",
    });
  });

  test("find the caller of an accepted event as its entry is now, and none without a valid entry", async () => {
    const { callers, state } = createForTest({
      AWSCURRENT: { ...bot(oldKey), broken: { scheme: "bearer" } },
    });
    expect(await callers.find("bot")).toMatchObject({ name: "bot" });
    for (const name of ["broken", ...strangers])
      expect(await callers.find(name)).toBeUndefined();
    state.secret = { AWSCURRENT: {} };
    state.nowMs = 5 * minuteMs;
    expect(await callers.find("bot")).toBeUndefined();
  });

  test("find a bearer caller of a request that names no caller, wherever its entry stands", async () => {
    const { callers } = createForTest({
      AWSCURRENT: {
        first: bearer(newKey),
        // A signing key and a header of another sender are no bearer token, even if a request sends them as one.
        hr: { scheme: "standard-webhooks", keys: ["A".repeat(32)], scopes: [] },
        sender: {
          ...bearer(key),
          scheme: "header",
          header: "Authorization",
          prefix: "Bearer ",
        },
        ...bot(oldKey),
        last: bearer("the-last-secret"),
      },
    });
    for (const [name, token] of [
      ["first", newKey],
      ["bot", oldKey],
      ["last", "the-last-secret"],
    ] as const)
      expect(await callers.identifyBearer(withToken(token))).toMatchObject({
        caller: { name },
      });
    for (const token of ["A".repeat(32), key])
      expect(await callers.identifyBearer(withToken(token))).toEqual({
        caller: undefined,
        reason: "bad-token",
      });
  });

  test.each(rows<[string | undefined, boolean]>`
    203.0.113.7 | ${true}
    2001:db8::7 | ${true}
    ::ffff:203.0.113.7 | ${true}
    203.0.114.7 | ${false}
    2001:db9::7 | ${false}
    not an address | ${false}
    ${undefined} | ${false}
  `)(
    "accept the key of a caller with ranges of addresses from %s: %s",
    async (...row) => {
      const [sourceAddress, isInside] = row;
      const addresses = ["203.0.113.0/24", "2001:db8::/32"];
      const { callers } = createForTest({
        AWSCURRENT: { bot: { ...bot(oldKey).bot, addresses } },
      });
      for (const [token, reason] of [
        [oldKey, "wrong-address"],
        // The address tells a stranger nothing.
        [newKey, "bad-token"],
      ] as const) {
        const request = { ...withToken(token), sourceAddress };
        for (const found of [
          await callers.identify("bot", request),
          await callers.identifyBearer(request),
        ])
          expect(found).toMatchObject(
            isInside && token === oldKey
              ? { caller: { name: "bot" } }
              : { caller: undefined, reason },
          );
      }
    },
  );

  test("throw for every name in the path while the issuer of a token is out, and refuse other tokens", async () => {
    const { callers, state } = createForTest({
      AWSCURRENT: { ...bot(oldKey), jwt },
    });
    const issuer = await createIssuerKey("one");
    const forged = await issuer.sign({ iss: jwtOptions.issuer });
    for (const name of ["jwt", "bot", ...strangers]) {
      await expect(
        callers.identify(name, withToken(forged)),
      ).rejects.toMatchObject({ name: "IssuerUnavailableError" });
      state.nowMs += 10_000;
    }
    for (const name of ["jwt", "bot", ...strangers])
      expect(await callers.identify(name, withToken(newKey))).toMatchObject({
        caller: undefined,
      });
  });
});

/**
 * Plays steps such as `old is current` (the current version of the secret has the old key), `it goes out` (no version
 * can be read) and `old is accepted` (a request with the old key). `read current previous` lists all reads so far.
 */
async function expectSteps(steps: string): Promise<void> {
  const { callers, reads, state, isAccepted } = createForTest({});
  const tokens: Record<string, string> = { old: oldKey, new: newKey };
  const ask = (which: string) => isAccepted(tokens[which] ?? "a-bad-secret");
  const acts: Record<string, (what: string) => unknown> = {
    "is accepted": async (which) => expect(await ask(which)).toBe(true),
    "is refused": async (which) => expect(await ask(which)).toBe(false),
    fails: (which) =>
      expect(ask(which)).rejects.toThrow(
        state.isOut ? "no answer" : "the callers secret has no value",
      ),
    "is current": (which) => (state.secret.AWSCURRENT = bot(tokens[which]!)),
    "is previous": (which) => (state.secret.AWSPREVIOUS = bot(tokens[which]!)),
    "is asked a hundred times at once": async (which) => {
      const asked = Array.from({ length: 100 }, () => ask(which));
      expect(await Promise.all(asked)).not.toContain(false);
    },
    "is guessed for 59 seconds": async () => {
      const count = effort(500, 10_000);
      for (let nth = 0; nth < count; nth++) {
        state.nowMs = (nth * 59_000) / count;
        expect(await ask("bad")).toBe(false);
      }
      state.nowMs = 59_000;
    },
    "ms pass": (durationMs) => (state.nowMs += Number(durationMs)),
    "goes out": () => (state.isOut = true),
    "comes back": () => (state.isOut = false),
    "warms up": () => callers.warmUp(),
    "fails to warm up": () =>
      expect(callers.warmUp()).rejects.toThrow("no answer"),
  };
  for (const step of steps.split(", ")) {
    const [, who = "", what = ""] = /^(\w+) (.+)$/.exec(step) ?? [];
    if (who === "read") {
      const stages = reads.map((stage) => stage.replace("AWS", ""));
      expect(`read ${stages.join(" ").toLowerCase()}`).toBe(step);
    } else await acts[what]!(who);
  }
}

test.each(rows`
  is read once for all authentic requests | old is current, old is asked a hundred times at once, read current
  is read once more for the guesses of a minute | old is current, it is guessed for 59 seconds, read current current previous, 1000 ms pass, bad is refused, read current current previous current previous
  that does not exist is our outage, and not the sender's error | old fails, old is current, old is accepted
  that cannot be read again refuses no key, which may be one of the previous version | new is current, new is accepted, it goes out, old fails, new is accepted, old fails, new is accepted, it comes back, old is previous, old is accepted
  keeps the keys of its previous version valid at any time | new is current, old is previous, old is asked a hundred times at once, read current current previous, 18000 ms pass, old is accepted, new is accepted, 300000 ms pass, old is accepted, new is accepted, 600000 ms pass, old is accepted, new is accepted
  is not read again for the first request after a warm-up | old is current, it goes out, it fails to warm up, it comes back, it warms up, old is accepted, read current current
  that was reloaded causes no further read by its new key | old is current, old is accepted, new is current, old is previous, new is accepted, read current current previous, 120000 ms pass, new is accepted, old is accepted, read current current previous
  ends the validity of a key that is in no version within five minutes | old is current, old is accepted, new is current, new is previous, 299999 ms pass, old is accepted, 1 ms pass, old is refused
`)("the callers secret %s: %s", async (_, steps) => {
  await expectSteps(steps);
});

test("a request that is not authentic is checked a second time only if the secret was read again", async () => {
  const { callers } = createForTest({ AWSCURRENT: bot(oldKey) });
  /** Each check reads one header. */
  const countChecks = async () => {
    let checks = 0;
    const header = () => void checks++;
    await callers.identify("bot", { header, body: new Uint8Array() });
    return checks;
  };
  expect([await countChecks(), await countChecks()]).toEqual([2, 1]);
});

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
