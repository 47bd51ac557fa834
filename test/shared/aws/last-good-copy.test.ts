import { expect, test } from "vitest";
import { createLastGoodCopy } from "../../../shared/aws/last-good-copy.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { rows } from "../../fixtures/rows.ts";

const answered = (httpStatusCode: number) => ({
  $metadata: { httpStatusCode },
});

/** An error of the SDK. */
const errorOf = (name: string, fields: object) =>
  Object.assign(new Error("canary"), { name, ...fields });

/** A secret that is read. Time passes, and what Secrets Manager answers changes. */
function startReading() {
  const state = { nowMs: 0, answer: "first" as unknown, fails: false };
  const { log, lines } = recordLog();
  const read = createLastGoodCopy({
    read: async () => {
      if (state.fails) throw state.answer;
      return state.answer;
    },
    nowMs: () => state.nowMs,
    log,
  });
  const readAs = (answer: unknown, fails = true) => {
    Object.assign(state, { answer, fails });
    return read();
  };
  return { state, lines, read, readAs };
}

const throttled = errorOf("ThrottlingException", answered(400));

test.each(rows<[string, object]>`
  RequestLimitExceeded | ${answered(400)}
  RequestTimeout | ${answered(400)}
  RequestTimeoutException | ${answered(408)}
  Throttling | ${answered(400)}
  ThrottlingException | ${answered(400)}
  TooManyRequestsException | ${answered(400)}
  InternalServiceError | ${answered(500)}
  Unknown | ${answered(503)}
  Unknown | ${answered(429)}
  Error | ${{ code: "ECONNRESET", $metadata: { attempts: 3 } }}
  TimeoutError | ${{ $metadata: { attempts: 3 } }}
`)(
  "during an outage, a secret has the value that was read last: %s %j",
  async (name, fields) => {
    const { read, readAs, lines } = startReading();
    await read();
    expect(await readAs(errorOf(name, fields))).toBe("first");
    expect(lines).toEqual([
      { level: "error", message: "secret kept", fields: { error: name } },
    ]);
  },
);

test.each(rows<[string, unknown]>`
  AccessDeniedException | ${errorOf("AccessDeniedException", answered(400))}
  DecryptionFailure | ${errorOf("DecryptionFailure", answered(400))}
  InvalidRequestException | ${errorOf("InvalidRequestException", answered(400))}
  a malformed secret | ${errorOf("ConfigurationError", { code: "secret-malformed" })}
  an error with a number as its code | ${errorOf("Error", { code: 7 })}
  a value that is no error | canary
`)(
  "an answer about the secret itself is thrown, and the value is forgotten: %s",
  async (_, error) => {
    const { read, readAs, lines } = startReading();
    await read();
    await expect(readAs(error)).rejects.toBe(error);
    await expect(readAs(throttled)).rejects.toBe(throttled);
    expect(lines).toEqual([]);
  },
);

test.each(rows<[string, string, number]>`
  keeps its value for a day and not longer | first is first, 86399999 ms pass, throttled is first, 1 ms pass, throttled fails | ${1}
  that was never read has no value | throttled fails | ${0}
  that has no such version still has none, which is not logged | none is none, throttled is none | ${0}
  has its new value after an outage, and keeps it from then on | first is first, throttled is first, 86399999 ms pass, second is second, 86399999 ms pass, throttled is second | ${2}
`)("during an outage, a secret %s: %s", async (_, steps, kept) => {
  const { state, readAs, lines } = startReading();
  const valueOf = (name: string) => (name === "none" ? undefined : name);
  for (const step of steps.split(", ")) {
    const [what = "", , expected = ""] = step.split(" ");
    if (step.endsWith("pass")) {
      state.nowMs += Number(what);
      continue;
    }
    const isOut = what === "throttled";
    const reading = readAs(isOut ? throttled : valueOf(what), isOut);
    if (step.endsWith("fails")) await expect(reading).rejects.toBe(throttled);
    else expect(await reading).toBe(valueOf(expected));
  }
  expect(lines).toHaveLength(kept);
});
