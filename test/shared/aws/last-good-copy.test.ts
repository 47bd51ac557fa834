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

const answered = (httpStatusCode: number) => ({
  $metadata: { httpStatusCode },
});

const outages: [string, object][] = [
  ["RequestLimitExceeded", answered(400)],
  ["RequestTimeout", answered(400)],
  ["RequestTimeoutException", answered(408)],
  ["Throttling", answered(400)],
  ["ThrottlingException", answered(400)],
  ["TooManyRequestsException", answered(400)],
  ["InternalServiceError", answered(500)],
  ["Unknown", answered(503)],
  ["Unknown", answered(429)],
  ["Error", { code: "ECONNRESET", $metadata: { attempts: 3 } }],
  ["TimeoutError", { $metadata: { attempts: 3 } }],
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
    failWith("ThrottlingException", answered(400));
    expect(await read()).toBe("first");
    nowMs = dayMs;
    await expect(read()).rejects.toThrow("canary");
  });

  test("that was never read has no value", async () => {
    failWith("ThrottlingException", answered(400));
    await expect(read()).rejects.toThrow("canary");
    expect(recorded.lines).toEqual([]);
  });

  test("that has no such version still has none, and no log line tells it", async () => {
    answer = () => undefined;
    await read();
    failWith("ThrottlingException", answered(400));
    expect(await read()).toBeUndefined();
    expect(recorded.lines).toEqual([]);
  });
});

test("after an outage, a secret has its new value, which is kept from then on", async () => {
  await read();
  failWith("ThrottlingException", answered(400));
  await read();
  nowMs = dayMs - 1;
  answer = () => "second";
  expect(await read()).toBe("second");
  nowMs += dayMs - 1;
  failWith("ThrottlingException", answered(400));
  expect(await read()).toBe("second");
});

describe("an answer about the secret itself", () => {
  test.each([
    ["AccessDeniedException", answered(400)],
    ["DecryptionFailure", answered(400)],
    ["InvalidRequestException", answered(400)],
    ["ConfigurationError", { code: "secret-malformed" }],
    ["Error", { code: 7 }],
  ])("is thrown, and the value is forgotten: %s %j", async (name, fields) => {
    await read();
    failWith(name, fields);
    await expect(read()).rejects.toMatchObject({ name });
    failWith("ThrottlingException", answered(400));
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
    failWith("ThrottlingException", answered(400));
    await expect(read()).rejects.toThrow("canary");
  });
});
