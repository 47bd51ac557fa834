import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FunctionName } from "../../infra/aws/deployment/functions.ts";
import { localFunctions } from "../../infra/local/functions.ts";
import {
  type Boundary,
  type ForwardedRequest,
  namesOf,
  type Service,
} from "./killable/boundaries.ts";
import {
  type Moment,
  startForwarder,
  type Kill,
} from "./killable/forwarder.ts";
import { spawnProcess } from "./killable/spawn-process.ts";
import { createProcesses } from "./killable/processes.ts";
import {
  startEnvironment,
  type KillableEnvironment,
} from "./killable/environment.ts";

/** A boundary, and the moment around it at which the process is killed. */
export type KillPoint = { boundary: Boundary; moment: Moment };

/** What happened in one run of a scenario. */
type RunRecord = {
  /** Every request of the processes, in order. */
  met: Boundary[];
  /** How many processes were killed. */
  kills: number;
};

export type Killable = Awaited<ReturnType<typeof startKillable>>;

/** Variables of every process, in addition to the endpoints. */
const variables = {
  // A process that is killed while it logs in delays the next one for this long.
  LOGIN_LEASE_MS: "50",
  DELETION_LIMIT_MIN: "1000",
  DELETION_LIMIT_MAX: "1000",
};

/**
 * Runs scenarios whose process can be killed at any of its requests: one environment, and a forwarder between the
 * process and each part of it. The process that ends a run begins the next one.
 *
 * @param program - from `buildProgram`
 * @param functions - what runs in the process
 * @param spareCount - how many processes start before they are needed
 * @param settings - variables of the processes that differ from those of the local stack
 */
export async function startKillable(
  program: string,
  functions: readonly FunctionName[],
  {
    spareCount,
    settings = {},
  }: { spareCount: number; settings?: Readonly<Record<string, string>> },
) {
  const folder = await mkdtemp(join(tmpdir(), "kill-"));
  let runs = 0;
  let record: RunRecord = { met: [], kills: 0 };
  let counts = new Map<string, number>();
  let target: KillPoint | undefined;

  const front = (service: Service) =>
    startForwarder((request) => onRequest(service, request));
  const platform = await front("platform");
  const dynamodb = await front("dynamodb");
  const secretsManager = await front("secretsManager");
  const lambda = await front("lambda");
  const forwarders = [platform, dynamodb, secretsManager, lambda];

  const definitions = localFunctions({
    platform: platform.endpoint,
    dynamodb: dynamodb.endpoint,
    secretsManager: secretsManager.endpoint,
  });
  const processVariables: Record<string, string> = Object.assign(
    { AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint },
    ...functions.map((name) => definitions[name]?.environment),
    variables,
    settings,
  );
  const executions = () => join(folder, `run-${runs}`);
  const processes = createProcesses(
    spareCount,
    () => spawnProcess(program, functions, processVariables),
    async () => {
      await Promise.all(forwarders.map((forwarder) => forwarder.settle()));
    },
    async (process) => {
      // Before anything else: a function can send requests as soon as it is loaded.
      const endpoint = await process.execute({
        aheadMs: environment.aheadMs(),
      });
      lambda.forwardTo(endpoint);
      return process.execute({ folder: executions() });
    },
  );
  const environment = await startEnvironment(executions, () =>
    processes.live(),
  );
  platform.forwardTo(environment.platform.origin);
  dynamodb.forwardTo(environment.dynamodb.endpoint);
  secretsManager.forwardTo(environment.secretsManager.endpoint);

  function onRequest(
    service: Service,
    request: ForwardedRequest,
  ): Kill | undefined {
    const boundaries = namesOf(service, request).map((name) => {
      const key = `${service} ${name}`;
      const nth = (counts.get(key) ?? 0) + 1;
      counts.set(key, nth);
      return { service, name, nth };
    });
    record.met.push(...boundaries);
    const { boundary, moment } = target ?? {};
    if (!moment || !boundaries.some((one) => isSameBoundary(one, boundary)))
      return undefined;
    return {
      moment,
      kill: () => {
        record.kills += 1;
        processes.kill();
      },
    };
  }

  return {
    /**
     * Runs a scenario once.
     *
     * @param killPoint - where the process is killed. Without it no process is killed.
     * @param isCold - whether the run begins in a new process, and without a token
     */
    async run(
      run: (environment: KillableEnvironment) => Promise<void>,
      { killPoint, isCold }: { killPoint?: KillPoint; isCold: boolean },
    ): Promise<RunRecord> {
      if (isCold) await processes.end();
      await environment.clear({ isCold });
      runs += 1;
      record = { met: [], kills: 0 };
      counts = new Map();
      target = killPoint;
      processes.reopen();
      try {
        await run(environment);
        return record;
      } catch (error) {
        // Work of this process must not go on during the next run.
        await processes.end();
        throw error;
      }
    },

    async close(): Promise<void> {
      await processes.close();
      for (const forwarder of forwarders) await forwarder.close();
      await environment.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function isSameBoundary(
  one: Boundary,
  other: Boundary | undefined,
): boolean {
  return (
    one.service === other?.service &&
    one.name === other.name &&
    one.nth === other.nth
  );
}
