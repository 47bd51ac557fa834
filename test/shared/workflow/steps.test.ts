import type {
  DurableContext,
  RetryDecision,
} from "@aws/durable-execution-sdk-js";
import { describe, expect, test } from "vitest";
import { ConfigurationError } from "../../../shared/configuration-error.ts";
import { TokenError } from "../../../shared/token/token-error.ts";
import { StepFailure } from "../../../shared/step-failure.ts";
import { createSteps } from "../../../shared/workflow/steps.ts";
import type { Step } from "../../../shared/store/operation.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { rows } from "../../fixtures/rows.ts";

type StepOptions = {
  semantics: string;
  retryStrategy: (error: Error, attempt: number) => RetryDecision;
};

/** An engine that runs one attempt, and remembers how it was asked to. */
function start({
  random = 1,
  attempt = 1,
  fails,
  prepareRetry = async (failure) => failure,
}: {
  prepareRetry?: (failure: StepFailure) => Promise<StepFailure>;
  random?: number;
  attempt?: number;
  /** The result that the engine returns instead of an attempt. */
  fails?: Error;
} = {}) {
  const asked: StepOptions[] = [];
  const decided: RetryDecision[] = [];
  const recorded: [string, Step][] = [];
  const failures: string[] = [];
  const { log, lines } = recordLog();
  const context = {
    step: async (
      _name: string,
      body: (context: { attempt: number }) => Promise<unknown>,
      options: StepOptions,
    ) => {
      asked.push(options);
      if (fails) throw fails;
      return body({ attempt }).catch((error: Error) => {
        decided.push(options.retryStrategy(error, attempt));
        throw error;
      });
    },
  } as unknown as DurableContext;
  const steps = createSteps({
    context,
    operationId: "op_1",
    recordStep: async (name, step) => void recorded.push([name, step]),
    recordFailure: async (reason) => {
      failures.push(reason);
      throw new Error("the store is out");
    },
    prepareRetry,
    nowMs: () => 7,
    random: () => random,
    log,
  });
  return { steps, asked, decided, recorded, failures, lines };
}

/** The pauses in seconds after attempts 1, 2, ... until it is given up. */
async function pausesOf(
  failure: Error,
  {
    random = 1,
    kind = "sideEffect",
  }: { random?: number; kind?: "sideEffect" | "store" } = {},
): Promise<number[]> {
  const { steps, asked } = start({ random });
  await steps[kind]("confirm", async () => null);
  const pauses: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const decision = asked[0]!.retryStrategy(failure, attempt);
    if (!decision.shouldRetry) return pauses;
    pauses.push((decision.delay as { seconds: number }).seconds);
  }
}

const busy = new StepFailure("platform-busy", { retryable: true });

type Kind = "sideEffect" | "idempotent" | "store";
type Ending = [Kind, "succeeds" | "fails", "told" | "not told", string];

// The start of a step is stored first only if the step changes the outside world.
test.each(rows<Ending>`
  sideEffect | succeeds | told     | AT_MOST_ONCE_PER_RETRY
  idempotent | succeeds | told     | AT_LEAST_ONCE_PER_RETRY
  store      | succeeds | not told | AT_LEAST_ONCE_PER_RETRY
  sideEffect | fails    | told     | AT_MOST_ONCE_PER_RETRY
  idempotent | fails    | told     | AT_LEAST_ONCE_PER_RETRY
  store      | fails    | not told | AT_LEAST_ONCE_PER_RETRY
`)(
  "a step that is %s and %s is %s to observers, and runs %s",
  async (kind, ending, told, semantics) => {
    const isFailing = ending === "fails";
    const attempt = 3;
    const all = start({ attempt });
    const ended = await all.steps[kind]("confirm", () =>
      isFailing ? Promise.reject(busy) : Promise.resolve("value"),
    ).catch((error: unknown) => error);
    const step = { status: "succeeded", attempts: attempt, atMs: 7 };
    const failed = { ...step, status: "failed" };
    expect(all.asked).toMatchObject([{ semantics }]);
    expect(all.steps.taken).toEqual({ confirm: isFailing ? failed : step });
    const isTold = told === "told";
    expect(all.recorded).toEqual(
      isTold && !isFailing ? [["confirm", step]] : [],
    );
    expect(all.failures).toEqual(isTold && isFailing ? ["platform-busy"] : []);
    if (!isFailing) return expect(ended).toBe("value");
    const failure = { name: "StepFailure", message: "platform-busy" };
    expect(ended).toMatchObject(failure);
    // Also if observers cannot be told.
    expect(all.decided).toMatchObject([{ shouldRetry: true }]);
    expect(all.lines).toEqual([
      {
        level: "warn",
        message: "step failed",
        fields: {
          operationId: "op_1",
          step: "confirm",
          attempt,
          reason: "platform-busy",
        },
      },
    ]);
  },
);

