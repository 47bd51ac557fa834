import { expect, test } from "vitest";
import { ApiError } from "../../../shared/community/errors.ts";
import { minuteMs } from "../../../shared/durations.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { stopRetries } from "../../../shared/workflow/stop-retries.ts";
import { useOutages } from "./outage-for-test.ts";

const outage = useOutages();
const down = new ApiError({ method: "GET", path: "/people/@me" }, 503);

const passing = (code: ReasonCode, retryAfterMs = 0) =>
  new StepFailure(code, { retryable: true, retryAfterMs });

const rows: [
  situation: "works" | "is down" | "has an outage",
  code: ReasonCode,
  askedMinutes: number,
  attempt: number,
  goesOn: boolean,
  probes: number,
][] = [
  ["works", "platform-error-503", 0, 2, true, 0],
  ["works", "platform-error-503", 0, 3, true, 1],
  ["is down", "platform-error-503", 0, 2, true, 0],
  ["is down", "platform-error-503", 0, 3, false, 1],
  ["has an outage", "platform-busy", 1, 1, false, 0],
  // A longer pause is not waited for in a step.
  ["works", "platform-busy", 10, 1, true, 0],
  ["works", "platform-busy", 11, 1, false, 0],
  // No probe reads our store.
  ["has an outage", "store-unavailable", 0, 9, true, 0],
  ["has an outage", "person-not-recorded", 0, 9, true, 0],
  ["works", "store-denied", 0, 2, true, 0],
  ["works", "store-denied", 0, 3, false, 0],
  // A repair of our configuration takes longer than a step.
  ["works", "secret-unavailable", 0, 2, true, 0],
  ["works", "secret-unavailable", 0, 3, false, 1],
  ["has an outage", "unexpected", 60, 9, true, 0],
];

test.each(rows)(
  "the platform %s: after %s, a pause of %i minutes and attempt %i, more follow: %s, probes: %i",
  async (situation, code, askedMinutes, attempt, goesOn, probes) => {
    if (situation === "is down") outage().errors.platform = down;
    if (situation === "has an outage")
      await outage().store.outages.noteFailure(
        "platform",
        "platform-error-500",
      );
    const failure = passing(code, askedMinutes * minuteMs);
    const then = await stopRetries(outage(), failure, attempt);
    if (goesOn) expect(then).toBe(failure);
    else expect(then).toMatchObject({ code, retryable: false });
    expect(outage().probed).toHaveLength(probes);
  },
);

test("the pause that the platform asked for stays known when the attempts end", async () => {
  const asked = passing("platform-busy", 11 * minuteMs);
  const { retryAfterMs } = await stopRetries(outage(), asked, 1);
  expect(retryAfterMs).toBe(11 * minuteMs);
});

test("the attempts go on when our store cannot be read, and a final failure stays as it is", async () => {
  const broken = async () => Promise.reject(new Error("no store"));
  const { outages } = outage().store;
  const store = { outages: { ...outages, get: broken } };
  const failure = passing("platform-error-503");
  expect(await stopRetries({ ...outage(), store }, failure, 3)).toBe(failure);
  const final = new StepFailure("platform-error-503");
  expect(await stopRetries(outage(), final, 3)).toBe(final);
  expect(outage().probed).toEqual([]);
});
