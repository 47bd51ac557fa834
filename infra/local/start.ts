import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as z from "zod";
import { buildBundles } from "../build/bundles.ts";
import { type Context, readContext } from "../aws/deployment/context.ts";
import { type Console, serveConsole } from "../cli/console/start-console.ts";
import { callOf } from "../cli/dependencies.ts";
import { checkTogether, readAddedEntries } from "./added-entries.ts";
import { localSecrets, opsToken } from "./credentials.ts";
import { type LocalSources, startLocalSources } from "./local-sources.ts";
import { withProgress } from "../cli/progress.ts";
import type { GatewayLimits } from "./aws/api-gateway/start-gateway.ts";
import type { AwsFaults } from "./aws/aws-faults.ts";
import { defaultStateFolder, writeRunningStack } from "../cli/running-stack.ts";
import { takeStateFolder } from "./state-folder.ts";
import { type Stack, startStack } from "./stack.ts";

const numberSchema = (otherwise: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.number().max(max))
    .default(otherwise);
const maxPort = 65_535;
const maxLagMs = 60_000;
const maxSandboxes = 100;
const environmentSchema = z.object({
  /** The port of the gateway, which receives the webhooks. */
  PORT: numberSchema(8787, maxPort),
  /** The port of the stand-in platform. */
  PLATFORM_PORT: numberSchema(8788, maxPort),
  /** The port of the first stand-in of an HR system. The others have the ports after it. */
  SOURCES_PORT: numberSchema(8789, maxPort - 2),
  /** How long the indexes of DynamoDB lag behind the items at most. On AWS they normally lag for up to seconds. */
  INDEX_LAG_MS: numberSchema(0, maxLagMs),
  /** How many sandboxes each function has. 0 stands for one that takes all requests at once and never freezes. */
  SANDBOXES: numberSchema(0, maxSandboxes),
  /**
   * The percentage of calls to AWS that fail, and of events that arrive twice. Above 0, events and timers of
   * executions also come up to two seconds late.
   */
  AWS_FAULT_PERCENT: numberSchema(0, 100),
  /** The folder of the state. Two processes cannot share one. */
  STATE_FOLDER: z.string().min(1).default(defaultStateFolder),
  /** Multiplies the pauses between the attempts of workflows. */
  TIME_SCALE: z.coerce.number().positive().max(1).default(1),
});

const keyedSchema = z.looseObject({
  keys: z.tuple([z.string()]).rest(z.unknown()),
});

let vendors: LocalSources | undefined;
try {
  const variables = readEnvironment();
  const { PORT, PLATFORM_PORT, SOURCES_PORT, INDEX_LAG_MS } = variables;
  const { STATE_FOLDER, TIME_SCALE, AWS_FAULT_PERCENT, SANDBOXES } = variables;
  const context = readContext();
  const { isFresh, callers, sources } = readOptions();
  takeStateFolder(STATE_FOLDER, isFresh);
  const local = await startLocalSources(SOURCES_PORT, {
    // The records of an earlier start are gone, but the stack knows their ids.
    firstRecord: Math.floor(Date.now() / 1_000),
  });
  vendors = local;
  const localEntries = {
    callers: { ...localSecrets.callers, ...local.callers },
    sources: local.sources,
  };
  const mismatches = checkTogether(localEntries, { callers, sources });
  await withProgress("build the Lambda functions", buildBundles);
  const stack = await withProgress("start everything", () =>
    startStack({
      port: PORT,
      platformPort: PLATFORM_PORT,
      indexLagMs: INDEX_LAG_MS,
      folder: STATE_FOLDER,
      timeScale: TIME_SCALE,
      sandboxes: SANDBOXES > 0 ? SANDBOXES : undefined,
      awsFaults:
        AWS_FAULT_PERCENT > 0
          ? createAwsFaults(AWS_FAULT_PERCENT / 100)
          : undefined,
      platform: { seed: true },
      callers: { ...local.callers, ...callers },
      sources: { ...local.sources, ...sources },
      schedules: context.schedules,
      gateway: gatewayLimitsOf(context),
      onLog: (functionName, line) => console.log(`[${functionName}] ${line}`),
    }),
  );
  local.connect(stack.origin);
  writeRunningStack(STATE_FOLDER, {
    origin: stack.origin,
    key: opsToken,
    callers: callersOf({ ...localEntries.callers, ...callers }),
    endpoints: {
      lambda: stack.lambda.endpoint,
      secretsManager: stack.secretsManager.endpoint,
    },
  });
  const operatorsConsole = await startOperatorsConsole(stack);
  console.log(
    [
      instructions(stack, local, operatorsConsole.renewLink()),
      ...mismatches.map((mismatch) => `Warning: ${mismatch}`),
    ].join("\n"),
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      Promise.all([
        operatorsConsole.close(),
        local.close(),
        stack.close(),
      ]).catch(report);
    });
} catch (error) {
  report(error);
  // An open server would keep the process alive.
  await vendors?.close();
}

