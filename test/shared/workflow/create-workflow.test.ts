import type { DurableContext } from "@aws/durable-execution-sdk-js";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../shared/community/errors.ts";
import { createWorkflow } from "../../../shared/workflow/create-workflow.ts";
import type { WorkflowRun } from "../../../shared/workflow/create-workflow.ts";
import type { RateLimiter } from "../../../shared/store/rate-limiter.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import { startMs, useStore } from "../store/store-for-test.ts";
import { acceptWith, newOperation } from "../store/operation-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const store = useStore();

type Options = {
  /** When the rate limit lets the operation begin. */
  freeInMs: number;
  /** How many reservations fail at first. */
  failures: number;
  say: (run: WorkflowRun) => Promise<string>;
};
const sayIt: Options["say"] = async () => "said";

/** Runs a workflow of an operation, on an engine that runs each step once and never waits. */
async function run(
  operationId: string,
  execute: (
    workflowRun: WorkflowRun,
    said?: string,
  ) => Promise<{ status: string; reason?: string }>,
  { freeInMs = 0, failures = 0, say = sayIt }: Partial<Options> = {},
  input: unknown = { operationId },
) {
  const { log, lines } = recordLog();
  const reserved: Parameters<RateLimiter["reserve"]>[] = [];
  const waits: string[] = [];
  /** The results of the steps, which the engine keeps. */
  const history: unknown[] = [];
  let failuresLeft = failures;
  const context = {
    executionContext: { durableExecutionArn: "arn-1" },
    step: async (
      _name: string,
      body: (context: { attempt: number }) => Promise<unknown>,
    ) => {
      const result = await body({ attempt: 1 });
      history.push(result);
      return result;
    },
    wait: async (name: string) => void waits.push(name),
  } as unknown as DurableContext;
  const { operations, outages } = store();
  const dependencies = {
    store: {
      outages,
      operations: {
        start: (id: string, execution: string) =>
          operations.start(id, execution),
        // Progress is not waited for, and would outlive the test.
        recordStep: async () => undefined,
        recordFailure: async () => undefined,
      },
      rateLimiter: {
        reserve: async (...call: Parameters<RateLimiter["reserve"]>) => {
          if (failuresLeft-- > 0) throw new Error("the table is out");
          reserved.push(call);
          return { beginAtMs: startMs + freeInMs };
        },
        beginAtMsOf: async () => startMs,
      },
    },
    platformAuth: {
      probes: {
        platform: async () => undefined,
        configuration: async () => undefined,
      },
    },
    callsPerSecond: 90,
    sleepMs: async () => undefined,
    nowMs: () => startMs,
    random: () => 0,
    log,
  };
  const workflow = createWorkflow(dependencies, {
    name: "greeting",
    callClassOf: () => "status",
    countCalls: async () => 4,
    say,
    execute,
  });
  await workflow(input, context);
  return { lines, reserved, waits, history };
}

test("a workflow reserves the calls of its operation, and runs its steps under the name of the execution", async () => {
  await store().operations.accept(newOperation("op"));
  const seen: unknown[] = [];
  const { reserved } = await run("op", async (workflowRun) => {
    seen.push(workflowRun.operation.id, workflowRun.operation.execution);
    await workflowRun.steps.idempotent("answer", async () => "hello");
    seen.push(Object.keys(workflowRun.steps.taken));
    return { status: "succeeded" };
  });
  expect(seen).toEqual(["op", "arn-1", ["start", "answer"]]);
  expect(reserved).toEqual([[4, 90, "status"]]);
});

// Title | what the workflow gets from `say` in the first step | options | the steps | the waits
test.each(rows<
  [string, string | undefined, Partial<Options>, unknown[], unknown[]]
>`
  may begin at once | said | ${{}} | ${["start"]} | ${[]}
  must wait for the rate limit | ${undefined} | ${{ freeInMs: 5_000 }} | ${["start"]} | ${["wait for the platform"]}
  fails to say it | ${undefined} | ${{ say: () => Promise.reject(new Error("it failed")) }} | ${["start"]} | ${[]}
  fails to reserve its calls | ${undefined} | ${{ failures: 1 }} | ${["start", "reserve calls"]} | ${[]}
`)(
  "if an operation %s in the first step, its workflow gets: %s",
  async (what, expected, options, steps, expectedWaits) => {
    await store().operations.accept(newOperation(what));
    const seen: unknown[] = [];
    const { waits, reserved } = await run(
      what,
      async (workflowRun, said) => {
        seen.push(said, Object.keys(workflowRun.steps.taken));
        return { status: "succeeded" };
      },
      options,
    );
    expect(seen).toEqual([expected, steps]);
    expect(waits).toEqual(expectedWaits);
    expect(reserved).toEqual([[4, 90, "status"]]);
  },
);

test("an operation has its data in the first step, and the engine's history does not get them", async () => {
  const data = { username: "canary" };
  await acceptWith(store(), newOperation("says"), { data });
  const { history } = await run(
    "says",
    async ({ memory }, said) => {
      expect(memory.payload?.json).toContain("canary");
      return { status: said ?? "" };
    },
    { say: async ({ memory }) => `of ${memory.payload?.json.length}` },
  );
  expect(history[0]).toMatchObject({ value: { prepared: { said: "of 21" } } });
  expect(JSON.stringify(history)).not.toContain("canary");
});

test.each([null, "op", {}, { operationId: 7 }])(
  "an input of %j is an error",
  async (input) => {
    const ended = async () => ({ status: "succeeded" });
    await expect(run("op", ended, {}, input)).rejects.toMatchObject({
      name: "$ZodError",
    });
  },
);

test("a workflow without an operation to run neither runs, reserves nor logs", async () => {
  let hasRun = false;
  const { lines, reserved } = await run("unknown", async () => {
    hasRun = true;
    return { status: "succeeded" };
  });
  expect([hasRun, lines, reserved]).toEqual([false, [], []]);
});

describe("the end of a run", () => {
  test.each([
    ["succeeded", "info"],
    ["cancelled", "info"],
    ["waiting", "info"],
    ["failed", "error"],
    ["needs_attention", "error"],
  ])("the end %s is logged as %s", async (status, level) => {
    const id = `op-${status}`;
    await store().operations.accept(newOperation(id));
    const { lines } = await run(id, async () => ({ status, reason: "code" }));
    expect(lines).toEqual([
      {
        level,
        message: "greeting ended",
        fields: {
          operationId: id,
          type: newOperation(id).type,
          status,
          reason: "code",
        },
      },
    ]);
  });

  test("an end that cannot be recorded is logged as an error, with its code and without its message", async () => {
    await store().operations.accept(newOperation("op-lost"));
    // `execute` records the end, so its error means that nothing was recorded.
    const { lines } = await run("op-lost", () =>
      Promise.reject(
        new ApiError({ method: "GET", path: "/people/canary" }, 503),
      ),
    );
    expect(lines).toMatchObject([
      {
        level: "error",
        fields: { status: "unrecorded", reason: "platform-error-503" },
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain("canary");
  });
});
