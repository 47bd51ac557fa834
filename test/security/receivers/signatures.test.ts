import { describe, expect, test } from "vitest";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { signBambooHr } from "../../../shared/webhook/schemes/bamboohr.ts";
import { attackOn } from "./attack.ts";
import {
  bambooKey,
  callersForTest,
  recordedAtMs,
  recordedSeconds,
  useReceivers,
} from "./receivers-for-test.ts";
import {
  events,
  mattermostCommand,
  slackCommand,
  teamsActivity,
} from "./contents.ts";
import {
  bytesOf,
  callerOf,
  schemes,
  signed,
  signedHeaders,
  type SchemeName,
} from "./signed.ts";
import { headerOf, withHeaders, type WireRequest } from "./wire.ts";

const receivers = useReceivers();
const { hr } = localSecrets.callers;

/** The header with the signature or the token, which is the last one that a scheme adds. */
const signatureHeader = (scheme: SchemeName) =>
  Object.keys(signedHeaders(scheme, "")).at(-1) ?? "";

/** A genuine request of each scheme, to the usual receiver of the scheme. */
const genuine = (scheme: SchemeName, id: string) => {
  switch (scheme) {
    case "bamboohr":
      return signed("offboarding", scheme, {
        employees: [{ ...events.bambooLeave.employees[0], id }],
      });
    case "slack":
      return signed("status", scheme, slackCommand("Out", id));
    case "teams":
      return signed("status", scheme, { ...teamsActivity("Out"), id });
    case "mattermost": {
      const form = mattermostCommand("Out");
      form.delete("token");
      form.set("trigger_id", id);
      return signed("status", scheme, form);
    }
    default:
      return signed("offboarding", scheme, leaverOf(id), { id });
  }
};

function leaverOf(employeeId: string) {
  return { ...events.leave, data: { employeeId } };
}

const receiverOf = ({ path }: WireRequest) =>
  path.startsWith("/status") ? "status" : "offboarding";

const send = (request: WireRequest, atMs = recordedAtMs) =>
  receivers().send(receiverOf(request), request, { atMs });

