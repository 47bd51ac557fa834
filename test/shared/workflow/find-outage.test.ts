import { describe, expect, test } from "vitest";
import { ApiError } from "../../../shared/community/errors.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import type { Blocker, ReasonCode } from "../../../shared/reason-codes.ts";
import type { Outages } from "../../../shared/store/outages.ts";
import {
  findOutage,
  isOutage,
  type OutageOptions,
} from "../../../shared/workflow/find-outage.ts";
import { startMs } from "../store/store-for-test.ts";
import { useOutages } from "./outage-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const outage = useOutages();
const attempted = { method: "GET", path: "/people/@me" };
const down = new ApiError(attempted, 503);
const refused = new ApiError(attempted, 400);
const noSecret = new ConfigurationError("secret-missing", "canary");

const answered = { answeredAtMs: startMs };
const beganBy = (reason: ReasonCode) => ({ beganAtMs: startMs, reason });

test.each(rows<[string, Blocker, Error | undefined, object | undefined]>`
  no outage of the platform if its probe succeeds | platform | ${undefined} | ${answered}
  no outage of the platform if its probe is refused, because a refusal is an answer | platform | ${refused} | ${answered}
  no outage of the platform if its probe fails for our configuration | platform | ${noSecret} | ${answered}
  an outage of the platform if its probe fails as well | platform | ${down} | ${beganBy("platform-error-503")}
  an outage of the platform if it refuses the service account | platform | ${new ApiError(attempted, 401)} | ${beganBy("platform-refused-401")}
  an outage of our configuration if its probe fails | configuration | ${noSecret} | ${beganBy("secret-missing")}
`)("the failure of one operation means %s", async (...row) => {
  const [, blocker, error, expected] = row;
  if (error) outage().errors[blocker] = error;
  const isFound = expected !== answered;
  expect(await findOutage(outage(), blocker)).toBe(isFound);
  expect(await isOutage(outage(), blocker)).toBe(isFound);
  const { outages } = outage().store;
  expect(await outages.get(blocker)).toMatchObject({ ...expected });
  const other = blocker === "platform" ? "configuration" : "platform";
  expect(await isOutage(outage(), other)).toBe(false);
  expect(outage().probed).toEqual([blocker]);
  // Operators learn the blocker and the reason.
  expect(outage().lines).toEqual(
    isFound
      ? [
          {
            level: "error",
            message: "outage began",
            fields: {
              blockedBy: blocker,
              reason: Reflect.get({ ...expected }, "reason") as unknown,
            },
          },
        ]
      : [],
  );
});

describe("a probe", () => {
  // Title | what the platform does, how much time passes, and what a workflow finds | how many probes that takes
  test.each(rows<[string, string, number]>`
    is not sent during an outage, which the store knows | is down, outage, is up, 3600000 ms, outage | ${1}
    is repeated 30 seconds after an answer, and not before | none, is down, 29999 ms, none, 1 ms, outage | ${2}
    is not sent while the probe of another workflow is under way | is down, leased, none | ${0}
  `)("%s: %s", async (_, steps, probes) => {
    const { errors, clock, store, probed, lines } = outage();
    let found = 0;
    for (const step of steps.split(", ")) {
      if (step === "is down") errors.platform = down;
      else if (step === "is up") delete errors.platform;
      else if (step === "leased") await store.outages.leaseProbe("platform");
      else if (step.endsWith(" ms")) clock.nowMs += Number.parseInt(step);
      else {
        const isFound = await findOutage(outage(), "platform");
        expect(isFound ? "outage" : "none").toBe(step);
        found ||= isFound ? 1 : 0;
      }
    }
    expect(probed).toHaveLength(probes);
    expect(lines).toHaveLength(found);
  });

  test("is not sent if another workflow has begun the outage meanwhile, and no second line is written", async () => {
    const { store, errors, lines, probed } = outage();
    errors.platform = down;
    const { outages } = store;
    const behind = {
      ...outage(),
      store: { outages: { ...outages, get: async () => undefined } },
    };
    await outages.noteFailure("platform", "platform-error-500");
    expect(await findOutage(behind, "platform")).toBe(true);
    expect([lines, probed]).toEqual([[], []]);
  });
});

describe("the error line at the beginning of an outage", () => {
  const dying = (noteFailure: Outages["noteFailure"]): OutageOptions => {
    const { outages } = outage().store;
    return { ...outage(), store: { outages: { ...outages, noteFailure } } };
  };
  const messages = () => outage().lines.map(({ message }) => message);

  test("is written, also if the workflow dies after the write that begins the outage", async () => {
    outage().errors.platform = down;
    const { outages } = outage().store;
    const options = dying(async (...args) => {
      await outages.noteFailure(...args);
      throw new Error("killed");
    });
    await expect(findOutage(options, "platform")).rejects.toThrow("killed");
    expect(await findOutage(outage(), "platform")).toBe(true);
    expect(messages()).toEqual(["outage began"]);
  });

  test("is written again if the workflow dies before that write, because another one begins the outage", async () => {
    outage().errors.platform = down;
    const options = dying(() => Promise.reject(new Error("killed")));
    await expect(findOutage(options, "platform")).rejects.toThrow("killed");
    // The lease of its probe ends after a minute.
    outage().clock.nowMs += 60_001;
    expect(await findOutage(outage(), "platform")).toBe(true);
    expect(messages()).toEqual(["outage began", "outage began"]);
  });
});
