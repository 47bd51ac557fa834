import { describe, expect, test } from "vitest";
import { ApiError } from "../../../shared/community/errors.ts";
import { hourMs, minuteMs } from "../../../shared/durations.ts";
import type { Blocker, ReasonCode } from "../../../shared/reason-codes.ts";
import type { StartedOperation } from "../../../shared/store/operation.ts";
import { lastTermination } from "../../../shared/store/operation-writer.ts";
import {
  choosePause,
  isPartOfOutage,
  patienceMs,
  requireNoOutage,
} from "../../../shared/workflow/choose-pause.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import type { Steps } from "../../../shared/workflow/steps.ts";
import { rows } from "../../fixtures/rows.ts";
import { newOperation } from "../store/operation-for-test.ts";
import { startMs } from "../store/store-for-test.ts";
import { useOutages } from "./outage-for-test.ts";

const outage = useOutages();
const down = new ApiError({ method: "GET", path: "/people/@me" }, 503);

/** A run of an operation. The platform asks for a pause of `askedMs`. With `random` 1, pauses have full length. */
function runOf(
  changes: Partial<StartedOperation> = {},
  { askedMs = 0, random = 1 } = {},
) {
  const names: string[] = [];
  const steps = {
    store: (name: string, body: () => Promise<unknown>) => {
      names.push(name);
      return body();
    },
    askedPauseMs: () => askedMs,
  } as unknown as Steps;
  const operation = {
    ...newOperation("op"),
    warnings: [],
    ...changes,
  } as StartedOperation;
  return { ...outage(), operation, steps, random: () => random, names };
}

const choose = (
  run: ReturnType<typeof runOf>,
  code: ReasonCode = "platform-error-503",
  mayWaitMs = patienceMs,
) => choosePause(run, new StepFailure(code), mayWaitMs);

/** What the next run knows of this pause. */
function asBlocked(
  pause: Awaited<ReturnType<typeof choose>>,
): Partial<StartedOperation> {
  if (typeof pause !== "object") throw new Error(`it is ${pause}`);
  const { blockedSinceMs, pauses } = pause;
  return { blockedSinceMs, pauses };
}

type Pause = { code?: ReasonCode; askedMs?: number; random?: number };

/** How long an operation that alone is blocked pauses, after earlier pauses. */
async function pauseMsAfter(pauses: number, { code, ...more }: Pause = {}) {
  const run = runOf({ pauses, blockedSinceMs: startMs }, more);
  const pause = await choose(run, code);
  if (typeof pause !== "object") throw new Error(`it is ${pause}`);
  return pause.dueAtMs - startMs;
}

describe("an operation whose failure may pass", () => {
  test("waits for its blocker, from the time of its first failure", async () => {
    const first = runOf({ warnings: [{ about: "/title", reason: "differs" }] });
    expect(await choose(first)).toMatchObject({
      status: "waiting",
      reason: "platform-error-503",
      blockedBy: "platform",
      blockedSinceMs: startMs,
      warnings: [{ about: "/title", reason: "differs" }],
    });
    expect(first.names).toEqual(["choose pause"]);
    const sinceMs = startMs - hourMs;
    expect(await choose(runOf({ blockedSinceMs: sinceMs }))).toMatchObject({
      blockedSinceMs: sinceMs,
    });
    expect(await choose(runOf(), "secret-missing")).toMatchObject({
      blockedBy: "configuration",
    });
  });

  test("is over after the time that it may wait, and not a millisecond before", async () => {
    const { clock } = outage();
    clock.nowMs = startMs + hourMs - 1;
    const run = () => runOf({ blockedSinceMs: startMs, pauses: 4 });
    expect(await choose(run(), undefined, hourMs)).toMatchObject({
      dueAtMs: startMs + hourMs,
    });
    clock.nowMs++;
    expect(await choose(run(), undefined, hourMs)).toBe("over");
  });
});

test("an operation whose failure does not pass does not wait, and no step looks for an outage", async () => {
  const run = runOf();
  expect(await choose(run, "platform-refused-400")).toBeUndefined();
  expect([run.names, outage().probed]).toEqual([[], []]);
});

