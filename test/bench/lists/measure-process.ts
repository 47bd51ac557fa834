import { setTimeout as sleep } from "node:timers/promises";
import { withDurableExecution } from "@aws/durable-execution-sdk-js";
import type { Context } from "aws-lambda";
import { packRows } from "../../../functions/lists/pack-rows.ts";
import { createLists } from "../../../functions/lists/workflow.ts";
import { createPlans } from "../../../functions/lists/plans.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import {
  createDurableExecutions,
  type DurableExecutions,
} from "../../../infra/local/aws/lambda/durable-executions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { createLog } from "../../../shared/log.ts";
import { hashEmail } from "../../../shared/person/email-hash.ts";
import { createPlatformAuth } from "../../../shared/platform-auth/platform-auth.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createOperatorLists } from "../../../shared/store/operator-lists.ts";
import { createStore } from "../../../shared/store/store.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import { planExecutionOf } from "../../../shared/workflow/execution.ts";
import { settingsForTest } from "../../environments/in-process/workflows.ts";
import { startPlatformPart } from "../../environments/benchmark/start-platform-part.ts";
import { createLocalCallers } from "../../environments/parts/receivers.ts";
import { startTables } from "../../fixtures/tables-for-test.ts";
import { listCallers, rowOf } from "../../functions/lists/lists-for-test.ts";

/**
 * Measures the plan of a list against as many people: the first plan, in which nobody is known, and one of a night, in which
 * everybody is an employee. The platform and the tables have processes of their own, and this one does what the function
 * does. The argument is the number of people.
 */
const people = Number(process.argv[2] ?? 10_000);
const nowMs = Date.now;
const platform = await startPlatformPart({ crowd: people });
const local = await startTables(
  process.argv[3] === "in-memory" ? "this-process" : "own-process",
);
const table = createTable(local.documents, tables.store.name);
const store = createStore(table, nowMs);
const plans = createPlans(table, nowMs);
const secret = async () => localSecrets.community;
const platformAuth = createPlatformAuth({
  baseUrl: platform.origin,
  authUrl: platform.origin,
  serviceAuth: "login",
  secret: { get: secret, refresh: secret },
  tokens: createTokenStore(createTable(local.documents, tables.tokens.name)),
  callTimeoutMs: 10_000,
  loginLeaseMs: 1_000,
});
const log = createLog("lists-workflow", () => undefined);
const startPlan = async (input: Parameters<typeof planExecutionOf>[0]) => {
  engine.start({
    functionName: "lists",
    name: planExecutionOf(input),
    payload: JSON.stringify(input),
  });
};
const readsNothing = async () => {
  throw new Error("a list that is uploaded is not read");
};
const workflow = createLists({
  store,
  platformAuth,
  callsPerSecond: undefined,
  nowMs,
  random: Math.random,
  log,
  settings: { ...settingsForTest, statusMaxLength: 140 },
  plans,
  lists: createOperatorLists(table, nowMs),
  callers: createLocalCallers(nowMs, listCallers),
  findSource: async () => undefined,
  sources: { ask: readsNothing, readPage: readsNothing },
  startWorkflow: async () => undefined,
  startPlan,
  sleepMs: sleep,
});
const engine: DurableExecutions = createDurableExecutions({
  timeScale: 1,
  nowMs,
  invoke: (_, event) =>
    withDurableExecution(workflow, { durableExecutionClient: engine.client })(
      event,
      { getRemainingTimeInMillis: () => 900_000 } as Context,
    ),
});

const rows = Array.from({ length: people }, (_, nth) =>
  rowOf({
    id: `E-${nth + 1}`,
    given: "Crowd",
    family: String(nth + 1),
    login: `crowd.${nth + 1}`,
    mail: `crowd.${nth + 1}@halden.example`,
    job: "",
  }),
);

let peakBytes = 0;
const sampling = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 50);

async function measure(name: string): Promise<void> {
  const plan = await plans.create({
    source: "file",
    asOfMs: nowMs(),
    isWhole: true,
    createdBy: "ops",
  });
  let chunks = 0;
  for (const bytes of packRows(rows.map((row, nth) => [nth + 2, row, []])))
    await plans.putChunk(plan.id, chunks++, bytes);
  await plans.move(plan.id, ["uploading"], {
    status: "planning",
    chunks,
    rows: people,
  });
  const beforeBytes = process.memoryUsage.rss();
  peakBytes = 0;
  const beganMs = nowMs();
  await startPlan({
    planId: plan.id,
    run: 0,
    from: 0,
    accepted: 0,
    skipped: 0,
  });
  await engine.idle();
  const seconds = (nowMs() - beganMs) / 1_000;
  const made = await plans.get(plan.id);
  process.stdout.write(
    `${name}: ${people} rows in ${seconds.toFixed(1)} s, at most ${Math.round(peakBytes / 1e6)} MB, ${Math.round((peakBytes - beforeBytes) / 1e6)} MB more than before; ${made?.status} ${JSON.stringify(made?.counts)}\n`,
  );
}

await measure("first plan");

const { passwordMaster } = localSecrets.community;
for await (const person of platformAuth.service.people.list({ count: 100 })) {
  const [, number] = /^crowd\.(\d+)$/.exec(person.svc?.username ?? "") ?? [];
  if (number === undefined) continue;
  const atMs = nowMs() - 86_400_000;
  await store.employees.say(`E-${number}`, undefined, {
    statements: [
      {
        kind: "adopted",
        id: `op_${number}`,
        atMs,
        ownDay: Math.floor(atMs / 86_400_000),
        caller: "file",
        mayOffboard: true,
      },
    ],
    unfinished: [],
    person: { is: "enabled", fields: [] },
    limits: {},
    state: "active",
    hiredAtMs: atMs,
    personID: person.id,
    username: `crowd.${number}`,
    emailHash: hashEmail(passwordMaster, `crowd.${number}@halden.example`),
  });
}
await plans.endOfPlan({
  ...(await plans.create({
    source: "file",
    asOfMs: nowMs() - 1_000,
    isWhole: true,
    createdBy: "ops",
  })),
  phase: "all",
  rows: people,
});
await measure("plan of a night");

clearInterval(sampling);
await platform.close();
await local.close();
process.exit(0);
