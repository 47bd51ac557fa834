import { setTimeout } from "node:timers/promises";
import { tables } from "../../infra/aws/deployment/tables.ts";
import { jsonAnswer } from "../../infra/pages/http-server.ts";
import { createTable } from "../../shared/dynamodb/table.ts";
import { hourMs } from "../../shared/durations.ts";
import { inTurns } from "../../shared/in-turns.ts";
import { pause, runTo } from "../shared/store/operation-for-test.ts";
import { createStore } from "../../shared/store/store.ts";
import type { Benchmark } from "./benchmark.ts";
import { startEnvironment } from "./environment.ts";

const indexLagMs = 2_000;
/** The assumed time that Lambda takes to accept an asynchronous invocation. */
const latencyMs = 30;
const failingPercent = 4;
/** As in functions/scheduler/lambda/handler.ts. */
const budgetMs = 45_000;
/** How many operations one run must handle. */
const mustHandle = 5_000;

export const benchmark: Benchmark = {
  name: "scheduler",
  title: "Operations that are due at the same moment",
  async run({ progress, rounds }) {
    const count = 1_250 * rounds(4);
    progress(`${count} operations that are due`);
    const { handled, started, doubled, seconds, cpuMs } =
      await measureRun(count);
    const eachMs = cpuMs / handled;
    return {
      rows: [
        {
          "operations due": count,
          "handled in one run": handled,
          started,
          seconds,
          "a second": handled / seconds,
          "CPU ms each": eachMs,
        },
      ],
      verdicts: [
        {
          goal: `at least ${mustHandle} operations handled in one run`,
          measured: `${handled} in ${seconds.toFixed(1)} s`,
          isMet: handled >= mustHandle,
        },
        {
          goal: `at most ${budgetMs / mustHandle} ms of one processor for each, so that ${mustHandle} fit into one run`,
          measured: `${eachMs.toFixed(2)} ms`,
          isMet: eachMs <= budgetMs / mustHandle,
        },
        {
          goal: "a failing start stops no other: at least 95 % of the handled operations are started",
          measured: `${started} of ${handled}`,
          isMet: started >= 0.95 * handled,
        },
        {
          goal: "no operation is started twice",
          measured: `${doubled} doubled`,
          isMet: doubled === 0,
        },
      ],
      notes: [
        `One run has ${budgetMs / 1000} s and begins each minute. The indexes lag up to ${indexLagMs / 1000} s behind, ${failingPercent} % of the starts fail, and Lambda takes ${latencyMs} ms to accept a start.`,
        "The bundle as it is deployed, in a process of its own. DynamoDB (tables in memory) and Lambda are in another process of the same machine.",
        "The processor time is that of the scheduler alone. A function of 1,769 MB has one processor, one of 512 MB has 0.29.",
      ],
    };
  },
};

/** Stores operations that are due, and lets the scheduler run once. */
async function measureRun(count: number) {
  const asked = new Set<string>();
  const started: string[] = [];
  const environment = await startEnvironment({
    indexLagMs,
    async lambda({ headers }) {
      const [name] = headers.get("x-amz-durable-execution-name") ?? [];
      // The warm-up invokes each workflow with Lambda's `DryRun`, which has no name of an execution.
      if (name === undefined) return { status: 204 };
      await setTimeout(latencyMs);
      asked.add(name);
      // The number at the beginning of the operation's id decides, so that a repeated request fails again.
      const number = Number(/^op-(\d+)/.exec(name)?.[1]);
      if (number % 100 < failingPercent) return serviceException;
      started.push(name);
      return { status: 202 };
    },
  });
  try {
    const dueAtMs = Date.now();
    const acceptedAtMs = dueAtMs - hourMs;
    const { operations } = createStore(
      createTable(environment.documents, tables.store.name),
      () => acceptedAtMs,
    );
    const numbers = Array.from({ length: count }, (_, number) => number);
    await inTurns(numbers, 20, (number) =>
      runTo(operations, `op-${number}`, pause(dueAtMs), {
        employeeId: `E-${number}`,
        eventAtMs: acceptedAtMs,
      }),
    );
    await setTimeout(indexLagMs);
    const scheduler = await environment.start("scheduler-handler");
    // A run with failing starts ends with an error.
    await scheduler.invoke({}).catch(() => undefined);
    const { invocations } = await scheduler.end();
    const [{ durationMs, cpuMs } = { durationMs: NaN, cpuMs: NaN }] =
      invocations;
    return {
      handled: asked.size,
      started: started.length,
      doubled: started.length - new Set(started).size,
      seconds: durationMs / 1_000,
      cpuMs,
    };
  } finally {
    await environment.close();
  }
}

const serviceException = jsonAnswer(
  500,
  { Message: "no" },
  { "x-amzn-errortype": "ServiceException" },
);