function startOperatorsConsole({ origin }: Stack): Promise<Console> {
  return serveConsole(
    { name: "local", origin, key: opsToken },
    {
      fetch,
      nowMs: Date.now,
      sleepMs: async (ms) => {
        await sleep(ms);
      },
    },
    { port: 0, howToOpen: `For a link, run: ${callOf("console")}` },
  );
}

/** @throws Error that names an option that does not exist, or an invalid file */
function readOptions() {
  const { values } = parseArgs({
    options: {
      /** Forgets the state of earlier starts. */
      fresh: { type: "boolean", default: false },
      /** Files with entries in addition to the local ones, in the shape of the secrets. */
      callers: { type: "string" },
      sources: { type: "string" },
    },
  });
  const { fresh: isFresh, callers, sources } = values;
  return {
    isFresh,
    callers: callers === undefined ? {} : readAddedEntries("callers", callers),
    sources: sources === undefined ? {} : readAddedEntries("sources", sources),
  };
}

function readEnvironment() {
  const variables = environmentSchema.safeParse(process.env);
  if (variables.success) return variables.data;
  const names = variables.error.issues.map(({ path }) => path.join());
  throw new Error(
    `Correct ${names.join(" and ")}: a port up to ${maxPort}, a lag up to ${maxLagMs} ms, up to ${maxSandboxes} sandboxes, a folder, a scale up to 1, a percentage.`,
  );
}

/** The throttles of the deployed stage. */
function gatewayLimitsOf(context: Context): GatewayLimits {
  const operations = {
    requestsPerSecond: context.operationsRequestsPerSecond,
    burst: context.operationsRequestBurst,
  };
  return {
    throttle: {
      requestsPerSecond: context.requestsPerSecond,
      burst: context.requestBurst,
    },
    routeThrottles: { "operations-api": operations },
  };
}

function createAwsFaults(share: number): AwsFaults {
  const { random } = Math;
  return {
    failingShare: share,
    duplicateShare: share,
    maxDelayMs: 2_000,
    random,
  };
}

/** How the callers with a key sign. */
function callersOf(callers: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(callers).flatMap(([name, entry]) => {
      const keyed = keyedSchema.safeParse(entry);
      if (!keyed.success) return [];
      const { keys, scopes: _, ...fields } = keyed.data;
      return [[name, { ...fields, key: keys[0] }]];
    }),
  );
}

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function instructions(
  { origin, platform, events }: Stack,
  { hibob, personio, bamboohr }: LocalSources,
  consoleLink: string,
): string {
  const { username, password } = localSecrets.community;
  const send = (path: string, type: string, data: object) =>
    `curl -i ${origin}${path}/ops -H 'authorization: Bearer ${opsToken}' -H 'content-type: application/json' \\
    -d '{"type":"${type}","timestamp":"'$(date -u +%FT%TZ)'","data":${JSON.stringify(data)}}'`;
  const employeeId = "E-1";
  return `
Everything runs until Ctrl+C, on this machine only. The next start continues from this state, including operations that
have not ended. npm start -- --fresh begins with an empty state.

Webhooks   ${origin}    POST /events/{caller}, and /onboarding, /offboarding, /profile, /status; /operations
Events     ${events.endpoint}    EventBridge: aws events put-events --endpoint-url ..., source local.hr
Platform   ${platform.origin}    the stand-in's API: /api/core/v3, /login
HR         ${hibob.origin} HiBob, ${personio.origin} Personio, ${bamboohr.origin} BambooHR: stand-ins of HR systems
People     ${platform.origin}/people    sign in as ${username} / ${password}, or as mei.tanaka / mei.tanaka-password
Console    ${consoleLink}
           the operators' pages; the link works once, and ${callOf("console")} makes another one

1. Hire a person. The caller "ops" sends a bearer token. An HR system signs its webhooks (see
   functions/onboarding/README.md).

  ${send("/onboarding", "employee.hired", { employeeId, email: "ada@example.com", name: { givenName: "Ada", familyName: "Byron" } })}

2. Set the person's status.

  ${send("/status", "status.set", { employeeId, text: "Counting engines" })}

3. Terminate the employment: the account is disabled now and deleted after one day.

  ${send("/offboarding", "employee.terminated", { employeeId, graceDays: 1 })}

4. Read what happened: each event is an operation with its steps.

  npm run --silent cli -- operations list --employee ${employeeId}

5. List the people on the platform.

  curl -u ${username}:${password} ${platform.origin}/api/core/v3/people

6. Hire a person in the stand-in of HiBob. It sends a thin event, the person's record is read back, and the person
   appears in ${platform.origin}/people. ${hibob.origin} lists what else happens there: changes, absences, leavers, faults.

  curl ${hibob.origin}/_records -H 'content-type: application/json' \\
    -d '${JSON.stringify({ givenName: "Grace", familyName: "Hopper", email: "grace@example.com", title: "Admiral" })}'

7. Try a caller with a map or a preset of your own before you deploy it: npm start -- --callers FILE --sources FILE.
`;
}
