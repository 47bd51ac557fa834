import { describe, expect, test } from "vitest";
import { allEvents } from "../../../../functions/events/event.ts";
import { receiverPaths } from "../../../../infra/cli/commands/events/deliver.ts";
import { routes } from "../../../../infra/aws/deployment/functions.ts";
import { signEvent } from "../../../../infra/cli/sign-event.ts";
import { localSecrets } from "../../../../infra/local/credentials.ts";
import { createSample, sampleNames } from "../../../../infra/sample/samples.ts";
import { eventFactsOf, eventTypes } from "../../../../shared/event-types.ts";
import { createEnvelopeParser } from "../../../../shared/webhook/envelope.ts";
import { createLocalCallers } from "../../../environments/parts/receivers.ts";
import { json, origin, type SentRequest, useCli } from "../cli-for-test.ts";
import { emptyMatch, shownOperation } from "../operation-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const cli = useCli();
const nowMs = Date.parse("2026-11-22T12:00:00Z");
const privateKey = "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
const publicKey = "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
/** Callers with the keys that sign. */
const configured = {
  bob: {
    scheme: "hmac",
    header: "Bob-Signature",
    hash: "sha512",
    encoding: "base64",
    key: "canary-4f1d: It's a Secret",
  },
  discord: {
    scheme: "ed25519",
    header: "X-Signature-Ed25519",
    timestampHeader: "X-Signature-Timestamp",
    key: privateKey,
  },
  asymmetric: { scheme: "standard-webhooks", key: privateKey },
};
/** What a receiver knows. Of a key pair, it has only the public key. */
const callers = createLocalCallers(
  () => nowMs,
  Object.fromEntries(
    Object.entries(configured).map(([name, { key, ...fields }]) => {
      const keys = [key === privateKey ? publicKey : key];
      return [name, { ...fields, keys, scopes: [] }];
    }),
  ),
);

/** Writes a configuration with the keys of callers, two of them of the local stack, and without an operator's key. */
async function writeConfig() {
  const { hr, ops } = localSecrets.callers;
  const keyOf = ({ scheme, keys: [key] }: typeof hr | typeof ops) => ({
    scheme,
    key,
  });
  const signers = {
    hr: keyOf(hr),
    ops: keyOf(ops),
    ...configured,
    bus: { scheme: "eventbridge", key: "none" },
    chat: {
      scheme: "jwt",
      issuer: "https://accounts.example.com",
      audience: "https://api.example.com",
      jwksUrl: "https://keys.example.com",
      claims: { sub: "1234" },
      key: "a.token.of-the-issuer",
    },
    vendor: { ...configured.discord, key: publicKey },
    half: { scheme: "hmac", key: "canary-4f1d-half" },
  };
  const profiles = { test: { origin, callers: signers } };
  await cli().file("config.json", { profiles });
}

const identify = (name: string, { headers, text }: SentRequest) =>
  callers.identify(name, {
    header: (header) => headers.get(header) ?? undefined,
    body: new TextEncoder().encode(text),
    sourceAddress: undefined,
  });
const accepted = () =>
  json(shownOperation("op_1", { status: "accepted" }), 202);

