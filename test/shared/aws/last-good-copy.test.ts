import { beforeEach, describe, expect, test } from "vitest";
import { createLastGoodCopy } from "../../../shared/aws/last-good-copy.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { dayMs } from "../../../shared/durations.ts";

let nowMs: number;
let answer: () => unknown;
let recorded: ReturnType<typeof recordLog>;
let read: () => Promise<unknown>;

beforeEach(() => {
  nowMs = 0;
  answer = () => "first";
  recorded = recordLog();
  read = createLastGoodCopy({
    read: async () => answer(),
    nowMs: () => nowMs,
    log: recorded.log,
  });
});

/** From now on, Secrets Manager answers with an error of the SDK. */
function failWith(name: string, fields: object = {}): void {
  answer = () => {
    throw Object.assign(new Error("canary"), { name, ...fields });
  };
}

const outages: [string, object][] = [
  ["InternalFailure", {}],
  ["InternalServiceError", {}],
  ["RequestLimitExceeded", {}],
  ["RequestTimeout", {}],
  ["RequestTimeoutException", {}],
  ["ServiceUnavailable", {}],
  ["Throttling", {}],
  ["ThrottlingException", {}],
  ["TimeoutError", {}],
  ["TooManyRequestsException", {}],
  ["Unknown", { $metadata: { httpStatusCode: 500 } }],
  ["Unknown", { $metadata: { httpStatusCode: 429 } }],
  ...[
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ECONNRESET",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ENOTFOUND",
    "EPIPE",
    "ETIMEDOUT",
  ].map((code): [string, object] => ["Error", { code }]),
];

describe("during an outage of Secrets Manager, a secret", () => {
  test.each(outages)(
    "has the value that was read last, if the error is %s %j",
    async (name, fields) => {
      await read();
      failWith(name, fields);
      expect(await read()).toBe("first");
      expect(recorded.lines).toEqual([
        { level: "error", message: "secret kept", fields: { error: name } },
      ]);
    },
  );

  test("keeps its value for a day and not longer", async () => {
    await read();
    nowMs = dayMs - 1;
    failWith("ThrottlingException");
    expect(await read()).toBe("first");
    nowMs = dayMs;
    await expect(read()).rejects.toThrow("canary");
  });

  test("that was never read has no value", async () => {
    failWith("ThrottlingException");
    await expect(read()).rejects.toThrow("canary");
    expect(recorded.lines).toEqual([]);
  });

  test("that has no such version still has none, and no log line tells it", async () => {
    answer = () => undefined;
    await read();
    failWith("ThrottlingException");
    expect(await read()).toBeUndefined();
    expect(recorded.lines).toEqual([]);
  });
});

test("after an outage, a secret has its new value, which is kept from then on", async () => {
  await read();
  failWith("ThrottlingException");
  await read();
  nowMs = dayMs - 1;
  answer = () => "second";
  expect(await read()).toBe("second");
  nowMs += dayMs - 1;
  failWith("ThrottlingException");
  expect(await read()).toBe("second");
});

describe("an answer about the secret itself", () => {
  test.each([
    ["AccessDeniedException", { $metadata: { httpStatusCode: 400 } }],
    ["DecryptionFailure", {}],
    ["InvalidRequestException", {}],
    ["ConfigurationError", { code: "secret-malformed" }],
    ["Error", { code: 7 }],
  ])("is thrown, and the value is forgotten: %s %j", async (name, fields) => {
    await read();
    failWith(name, fields);
    await expect(read()).rejects.toMatchObject({ name });
    failWith("ThrottlingException");
    await expect(read()).rejects.toMatchObject({ name: "ThrottlingException" });
    expect(recorded.lines).toEqual([]);
  });

  test("is also a rejection with a value that is no Error", async () => {
    await read();
    answer = () => {
      // oxlint-disable-next-line typescript/only-throw-error -- a library can throw anything
      throw "canary";
    };
    await expect(read()).rejects.toBe("canary");
    failWith("ThrottlingException");
    await expect(read()).rejects.toThrow("canary");
  });
});
