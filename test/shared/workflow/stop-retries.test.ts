import { describe, expect, test } from "vitest";
import { ApiError } from "../../../shared/community/errors.ts";
import { minuteMs } from "../../../shared/durations.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import { StepFailure } from "../../../shared/workflow/failure.ts";
import { stopRetries } from "../../../shared/workflow/stop-retries.ts";
import { useOutages } from "./outage-for-test.ts";

const outage = useOutages();
const down = new ApiError({ method: "GET", path: "/people/@me" }, 503);

const passing = (code: ReasonCode, retryAfterMs = 0) =>
  new StepFailure(code, { retryable: true, retryAfterMs });

const beginOutage = () =>
  outage().store.outages.noteFailure("platform", "platform-error-500");

describe("the attempts of a step go on", () => {
  test("after each failure while the probes succeed, and only the third failed attempt sends one", async () => {
    const failure = passing("platform-error-503");
    for (const attempt of [1, 2]) {
      expect(await stopRetries(outage(), failure, attempt)).toBe(failure);
      expect(outage().probed).toEqual([]);
    }
    expect(await stopRetries(outage(), failure, 3)).toBe(failure);
    expect(outage().probed).toEqual(["platform"]);
  });

  test.each<ReasonCode>(["store-unavailable", "person-not-recorded"])(
    "after %s during an outage, because no probe reads our store",
    async (code) => {
      await beginOutage();
      const failure = passing(code);
      expect(await stopRetries(outage(), failure, 9)).toBe(failure);
      expect(outage().probed).toEqual([]);
    },
  );

  test("after a failure that belongs to no outage", async () => {
    await beginOutage();
    const failure = passing("unexpected", 3_600_000);
    expect(await stopRetries(outage(), failure, 9)).toBe(failure);
  });

  test("when the platform asks for a pause of ten minutes", async () => {
    const failure = passing("platform-busy", 10 * minuteMs);
    expect(await stopRetries(outage(), failure, 1)).toBe(failure);
  });

  test("when our store cannot be read", async () => {
    const broken = async () => Promise.reject(new Error("no store"));
    const { outages } = outage().store;
    const options = {
      ...outage(),
      store: { outages: { ...outages, get: broken } },
    };
    const failure = passing("platform-error-503");
    expect(await stopRetries(options, failure, 3)).toBe(failure);
  });
});

describe("the attempts of a step end", () => {
  test("at the third attempt that the role does not allow, without a probe", async () => {
    const failure = passing("store-denied");
    expect(await stopRetries(outage(), failure, 2)).toBe(failure);
    expect(await stopRetries(outage(), failure, 3)).toMatchObject({
      code: "store-denied",
      retryable: false,
    });
    expect(outage().probed).toEqual([]);
  });

  test("at the first failure during an outage, with the same code and the pause that the platform asked for", async () => {
    await beginOutage();
    const failure = passing("platform-busy", 5_000);
    expect(await stopRetries(outage(), failure, 1)).toMatchObject({
      code: "platform-busy",
      retryable: false,
      retryAfterMs: 5_000,
    });
  });

  test("at the third failure if a probe fails as well", async () => {
    outage().errors.platform = down;
    const failure = passing("platform-error-503");
    expect(await stopRetries(outage(), failure, 2)).toBe(failure);
    expect(await stopRetries(outage(), failure, 3)).toMatchObject({
      retryable: false,
    });
  });

  test("at the third failure of our configuration, also if its probe succeeds", async () => {
    const failure = passing("secret-unavailable");
    expect(await stopRetries(outage(), failure, 2)).toBe(failure);
    expect(await stopRetries(outage(), failure, 3)).toMatchObject({
      code: "secret-unavailable",
      retryable: false,
    });
  });

  test("when the platform asks for a pause of more than ten minutes", async () => {
    const failure = passing("platform-busy", 10 * minuteMs + 1);
    expect(await stopRetries(outage(), failure, 1)).toMatchObject({
      retryable: false,
      retryAfterMs: 10 * minuteMs + 1,
    });
  });

  test("after a final failure, which stays as it is", async () => {
    await beginOutage();
    const final = new StepFailure("platform-error-503");
    expect(await stopRetries(outage(), final, 3)).toBe(final);
    expect(outage().probed).toEqual([]);
  });
});