describe("events send", () => {
  test("has the path of each receiver of events, and no other path", () => {
    const paths = routes.map(({ path }) => path);
    expect(receiverPaths.map((name) => `/${name}/{caller}`).toSorted()).toEqual(
      paths.filter((path) => /^\/[^/]+\/\{caller\}$/.test(path)).toSorted(),
    );
  });

  test.each(["hr", "ops", ...Object.keys(configured)])(
    "signs the body of a file as the caller %s, so that a receiver knows the caller",
    async (caller) => {
      await writeConfig();
      const { run, file, sent } = cli();
      const path = await file("event", '{ "command": "/status" }');
      const words = `events send ${path} --caller ${caller} --to status`;
      const { exitCode, output, errors } = await run(words, accepted);
      expect(errors).toBe("");
      expect(exitCode).toBe(0);
      expect(sent).toMatchObject([
        { path: `/status/${caller}`, text: '{ "command": "/status" }' },
      ]);
      expect(await identify(caller, sent[0]!)).toMatchObject({
        caller: { name: caller },
      });
      expect(output).toContain("op_1");
      expect(output).not.toContain("canary");
    },
  );

  test("sends the token that the profile has as the key of a caller with the scheme jwt", async () => {
    await writeConfig();
    const { sent } = await cli().run(
      "events send --sample hire --caller chat",
      accepted,
    );
    expect(sent[0]?.headers.get("authorization")).toBe(
      "Bearer a.token.of-the-issuer",
    );
  });

  test("has a valid sample of every type of event that the bus takes too", () => {
    const samples = sampleNames.map((name) => createSample(name, nowMs));
    const types = eventTypes.filter((type) => !eventFactsOf(type).isOnlyByHttp);
    expect(new Set(samples.map(({ type }) => type))).toEqual(new Set(types));
    const parse = createEnvelopeParser(allEvents(255).events, () => nowMs);
    for (const sample of samples)
      expect(parse(sample)).toMatchObject({ ok: true });
  });

  test("sends the standard input with a delivery id and the current time", async () => {
    await writeConfig();
    const piped = JSON.stringify({ type: "employee.changed", data: {} });

    const { sent } = await cli().run("events send - --now --id msg_7", {
      answer: accepted,
      piped,
    });
    expect(sent[0]?.body).toEqual({
      type: "employee.changed",
      timestamp: "2026-11-22T12:00:00.000Z",
      data: {},
    });
    expect(sent[0]?.headers.get("webhook-id")).toBe("msg_7");
  });

  test("names the wrong field of an event that is refused", async () => {
    await writeConfig();
    const { exitCode, errors } = await cli().run(
      "events send --sample hire",
      () =>
        json(
          {
            type: "urn:x:problem:validation-error",
            title: "The request is not as documented",
            errors: [{ pointer: "#/data/email", detail: "must be given" }],
          },
          400,
        ),
    );
    expect(exitCode).toBe(1);
    expect(errors).toContain("#/data/email must be given");
    expect(errors).toContain("Correct the input");
  });

  test.each([
    ['{ "type":', "application/json"],
    ["a=1&b=2", "application/x-www-form-urlencoded"],
  ])("sends %s with the content type %s", (body, type) => {
    const caller = { scheme: "bearer", key: localSecrets.callers.ops.keys[0] };
    const headers = signEvent(caller, { id: "", body, nowMs });
    expect(headers["content-type"]).toBe(type);
  });

  test.each(rows<[string, string, string]>`
    no file and no sample              | ${""} | Name a file with the event, or a sample
    a file that does not exist         | none.json | none.json cannot be read
    a file and a sample                | - --sample hire | not both
    --now for text that is no JSON     | - --now | Leave --now out
    an unknown caller                  | --sample hire --caller hrx | no key of the caller hrx
    a caller of the bus                | --sample hire --caller bus | aws events put-events
    a caller with its public key only  | --sample hire --caller vendor | Write its private key
    a caller that lacks a field        | --sample hire --caller half | #/header must be given
  `)(
    "sends nothing with %s, and says what to do",
    async (_, words, message) => {
      await writeConfig();
      const all = `events send ${words}`.trim();
      const { exitCode, errors, sent } = await cli().run(all, { piped: "{" });
      expect(exitCode).toBe(1);
      expect(errors).toContain(message);
      expect(errors).not.toContain("canary");
      expect(sent).toEqual([]);
    },
  );
});

const event = {
  type: "employee.terminated",
  employeeId: "E-1042",
  fields: ["/employeeId", "/graceDays"],
  effectiveAt: "2026-11-30T23:00:00.000Z",
};
const limits = [{ name: "disable-limit", used: 3, allowed: 10 }];
const match = { ...emptyMatch, limits, outdated: ["/title"] };
const held = { name: "disable-limit", used: 10, allowed: 10 };

const withVerdict = (verdict: object) => ({ match: { ...match, verdict } });

/** The columns: title, what the API tells of the event, what the command prints, exit code. */
test.each(rows<[string, object, RegExp, number?]>`
  that the caller may not see the state   | ${{}} | ${/The caller hr lacks the scope operate.*add --caller ops/s}
  fields of newer events, and limits      | ${{ match }} | ${/employee.terminated of E-1042.*Newer event has set +\/title.*disable-limit +3 of 10/s}
  that an event would be in force         | ${withVerdict({ is: "in-force" })} | ${/It would take effect now\./}
  the warning of an event in force        | ${withVerdict({ is: "in-force", warning: "nothing-to-cancel" })} | ${/It would take effect now, with the warning nothing-to-cancel\./}
  for when an event would be scheduled    | ${withVerdict({ is: "scheduled", scheduledFor: event.effectiveAt })} | ${/It would be scheduled for 2026-11-30T23:00:00.000Z\./}
  which operation an event repeats        | ${withVerdict({ is: "repeats", sameAs: "op_1" })} | ${/It repeats op_1\./}
  why an event would be cancelled         | ${withVerdict({ is: "overtaken", reason: "already-left", sameAs: "op_1" })} | ${/It would be cancelled: already-left, because of op_1\./}
  why an event needs a decision           | ${withVerdict({ is: "needs-decision", reason: "rehire-unclear" })} | ${/It needs a decision: rehire-unclear\./} | ${2}
  which limit would hold an event         | ${withVerdict({ is: "held", limit: held })} | ${/It would be held: 10 of 10 of the disable-limit\./} | ${3}
`)(
  "events preview signs an event like a real one, and prints %s",
  async (_, told, shown, code = 0) => {
    await writeConfig();
    const { output, exitCode, sent } = await cli().run(
      "events preview --sample leave",
      () => json({ events: [{ ...event, ...told }], ignored: 0 }),
    );
    expect(output).toMatch(shown);
    expect(exitCode).toBe(code);
    expect(sent).toMatchObject([
      { path: "/events/hr/preview", body: { type: "employee.terminated" } },
    ]);
    expect(await identify("hr", sent[0]!)).toMatchObject({
      caller: { name: "hr" },
    });
  },
);