describe("a replay", () => {
  const minutesMs = 60_000;

  test.each([
    "standard-webhooks",
    "bamboohr",
    "slack",
    "teams",
    "hmac",
    "ed25519",
  ] as const)(
    "of %s is one delivery within five minutes, and is refused before and after that window",
    async (scheme) => {
      // Teams has its time in the body, a minute before the others.
      const sentAtMs = recordedAtMs - (scheme === "teams" ? minutesMs : 0);
      const request = genuine(scheme, "777001");
      const attack = attackOn(receivers());
      expect((await send(request, sentAtMs)).status).toBeLessThan(300);
      const stored = await receivers().stored();
      expect(stored).not.toEqual([]);

      for (const offMs of [-5 * minutesMs, 1, 5 * minutesMs]) {
        expect((await send(request, sentAtMs + offMs)).status).toBeLessThan(
          300,
        );
        expect(await receivers().stored()).toEqual(stored);
      }
      const receiver = receiverOf(request);
      for (const offMs of [
        -24 * 60 * minutesMs,
        -5 * minutesMs - 1_000,
        5 * minutesMs + 1_000,
        24 * 60 * minutesMs,
        365 * 24 * 60 * minutesMs,
      ])
        expect(
          await attack.refused(receiver, request, { atMs: sentAtMs + offMs }),
        ).toBe(401);
    },
  );

  test.each(["bamboohr", "slack"] as const)(
    "of %s to a receiver without chat is also refused outside the window",
    async (scheme) => {
      // Each event needs a scope that its caller lacks, so only the authentication remains.
      const request = signed("status", scheme, events.bambooHire);
      const elsewhere = signed("onboarding", "slack", events.hire);
      const [receiver, one] =
        scheme === "slack"
          ? (["onboarding", elsewhere] as const)
          : (["status", request] as const);
      const attack = attackOn(receivers());
      const { status } = await attack.send(receiver, one);
      expect([202, 403]).toContain(status);
      for (const offMs of [-5 * minutesMs - 1_000, 5 * minutesMs + 1_000])
        expect(
          await attack.refused(receiver, one, { atMs: recordedAtMs + offMs }),
        ).toBe(401);
    },
  );

  test.each(["bearer", "mattermost", "header", "basic"] as const)(
    "of %s, which signs no time, is the same delivery as long as the operation is stored",
    async (scheme) => {
      const request = genuine(scheme, "777002");
      await send(request);
      const stored = await receivers().stored();
      for (const days of [0.001, 1, 30])
        await send(request, recordedAtMs + days * 24 * 60 * minutesMs);
      expect(await receivers().stored()).toEqual(stored);
    },
  );

  test("with another delivery id, time, body or caller is refused", async (context) => {
    const attack = attackOn(receivers());
    const request = genuine("standard-webhooks", "msg_replay");
    for (const changes of [
      { "webhook-id": "msg_other" },
      { "webhook-id": "msg_replay,msg_other" },
      { "webhook-id": "msg_replay.1769884920" },
      { "webhook-id": undefined },
      { "webhook-timestamp": String(recordedSeconds + 1) },
      { "webhook-timestamp": `${recordedSeconds}.0` },
      { "webhook-timestamp": `0${recordedSeconds}` },
      { "webhook-timestamp": `+${recordedSeconds}` },
      { "webhook-timestamp": "0x697e4f38" },
      { "webhook-timestamp": "1.769884920e9" },
      { "webhook-timestamp": "\u0661769884920" },
      { "webhook-timestamp": `${recordedSeconds},${recordedSeconds}` },
      { "webhook-timestamp": undefined },
      { "webhook-signature": undefined },
    ])
      expect([400, 401]).toContain(
        await attack.refused("offboarding", withHeaders(request, changes)),
      );
    for (const path of [
      ...Object.values(callerOf).filter((caller) => caller !== "hr"),
      "bus",
      "schedules",
      "idle",
      "nobody",
      "__proto__",
      "constructor",
    ])
      expect(
        await attack.refused("offboarding", {
          ...request,
          path: `/offboarding/${path}`,
        }),
      ).toBe(401);
    // The boundaries between id, time and body must not move.
    const [id, rest] = ["msg", "replay"];
    const blurred = bytesOf(`${recordedSeconds}.{}`);
    for (const other of [
      signed("offboarding", "standard-webhooks", blurred, {
        id: `${id}.${rest}`,
      }),
      signed("offboarding", "standard-webhooks", "{}", { id: "" }),
    ])
      expect(await attack.refused("offboarding", other)).toBe(401);
    attack.record(context, "signatures: replayed with something changed");
  });

  test("with the first digits of BambooHR's time moved into the body is refused", async (context) => {
    const attack = attackOn(receivers());
    const millis = `${recordedSeconds}123`;
    for (const [time, moved] of [
      [millis, 3],
      [String(recordedSeconds), 1],
      [new Date(recordedAtMs).toISOString(), 2],
      ["2026-01-31T18:42:00+0000", 5],
    ] as const) {
      const genuineRequest = signed("offboarding", "bamboohr", "{}");
      const forged = withHeaders(
        { ...genuineRequest, body: bytesOf(`{}${time.slice(0, moved)}`) },
        {
          "x-bamboohr-timestamp": time.slice(moved),
          "x-bamboohr-signature": signBambooHr(bambooKey, time, "{}"),
        },
      );
      expect(await attack.refused("offboarding", forged)).toBe(401);
    }
    attack.record(context, "signatures: digits moved over the border");
  });
});

