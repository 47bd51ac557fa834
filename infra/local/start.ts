// This import stays the first one: the other files must see the clock that it installs.
import { clockAheadMs, continueClock, moveClock } from "./local-clock.ts";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type Context, readContext } from "../aws/deployment/context.ts";
import { buildBundles } from "../build/bundles.ts";
import { startConsole } from "../cli/console/start-console.ts";
import { callOf, networkAndTime } from "../cli/dependencies.ts";
import { withProgress } from "../cli/progress.ts";
import { writeRunningStack } from "../cli/running-stack.ts";
import { checkTogether } from "./added-entries.ts";
import type { GatewayLimits } from "./aws/api-gateway/start-gateway.ts";
import type { AwsFaults } from "./aws/aws-service.ts";
import { startClockControl } from "./clock-control.ts";
import { discordPrivateKey, discordScheme } from "../sample/chat.ts";
import { localSecrets, opsToken } from "./credentials.ts";
import { endWithParents, takeStateFolder } from "./state-folder.ts";
import { localEnvironments } from "./functions.ts";
import { startGoogleChat } from "./google-chat.ts";
import { startLocalSources } from "./local-sources.ts";
import { startStack } from "./stack.ts";
import {
  describeOptions,
  readEnvironment,
  readOptions,
  requirePorts,
} from "./start-options.ts";
import { walkThrough } from "./walk-through.ts";

const keyedSchema = z.looseObject({
  keys: z.tuple([z.string()]).rest(z.unknown()),
});

/** What the end of the process closes, the newest part first. */
const parts: { close: () => Promise<void> }[] = [];
let isEnding = false;
try {
  const options = readOptions(process.argv.slice(2));
  if (options.isHelp) console.log(describeOptions());
  else await start(options);
} catch (error) {
  report(error);
  await end();
}

async function start(options: ReturnType<typeof readOptions>): Promise<void> {
  const variables = readEnvironment(process.env);
  const { STATE_FOLDER } = variables;
  const { callers, sources, subscribers, decided } = options;
  const context = { ...readContext(), ...decided };
  takeStateFolder(STATE_FOLDER, options.isFresh);
  continueClock(STATE_FOLDER);
  moveClock(options.forwardMs, STATE_FOLDER);
  // A taken port is told before the build, which takes seconds.
  await requirePorts(variables);
  const local = await startLocalSources(variables.SOURCES_PORT, {
    // The records of an earlier start are gone, but the stack knows their ids. The time makes all new ids greater.
    firstRecord: Math.floor(Date.now() / 1_000),
  });
  parts.unshift(local);
  const googleChat = await startGoogleChat();
  parts.unshift(googleChat);
  const addedCallers = { ...local.callers, "google-chat": googleChat.entry };
  const localEntries = {
    callers: { ...localSecrets.callers, ...addedCallers },
    sources: local.sources,
  };
  const logFile = join(STATE_FOLDER, "functions.log");
  const log = createWriteStream(logFile, { flags: "a" });
  const mismatches = checkTogether(localEntries, { callers, sources });
  await withProgress("build the Lambda functions", buildBundles);
  const stack = await withProgress("start everything", () =>
    startStack({
      port: variables.PORT,
      platformPort: variables.PLATFORM_PORT,
      indexLagMs: variables.INDEX_LAG_MS,
      folder: STATE_FOLDER,
      timeScale: variables.TIME_SCALE,
      sandboxes: variables.SANDBOXES || undefined,
      awsFaults: awsFaultsOf(variables.AWS_FAULT_PERCENT / 100),
      platform: { seed: true, crowd: variables.CROWD },
      callers: { ...addedCallers, ...callers },
      sources: { ...local.sources, ...sources },
      subscribers,
      schedules: context.schedules,
      gateway: gatewayLimitsOf(context),
      environments: (endpoints) => localEnvironments(endpoints, decided),
      onLog: (functionName, line) => {
        console.log(`[${functionName}] ${line}`);
        log.write(`${line}\n`);
      },
    }),
  );
  parts.unshift(stack);
  local.connect(stack.origin);
  const running = {
    origin: stack.origin,
    key: opsToken,
    callers: {
      "google-chat": { ...googleChat.entry, key: googleChat.token },
      ...callersOf({ ...localEntries.callers, ...callers }),
      // The entry of Discord has a public key, and the command line signs with the private one.
      discord: { ...discordScheme, key: discordPrivateKey },
    },
  };
  const awsEndpoints = {
    lambda: stack.lambda.endpoint,
    secretsManager: stack.secretsManager.endpoint,
  };
  const clock = await startClockControl(async (forwardMs) => {
    moveClock(forwardMs, STATE_FOLDER);
    writeRunning();
    // What is due now starts at once.
    if (forwardMs > 0) await stack.runScheduler();
  });
  parts.unshift(clock);
  const writeRunning = () =>
    writeRunningStack(STATE_FOLDER, {
      ...running,
      endpoints: { ...awsEndpoints, clock: clock.endpoint },
      logFile,
      clockAheadMs: clockAheadMs(),
    });
  writeRunning();
  const operatorsConsole = await startConsole(
    { name: "local", origin: stack.origin, key: () => opsToken },
    networkAndTime,
    { howToOpen: `For a link, run: ${callOf("console")}` },
  );
  parts.unshift(operatorsConsole);
  console.log(
    [
      walkThrough(stack, local, operatorsConsole.renewLink(), STATE_FOLDER),
      ...mismatches.map((mismatch) => `Warning: ${mismatch}`),
    ].join("\n"),
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void end());
  endWithParents(() => void end());
}

/** Closes what was started. An open server would keep the process alive. */
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  for (const part of parts) await part.close().catch(report);
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

function awsFaultsOf(share: number): AwsFaults | undefined {
  if (share === 0) return undefined;
  const { random } = Math;
  const shares = { failingShare: share, duplicateShare: share };
  return { ...shares, maxDelayMs: 2_000, random };
}

/** How callers sign, as the command line needs it. A caller without a key is left out. */
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
