import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createOperationsApp } from "../../../functions/operations/api.ts";
import {
  startSecretsManager,
  type SecretFault,
} from "../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { stubAws } from "../../fixtures/stub-aws.ts";

const token = "token-of-the-bot";

let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
let fault: SecretFault | undefined;
let nowMs: number;
let recorded: ReturnType<typeof recordLog>;

beforeEach(async () => {
  fault = undefined;
  nowMs = 0;
  recorded = recordLog();
  secrets = await startSecretsManager({
    fault: () => fault,
    secrets: {
      callers: { bot: { scheme: "bearer", keys: [token], scopes: [] } },
    },
  });
  stubAws({
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await secrets.close();
});

/** A function in a new sandbox. Resolves to the status of a request: 404 if its caller is authentic. */
function startSandbox() {
  const { log } = recorded;
  const app = createOperationsApp({
    rules: {} as never,
    callers: createStoredCallers("callers", log, { nowMs: () => nowMs }),
    store: { operations: { get: async () => undefined } as never } as never,
    lists: {} as never,
    limits: {} as never,
    startWorkflow: async () => undefined,
    nowMs: () => nowMs,
    log,
  });
  return async (given = token) => {
    const headers = { authorization: `Bearer ${given}` };
    return (await app.request("/operations/op_none", { headers })).status;
  };
}

const messages = () =>
  recorded.lines.map(({ message, fields }) => [message, fields.error]);

const outages: [SecretFault, string][] = [
  ["internal-error", "InternalServiceError"],
  ["unavailable", "SyntaxError"],
  ["throttled", "ThrottlingException"],
];

describe("an outage of Secrets Manager", () => {
  test.each(outages)(
    "of the kind %s leaves a function open for a day with the keys that it has, and the log says so",
    async (kind, error) => {
      const ask = startSandbox();
      expect(await ask()).toBe(404);
      fault = kind;
      for (nowMs = 5 * minuteMs; nowMs < dayMs; nowMs += 60 * minuteMs)
        expect(await ask()).toBe(404);
      expect(recorded.lines).toHaveLength(24);
      expect(messages()[0]).toEqual(["secret kept", error]);

      nowMs = dayMs + 5 * minuteMs;
      expect(await ask()).toBe(503);
      fault = undefined;
      expect(await ask()).toBe(404);
    },
  );

  test("without any answer leaves a function open, too", async () => {
    const ask = startSandbox();
    expect(await ask()).toBe(404);
    await secrets.close();
    nowMs = 5 * minuteMs;
    expect(await ask()).toBe(404);
    expect(messages()).toEqual([["secret kept", expect.any(String)]]);
    secrets = await startSecretsManager();
  });

  test("is answered 503 by a new sandbox, which has no copy", async () => {
    fault = "internal-error";
    expect(await startSandbox()()).toBe(503);
    expect(messages()).toEqual([["unavailable", "InternalServiceError"]]);
  });

  test("does not turn a wrong token into a rejection, if the previous version was never read", async () => {
    const ask = startSandbox();
    expect(await ask()).toBe(404);
    fault = "throttled";
    expect(await ask("a-wrong-token")).toBe(503);
    fault = undefined;
    expect(await ask("a-wrong-token")).toBe(401);
    nowMs = 5 * minuteMs;
    fault = "throttled";
    expect(await ask("a-wrong-token")).toBe(401);
  });
});

describe("an answer that an operator causes", () => {
  const denials: SecretFault[] = [
    "access-denied",
    "deleted",
    "marked-for-deletion",
    "key-disabled",
  ];

  test.each(denials)(
    "of the kind %s closes a function at its next read of the secret, also during a later outage",
    async (kind) => {
      const ask = startSandbox();
      expect(await ask()).toBe(404);
      fault = kind;
      nowMs = 5 * minuteMs - 1;
      expect(await ask()).toBe(404);
      nowMs = 5 * minuteMs;
      expect(await ask()).toBe(503);
      fault = "internal-error";
      expect(await ask()).toBe(503);
      fault = undefined;
      expect(await ask()).toBe(404);
      expect(messages().map(([message]) => message)).not.toContain(
        "secret kept",
      );
    },
  );
});