/** Other spellings of a signature that some decoders accept as the same. */
function spellingsOf(signature: string): string[] {
  const [head = "", mac = ""] = /^(.*[ ,=])?([^ ,=]+=*)$/
    .exec(signature)
    ?.slice(1) ?? ["", signature];
  const bare = mac.replace(/=+$/, "");
  const middle = Math.floor(bare.length / 2);
  const last = bare.at(-1) ?? "";
  const next = String.fromCharCode(last.charCodeAt(0) + 1);
  return [
    bare,
    `${bare}==`,
    `${mac}=`,
    `${bare}%3D`,
    `${mac}AAAA`,
    `${mac}\u0000`,
    mac.replaceAll("+", "-").replaceAll("/", "_"),
    bare.slice(0, -1),
    bare.slice(1),
    bare.slice(0, 10),
    "",
    "=",
    `${mac},`,
    `,${mac}`,
    `${bare.slice(0, -1)}${next}${mac.slice(bare.length)}`,
    ...[" ", "\t", "\u00a0", "\r\n ", "\n", ","].map(
      (space) => bare.slice(0, middle) + space + mac.slice(middle),
    ),
    mac.toUpperCase(),
    mac.toLowerCase(),
    `"${mac}"`,
    `'${mac}'`,
    Buffer.from(bare, "base64").toString("hex"),
    `0x${mac}`,
    // Full-width forms, a look-alike, an invisible character.
    bare.replace(/[A-Za-z]/, (letter) =>
      String.fromCodePoint(letter.charCodeAt(0) + 0xfee0),
    ),
    `${mac}\u200b`,
    `\ufeff${mac}`,
  ]
    .map((other) => head + other)
    .filter((other) => other !== signature && other.trim() !== signature);
}

/** The token of Zulip is in the body, which test/functions/status-relay/chat/zulip.test.ts attacks. */
const inHeaders = schemes.filter((scheme) => scheme !== "zulip");

describe.each(inHeaders)("a signature of %s", (scheme) => {
  test("has one spelling, and a list of headers is not one", async (context) => {
    const attack = attackOn(receivers());
    const request = genuine(scheme, "777003");
    const name = signatureHeader(scheme);
    const signature = headerOf(request, name);
    const receiver = receiverOf(request);
    const others = [
      ...spellingsOf(signature),
      // A repeated header, as API Gateway joins it.
      `${signature},${signature}`,
      `${signature}, ${signature}`,
      `${signature},x`,
      `x,${signature}`,
      `,${signature}`,
      `Basic ${signature}`,
      `${signature} ${signature}x`,
      `x${signature}`,
    ];
    // Where a list is allowed, one valid item makes the list valid.
    const isList = (value: string) =>
      scheme === "standard-webhooks" && value.split(" ").includes(signature);
    for (const other of new Set(others)) {
      if (isList(other)) continue;
      const changed = withHeaders(request, { [name]: other });
      // The form of the whole header. The answer tells nothing of it.
      expect([400, 401]).toContain(await attack.refused(receiver, changed));
    }
    for (const changed of [
      withHeaders(request, { [name]: undefined }),
      withHeaders(request, {
        [name]: undefined,
        [`x-${name}`]: signature,
        [name.replace("-", "_")]: signature,
      }),
      { ...request, query: `${name}=${encodeURIComponent(signature)}` },
    ].map((one) => withHeaders(one, { [name]: undefined })))
      expect(await attack.refused(receiver, changed)).toBe(401);
    // The unchanged request is accepted, so the others are refused for their changes only.
    expect((await send(request)).status).toBeLessThan(300);
    attack.record(context, `signatures: second spellings of ${scheme}`);
  });
});