describe("an operation during an outage", () => {
  test("waits for its end, and looks itself after six hours", async () => {
    outage().errors.platform = down;
    const pause = await choose(runOf({ pauses: 3 }));
    expect(pause).toMatchObject({
      outage: "platform",
      pauses: 0,
      dueAtMs: startMs + 6 * hourMs,
    });
    expect(outage().lines.map(({ message }) => message)).toEqual([
      "outage began",
    ]);
  });

  // A leaver must not keep access, so those events go on before all others.
  test.each([
    ["employee.terminated", startMs],
    ["employee.suspended", startMs],
    ["employee.hired", lastTermination + startMs],
    ["employee.changed", lastTermination + startMs],
    ["status.set", lastTermination + startMs],
  ] as const)(
    "has its place after the outage as %s",
    async (type, wakeOrder) => {
      outage().errors.platform = down;
      expect(await choose(runOf({ type }))).toMatchObject({ wakeOrder });
    },
  );
});

describe("an operation that alone is blocked", () => {
  test("says so in an error line at its first pause only", async () => {
    const first = await choose(runOf());
    expect(outage().lines).toEqual([
      {
        level: "error",
        message: "blocked alone",
        fields: {
          operationId: "op",
          type: "employee.hired",
          blockedBy: "platform",
          reason: "platform-error-503",
        },
      },
    ]);
    await choose(runOf(asBlocked(first)));
    expect(outage().lines).toHaveLength(1);
  });

  test("says so again after an outage", async () => {
    const alone = await choose(runOf());
    outage().errors.platform = down;
    outage().clock.nowMs += minuteMs;
    const inOutage = await choose(runOf(asBlocked(alone)));
    delete outage().errors.platform;
    const { outages } = outage().store;
    await outages.noteAnswer("platform", await outages.get("platform"));
    await choose(runOf(asBlocked(inOutage)));
    expect(outage().lines.map(({ message }) => message)).toEqual([
      "blocked alone",
      "outage began",
      "blocked alone",
    ]);
  });

  const ours = { code: "secret-missing" } as const;
  test.each(rows<[string, [pauses: number, minutes: number][], Pause?]>`
    for a minute first, then twice as long each time, up to six hours | ${[
      [0, 1],
      [1, 2],
      [2, 4],
      [8, 256],
      [9, 360],
      [40, 360],
    ]}
    up to a quarter less by chance, so that many do not come back at once | ${[[2, 3]]} | ${{ random: 0 }}
    for whole milliseconds | ${[[0, 50_000 / minuteMs]]} | ${{ random: 0.333_33 }}
    for our configuration within ten minutes on the first day, and then within an hour | ${[
      [3, 8],
      [4, 10],
      [149, 10],
      [150, 60],
      [900, 60],
    ]} | ${ours}
    as long as the platform asks | ${[[0, 60]]} | ${{ askedMs: hourMs }}
    no shorter because the platform asks for less | ${[[3, 8]]} | ${{ askedMs: minuteMs }}
    up to six hours if the platform asks for more | ${[[0, 360]]} | ${{ askedMs: 100 * hourMs }}
  `)("pauses %s", async (_, cases, more) => {
    for (const [pauses, minutes] of cases)
      expect(await pauseMsAfter(pauses, more)).toBe(minutes * minuteMs);
  });

  test("counts its pauses, and waits for no outage", async () => {
    const pause = await choose(runOf({ pauses: 4 }));
    expect(pause).toMatchObject({ pauses: 5 });
    expect(pause).not.toHaveProperty("outage");
  });
});

test.each(rows<[string, Blocker | undefined, number | undefined, string[]]>`
  that was never blocked does not read the outages | platform | ${undefined} | ${[]}
  that was blocked goes on if no outage lasts | ${undefined} | ${startMs} | ${["check outage"]}
  that was blocked fails with the reason of an outage of the platform | platform | ${startMs} | ${["check outage"]}
  that was blocked fails with the reason of an outage of our configuration | configuration | ${startMs} | ${["check outage"]}
`)(
  "before its first call, an operation %s, and no probe is sent",
  async (_, blocker, blockedSinceMs, names) => {
    const { outages } = outage().store;
    await outages.noteAnswer("platform");
    if (blocker) await outages.noteFailure(blocker, "login-failed");
    const run = runOf({ blockedSinceMs });
    const checked = requireNoOutage(run);
    if (blocker && blockedSinceMs)
      await expect(checked).rejects.toMatchObject({
        name: "StepFailure",
        code: "login-failed",
      });
    else await checked;
    expect(run.names).toEqual(names);
    expect(outage().probed).toEqual([]);
  },
);

test("an avatar that fails for good belongs to no outage, and no step looks for one", async () => {
  const run = runOf();
  const failure = new StepFailure("avatar-too-large");
  expect(await isPartOfOutage(run, failure)).toBe(false);
  expect(run.names).toEqual([]);
});
