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
  is none of the platform if its probe succeeds | platform | ${undefined} | ${answered}
  is none of the platform if its probe is refused, because a refusal is an answer | platform | ${refused} | ${answered}
  is none of the platform if its probe fails for our configuration | platform | ${noSecret} | ${answered}
  is one of the platform if its probe fails as well | platform | ${down} | ${beganBy("platform-error-503")}
  is one of the platform if it refuses the service account | platform | ${new ApiError(attempted, 401)} | ${beganBy("platform-refused-401")}
  is one of our configuration if its probe fails | configuration | ${noSecret} | ${beganBy("secret-missing")}
`)("an outage: the trouble of one operation %s", async (...row) => {
  const [, blocker, error, expected] = row;
  if (error) outage().errors[blocker] = error;
  const isOne = expected !== answered;
  expect(await findOutage(outage(), blocker)).toBe(isOne);
  expect(await isOutage(outage(), blocker)).toBe(isOne);
  const { outages } = outage().store;
  expect(await outages.get(blocker)).toMatchObject({ ...expected });
  const other = blocker === "platform" ? "configuration" : "platform";
  expect(await isOutage(outage(), other)).toBe(false);
  expect(outage().probed).toEqual([blocker]);
  // Operators learn the blocker and the reason.
  expect(outage().lines).toEqual(
    isOne
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
  test("is not sent during an outage, which the store knows", async () => {
    outage().errors.platform = down;
    await findOutage(outage(), "platform");
    delete outage().errors.platform;
    outage().clock.nowMs += 3_600_000;
    expect(await findOutage(outage(), "platform")).toBe(true);
    expect(outage().probed).toHaveLength(1);
    expect(outage().lines).toHaveLength(1);
  });

  test("is repeated 30 seconds after an answer, and not before", async () => {
    await findOutage(outage(), "platform");
    outage().errors.platform = down;
    outage().clock.nowMs += 29_999;
    expect(await findOutage(outage(), "platform")).toBe(false);
    expect(outage().probed).toHaveLength(1);
    outage().clock.nowMs += 1;
    expect(await findOutage(outage(), "platform")).toBe(true);
    expect(outage().probed).toHaveLength(2);
  });

  test("is not sent while the probe of another workflow is under way", async () => {
    outage().errors.platform = down;
    await outage().store.outages.leaseProbe("platform");
    expect(await findOutage(outage(), "platform")).toBe(false);
    expect(outage().probed).toEqual([]);
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
    outage().clock.nowMs += 60_001;
    expect(await findOutage(outage(), "platform")).toBe(true);
    expect(messages()).toEqual(["outage began", "outage began"]);
  });
});