describe("a list of signatures", () => {
  const bad = `v1,${Buffer.alloc(32, 1).toString("base64")}`;
  const request = genuine("standard-webhooks", "msg_list");
  const good = headerOf(request, "webhook-signature");
  const listed = (...list: string[]) =>
    withHeaders(request, { "webhook-signature": list.join(" ") });

  test("is accepted if one of up to five is valid, in any position", async () => {
    for (let at = 0; at < 5; at++) {
      const list = Array.from({ length: 5 }, (_, n) => (n === at ? good : bad));
      expect((await send(listed(...list))).status).toBe(202);
    }
    expect((await send(listed("v1a,AAAA", "v2,AAAA", good))).status).toBe(202);
  });

  test("is refused if none is valid, or if it is longer than any sender's list", async (context) => {
    const attack = attackOn(receivers());
    const many = (count: number) => Array.from({ length: count }, () => bad);
    for (const list of [
      many(1),
      many(5),
      [...many(5), good],
      [good, ...many(5)],
      [good, ...many(2_000)],
      [...many(2_000), good],
      ["x", "", "", "", "", good],
      [good.replace("v1,", "v1a,")],
      [good.replace("v1,", "v2,")],
      [good.replace("v1,", "V1,")],
      [good.replace("v1,", "")],
      [good.replace("v1,", "v1=")],
    ])
      expect(await attack.refused("offboarding", listed(...list))).toBe(401);
    attack.record(context, "signatures: lists without a good one, or too long");
  });
});

describe("a key that was rotated out", () => {
  const fresh = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
  const older = `whsec_${Buffer.alloc(32, 6).toString("base64")}`;
  const oldest = hr.keys[0];
  const withKeys = (...keys: string[]) => ({
    ...callersForTest,
    hr: { ...hr, keys },
  });

  test("is accepted while its version is the previous one, and refused after that", async (context) => {
    const attack = attackOn(receivers());
    // Later than all earlier requests.
    let atMs = recordedAtMs + 400 * 24 * 60 * minuteMs;
    const by = (key: string) =>
      signed("offboarding", "standard-webhooks", leaverOf("E-rotated"), {
        id: `msg_${key.slice(-6, -1)}_${atMs}`,
        seconds: atMs / 1000,
        key,
      });
    const statusOf = async (key: string) =>
      (await attack.send("offboarding", by(key), { atMs })).status;

    receivers().rotate(withKeys(older), withKeys(oldest));
    atMs += 10 * minuteMs;
    expect(await statusOf(oldest)).toBe(202);
    expect(await statusOf(older)).toBe(202);
    expect(await statusOf(fresh)).toBe(401);

    receivers().rotate(withKeys(fresh), withKeys(older));
    atMs += 10 * minuteMs;
    expect(await attack.refused("offboarding", by(oldest), { atMs })).toBe(401);
    expect(await statusOf(older)).toBe(202);
    expect(await statusOf(fresh)).toBe(202);

    receivers().rotate(withKeys(fresh), withKeys(fresh));
    atMs += 10 * minuteMs;
    for (const key of [oldest, older])
      expect(await attack.refused("offboarding", by(key), { atMs })).toBe(401);
    expect(await statusOf(fresh)).toBe(202);

    receivers().rotate(callersForTest, {});
    attack.record(context, "signatures: keys of every age");
  });

  test("is refused for its caller as soon as another caller has it", async () => {
    const attack = attackOn(receivers());
    const [moved, next] = ["the-first", "the-second"].map(
      (name) => `${name}-token-with-32-characters`,
    );
    const operator = (key: string | undefined) => ({
      scheme: "bearer",
      keys: [key],
      scopes: ["offboard", "operate"],
    });
    const atMs = recordedAtMs + 500 * 24 * 60 * minuteMs;
    const by = (caller: string, key: string | undefined) => ({
      ...signed("offboarding", "bearer", leaverOf("E-moved"), {
        key: key ?? "",
      }),
      path: `/offboarding/${caller}`,
    });

    receivers().rotate(
      { ...callersForTest, ana: operator(next), bo: operator(moved) },
      { ...callersForTest, ana: operator(moved) },
    );
    const refused = await attack.refused("offboarding", by("ana", moved), {
      atMs,
    });
    expect(refused).toBe(401);
    for (const request of [by("ana", next), by("bo", moved)]) {
      const { status } = await attack.send("offboarding", request, { atMs });
      expect(status).toBe(202);
    }

    receivers().rotate(callersForTest, {});
  });
});