describe("a step that fails", () => {
  const askingFor = (retryAfterMs: number) =>
    new StepFailure("platform-busy", { retryable: true, retryAfterMs });
  const unknown = new StepFailure("outcome-unknown", { retryable: true });
  const refused = new StepFailure("platform-refused-400");
  const cutOff = new Error("the engine's words");

  test.each<[failure: string, Error, random: number, pauses: number[]]>([
    ["a failure that may pass", busy, 1, [2, 4, 8, 16, 32, 64, 128, 256, 300]],
    // Half of each pause is by chance.
    ["a failure, at the earliest", busy, 0, [1, 2, 4, 8, 16, 32, 64, 128, 150]],
    ["a failure that does not pass", refused, 1, []],
    // As the platform asks, up to an hour.
    ["a pause that is asked", askingFor(45_000), 1, [45, 45, 45, 45, 45, 64]],
    ["a longer pause", askingFor(24 * 3_600_000), 1, [3600, 3600]],
    // The lost request has ten seconds to arrive.
    ["an unknown outcome", unknown, 1, [10, 10, 10, 16]],
    ["a cut-off attempt", cutOff, 1, [10, 10, 10, 16]],
  ])("has these pauses between its attempts after %s", async (...row) => {
    const [, failure, random, expected] = row;
    const pauses = await pausesOf(failure, { random });
    expect(pauses.slice(0, expected.length)).toEqual(expected);
    // After the last attempt, one that was cut off is repeated three times.
    const repeated = failure === cutOff ? 12 : 9;
    expect(pauses).toHaveLength(failure === refused ? 0 : repeated);
  });

  test("is tried for a day if the operation depends on it", async () => {
    const pauses = await pausesOf(busy, { kind: "store" });
    expect(pauses).toHaveLength(299);
    expect(pauses.at(-1)).toBe(300);
  });

  test.each(["idempotent", "store"] as const)(
    "gives up after its own number of attempts if it is %s",
    async (kind) => {
      const { steps, asked } = start();
      await steps[kind]("confirm", async () => null, { maxAttempts: 2 });
      const [options] = asked;
      expect(options?.retryStrategy(busy, 1).shouldRetry).toBe(true);
      expect(options?.retryStrategy(busy, 2).shouldRetry).toBe(false);
    },
  );

  test("is tried again as prepareRetry decides, or as its own prepareRetry does", async () => {
    const reserved = { retryable: true, retryAfterMs: 42_000 };
    const { steps, decided } = start({
      prepareRetry: async ({ code }) => new StepFailure(code, reserved),
    });
    const failing = steps.sideEffect("confirm", () => Promise.reject(busy));
    await expect(failing).rejects.toThrow("platform-busy");
    expect(decided).toEqual([{ shouldRetry: true, delay: { seconds: 42 } }]);
    const own = { prepareRetry: async () => new StepFailure("unexpected") };
    const fails = () => Promise.reject(busy);
    await steps.idempotent("confirm", fails, own).catch(() => 0);
    expect(decided[1]).toEqual({ shouldRetry: false });
  });

  test("ends as interrupted if the engine cut off its last attempt", async () => {
    const cause = Object.assign(new Error("canary"), {
      name: "StepInterruptedError",
    });
    const { steps } = start({
      fails: new Error("the engine's words", { cause }),
    });
    await expect(
      steps.sideEffect("confirm", async () => null),
    ).rejects.toMatchObject({ name: "StepFailure", message: "interrupted" });
    expect(steps.taken).toEqual({
      confirm: { status: "failed", attempts: undefined, atMs: 7 },
    });
  });
});

test.each([
  [1, false],
  [2, true],
])(
  "a step learns at attempt %i that mayHaveRun is %s",
  async (attempt, mayHaveRun) => {
    const { steps } = start({ attempt });
    const given = { attempt, mayHaveRun };
    expect(await steps.sideEffect("confirm", async (tries) => tries)).toEqual(
      given,
    );
  },
);

describe("a failed attempt", () => {
  const failWith = async (error: Error) => {
    const { steps, lines } = start();
    await steps
      .idempotent("answer", () => Promise.reject(error))
      .catch(() => undefined);
    return { steps, lines };
  };
  test("is logged as an error that says what to correct, if our configuration is the cause", async () => {
    const wrong = new ConfigurationError("secret-missing", "store the secret");
    const login = new TokenError("unavailable", wrong);
    for (const error of [wrong, login])
      expect((await failWith(error)).lines[1]).toEqual({
        level: "error",
        message: "configuration wrong",
        fields: {
          operationId: "op_1",
          step: "answer",
          reason: "secret-missing",
          issues: ["store the secret"],
        },
      });
  });

  test("is logged as an error of our configuration if we may not use our table", async () => {
    const { lines } = await failWith(new StepFailure("store-denied"));
    expect(lines[1]).toMatchObject({
      level: "error",
      message: "configuration wrong",
      fields: { reason: "store-denied", issues: [] },
    });
  });

  test.each(["start", "choose pause", "record"] as const)(
    "is repeated in the step %s, without which an operation can neither wait nor end",
    async (name) => {
      const { steps, decided, failures } = start({
        prepareRetry: async ({ code }) => new StepFailure(code),
      });
      const denied = new StepFailure("store-denied", { retryable: true });
      await steps
        .store(name, async () => Promise.reject(denied))
        .catch(() => 0);
      expect(decided).toMatchObject([{ shouldRetry: true }]);
      // The overview counts it by this reason.
      expect(failures).toEqual(["store-denied"]);
    },
  );

  test("tells the workflow the pause that the platform asked for", async () => {
    expect(start().steps.askedPauseMs()).toBe(0);
    const asked = { retryAfterMs: 30_000 };
    const { steps } = await failWith(new StepFailure("platform-busy", asked));
    expect(steps.askedPauseMs()).toBe(30_000);
  });
});
