import { beforeEach, expect, test } from "vitest";
import type { SecretFault } from "../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { minuteMs } from "../../../shared/durations.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import { toStepFailure } from "../../../shared/workflow/failure.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { useSecretsManager } from "../../fixtures/secrets-manager.ts";

// test/shared/aws/last-good-copy.test.ts has how long a copy counts, and all errors of an outage.

const token = "token-of-the-bot";

const secrets = useSecretsManager({
  callers: { bot: { scheme: "bearer", keys: [token], scopes: [] } },
});
let nowMs: number;
let recorded: ReturnType<typeof recordLog>;

beforeEach(() => {
  nowMs = 0;
  recorded = recordLog();
});

/** Starts a sandbox. The returned function tells what becomes of a request with a token. */
function startSandbox() {
  const callers = createStoredCallers("callers", recorded.log, {
    nowMs: () => nowMs,
  });
  return (given = token): Promise<string> =>
    callers
      .identify("bot", {
        header: () => `Bearer ${given}`,
        body: new Uint8Array(),
      })
      .then(
        (found) => (found.caller ? "accepted" : found.reason),
        (error: unknown) => `failed: ${toStepFailure(error).code}`,
      );
}

test("a Secrets Manager that fails, and then does not answer, leaves a sandbox its callers", async () => {
  const ask = startSandbox();
  expect(await ask()).toBe("accepted");
  secrets.fault = "unavailable";
  nowMs = 5 * minuteMs;
  expect(await ask()).toBe("accepted");
  await secrets.close();
  secrets.close = async () => {};
  nowMs = 10 * minuteMs;
  expect(await ask()).toBe("accepted");
  const kept = { message: "secret kept" };
  expect(recorded.lines).toMatchObject([kept, kept]);
});

test.each<[SecretFault, ReasonCode]>([
  ["access-denied", "secret-denied"],
  ["deleted", "secret-missing"],
])(
  "an operator's denial of the kind %s closes a sandbox at its next read, and a workflow says %s",
  async (kind, reason) => {
    const ask = startSandbox();
    expect(await ask()).toBe("accepted");
    secrets.fault = kind;
    nowMs = 5 * minuteMs - 1;
    expect(await ask()).toBe("accepted");
    nowMs++;
    expect(await ask()).toBe(`failed: ${reason}`);
    secrets.fault = undefined;
    expect(await ask()).toBe("accepted");
    expect(recorded.lines).toEqual([]);
  },
);

test("during an outage, a wrong token is refused only if the previous version of the secret was read before", async () => {
  const ask = startSandbox();
  expect(await ask()).toBe("accepted");
  secrets.fault = "throttled";
  expect(await ask("a-wrong-token")).toBe("failed: secret-unavailable");
  secrets.fault = undefined;
  expect(await ask("a-wrong-token")).toBe("bad-token");
  nowMs = 5 * minuteMs;
  secrets.fault = "throttled";
  expect(await ask("a-wrong-token")).toBe("bad-token");
});
