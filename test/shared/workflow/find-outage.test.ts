import { describe, expect, test } from "vitest";
import { ApiError } from "../../../shared/community/errors.ts";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import type { Outages } from "../../../shared/store/outages.ts";
import {
  failureOf,
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

describe("the trouble of one operation", () => {
  test("is an outage if a probe fails as well, and an error line names the blocker and the reason", async () => {
    outage().errors.platform = down;
    expect(await findOutage(outage(), "platform")).toBe(true);
    expect(await outage().store.outages.get("platform")).toMatchObject({
      beganAtMs: startMs,
      reason: "platform-error-503",
    });
    expect(outage().lines).toEqual([
      {
        level: "error",
        message: "outage began",
        fields: { blockedBy: "platform", reason: "platform-error-503" },
      },
    ]);
  });

  test("is no outage if a probe succeeds, and the store notes the time of the answer", async () => {
    expect(await findOutage(outage(), "platform")).toBe(false);
    expect(outage().probed).toEqual(["platform"]);
    expect(outage().lines).toEqual([]);
    expect(await outage().store.outages.get("platform")).toEqual({
      answeredAtMs: startMs,
    });
  });

  test("is no outage of the platform if the probe is refused, because a refusal is an answer", async () => {
    outage().errors.platform = refused;
    expect(await findOutage(outage(), "platform")).toBe(false);
    expect(await outage().store.outages.get("platform")).toMatchObject({
      answeredAtMs: startMs,
    });
  });

  test("is an outage of our configuration without one of the platform", async () => {
    outage().errors.configuration = noSecret;
    expect(await findOutage(outage(), "configuration")).toBe(true);
    expect(await isOutage(outage(), "configuration")).toBe(true);
    expect(await isOutage(outage(), "platform")).toBe(false);
    expect(outage().probed).toEqual(["configuration"]);
  });

  test("is no outage of the platform if its probe fails for our configuration", async () => {
    outage().errors.platform = noSecret;
    expect(await findOutage(outage(), "platform")).toBe(false);
    expect(await isOutage(outage(), "platform")).toBe(false);
  });
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

describe("the failure of a probe", () => {
  test.each(rows<[string, Error | undefined, string | undefined]>`
    none, if the probe succeeds | ${undefined} | ${undefined}
    its code, if the platform does not work | ${down} | platform-error-503
    none, if the platform refuses the request | ${refused} | ${undefined}
    its code, if the service account is refused | ${new ApiError(attempted, 401)} | platform-refused-401
  `)("is %s", async (_what, error, code) => {
    const probe = async () => {
      if (error) throw error;
    };
    expect(await failureOf(probe, "platform")).toBe(code);
  });
});
