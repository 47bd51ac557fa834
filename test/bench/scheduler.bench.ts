import { join } from "node:path";
import { LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod";
import { createDispatchDue } from "../../functions/scheduler/dispatch-due.ts";
import { localAwsOptions } from "../../infra/cli/local-aws-options.ts";
import { tables } from "../../infra/aws/deployment/tables.ts";
import {
  createStartWorkflow,
  isThrottled,
} from "../../shared/aws/start-workflow.ts";
import { createTable } from "../../shared/dynamodb/table.ts";
import { createStore, type Store } from "../../shared/store/store.ts";
import { startPart } from "./parts/part.ts";
import { connect } from "../fixtures/tables-for-test.ts";
import type { Benchmark } from "./benchmark.ts";
import type { Row } from "./table.ts";

const maxLagMs = 2_000;
/** What Lambda takes to accept an asynchronous invocation, about. */
const latencyMs = 30;
const failingPercent = 4;
/** As in functions/scheduler/lambda/handler.ts. */
const budgetMs = 45_000;
const goal = 5_000;
/** Longer than it takes to store the operations. */
const laterMs = 60 * 60_000;

const endpointsSchema = z.object({ dynamodb: z.string(), lambda: z.string() });

export const benchmark: Benchmark = {
  name: "scheduler",
  title: "Operations that are due at the same moment",
  async run({ progress, rounds }) {
    const count = 1_250 * rounds(4);
    progress(`${count} operations that are due`);
    const run = await measureRun(count);
    const cpuMs = run.cpuMs / run.handled;
    return {
      rows: [rowOf(count, run, cpuMs)],
      verdicts: [
        {
          goal: `at least ${goal} operations handled in one run`,
          measured: `${run.handled} in ${run.seconds.toFixed(1)} s`,
          isMet: run.handled >= goal,
        },
        {
          goal: `at most ${budgetMs / goal} ms of one processor for each, so that ${goal} fit into one run`,
          measured: `${cpuMs.toFixed(2)} ms`,
          isMet: cpuMs <= budgetMs / goal,
        },
        {
          goal: "a failing start stops no other: at least 95 % of the handled operations are started",
          measured: `${run.started} of ${run.handled}`,
          isMet: run.started >= 0.95 * run.handled,
        },
        {
          goal: "no operation is started twice",
          measured: `${run.doubled} doubled`,
          isMet: run.doubled === 0,
        },
      ],
      notes: [
        `One run has ${budgetMs / 1000} s and begins each minute. The indexes lag up to ${maxLagMs / 1000} s behind, ${failingPercent} % of the starts fail, and Lambda takes ${latencyMs} ms to accept a start.`,
        "DynamoDB (dynalite, with three copies of each item's keys) and Lambda are in another process of the same machine, and DynamoDB is the limit here.",
        "The processor time is that of the scheduler alone. A function of 1,769 MB has one processor, one of 512 MB has 0.29.",
      ],
    };
  },
};

type Run = {
  handled: number;
  started: number;
  doubled: number;
  seconds: number;
  cpuMs: number;
};

async function measureRun(count: number): Promise<Run> {
  const cloud = await startPart(
    join(import.meta.dirname, "parts/cloud-process.ts"),
    [maxLagMs, latencyMs, failingPercent].map(String),
  );
  const endpoints = endpointsSchema.parse(cloud.ready);
  const documents = connect(endpoints.dynamodb);
  const lambda = new LambdaClient(localAwsOptions(endpoints.lambda));
  try {
    let aheadMs = 0;
    const nowMs = () => Date.now() + aheadMs;
    const store = createStore(createTable(documents, tables.store.name), nowMs);
    await acceptAll(store, count);
    aheadMs = laterMs;
    await showAll(store);
    const names: string[] = [];
    const startWorkflow = createStartWorkflow(lambda, () => "workflow:live");
    const dispatchDue = createDispatchDue({
      rules: { rehireWithoutStartDate: "report", repeatedHire: "report" },
      operations: store.operations,
      employees: store.employees,
      payloads: store.payloads,
      startWorkflow: async (operation) => {
        names.push(operation.id);
        await startWorkflow(operation);
      },
      isThrottled,
      findExecution: async () => true,
      nowMs,
      random: Math.random,
      budgetMs,
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: () => undefined,
      },
    });
    const beganAtMs = performance.now();
    const cpu = process.cpuUsage();
    await dispatchDue().catch(() => undefined);
    const { user, system } = process.cpuUsage(cpu);
    return {
      handled: names.length,
      started: z.number().parse(await cloud.ask("started")),
      doubled: names.length - new Set(names).size,
      seconds: (performance.now() - beganAtMs) / 1_000,
      cpuMs: (user + system) / 1_000,
    };
  } finally {
    lambda.destroy();
    documents.destroy();
    await cloud.close();
  }
}

/** Stores operations that are due later. */
async function acceptAll(store: Store, count: number): Promise<void> {
  const dueAtMs = Date.now() + laterMs;
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (const number of numbers)
        await store.operations.accept(
          {
            id: `op-${number}`,
            type: "employee.hired",
            caller: "hr",
            employeeId: `E-${number}`,
            fingerprint: "f",
            eventAtMs: Date.now(),
          },
          dueAtMs,
        );
    }),
  );
}

/** Lets every copy of the index catch up with the stored operations, as on AWS, where nothing waits for a query. */
async function showAll({ operations }: Store): Promise<void> {
  await new Promise((wake) => setTimeout(wake, maxLagMs));
  for (let query = 0; query < 20; query++)
    await operations.due("waiting").page(1);
}

function rowOf(
  count: number,
  { handled, started, seconds }: Run,
  cpuMs: number,
): Row {
  return {
    "operations due": count,
    "handled in one run": handled,
    started,
    seconds,
    "a second": handled / seconds,
    "CPU ms each": cpuMs,
  };
}
