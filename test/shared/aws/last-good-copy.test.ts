import { expect, test } from "vitest";
import { createLastGoodCopy } from "../../../shared/aws/last-good-copy.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { rows } from "../../fixtures/rows.ts";

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

const outage = new ConfigurationError(
  "secret-unavailable",
  "wait",
  Object.assign(new Error("canary"), { name: "ThrottlingException" }),
);

test("during an outage, a secret has the value that was read last, and the log says why", async () => {
  const { read, readAs, lines } = startReading();
  await read();
  expect(await readAs(outage)).toBe("first");
  expect(lines).toEqual([
    {
      level: "error",
      message: "secret kept",
      fields: { error: "ThrottlingException" },
    },
  ]);
});

test.each(rows<[string, unknown]>`
  a denial | ${new ConfigurationError("secret-denied", "grant it")}
  a malformed secret | ${new ConfigurationError("secret-malformed", "check /user")}
  an error that is not of the secret | ${new Error("canary")}
  a value that is no error | canary
`)(
  "an answer about the secret itself is thrown, and the value is forgotten: %s",
  async (_, error) => {
    const { read, readAs, lines } = startReading();
    await read();
    await expect(readAs(error)).rejects.toBe(error);
    await expect(readAs(outage)).rejects.toBe(outage);
    expect(lines).toEqual([]);
  },
);

// Title | what Secrets Manager answers, what is read then, and times that pass | number of log lines
test.each(rows<[string, string, number]>`
  keeps its value for a day and not longer | first is first, 86399999 ms pass, outage is first, 1 ms pass, outage fails | ${1}
  that was never read has no value | outage fails | ${0}
  that has no such version still has none, which is not logged | none is none, outage is none | ${0}
  has its new value after an outage, and keeps it from then on | first is first, outage is first, 86399999 ms pass, second is second, 86399999 ms pass, outage is second | ${2}
`)("during an outage, a secret %s: %s", async (_, steps, kept) => {
  const { state, readAs, lines } = startReading();
  const valueOf = (name: string) => (name === "none" ? undefined : name);
  for (const step of steps.split(", ")) {
    const [what = "", , expected = ""] = step.split(" ");
    if (step.endsWith("pass")) {
      state.nowMs += Number(what);
      continue;
    }
    const isOut = what === "outage";
    const reading = readAs(isOut ? outage : valueOf(what), isOut);
    if (step.endsWith("fails")) await expect(reading).rejects.toBe(outage);
    else expect(await reading).toBe(valueOf(expected));
  }
  expect(lines).toHaveLength(kept);
});
