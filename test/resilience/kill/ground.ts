import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FunctionName } from "../../../infra/functions.ts";
import { localFunctions } from "../../../infra/local/functions.ts";
import {
  type Boundary,
  type ForwardedRequest,
  namesOf,
  type Service,
} from "./boundaries.ts";
import { type Moment, startForwarder, type Strike } from "./forwarder.ts";
import { spawnProcess } from "./spawn-process.ts";
import { createSuccession } from "./succession.ts";
import { startWorld, type World } from "./world.ts";

/** A boundary and a moment at it. */
export type Cell = { boundary: Boundary; moment: Moment };

/** What happened in one run. */
type Course = {
  /** Every request that was met, in order. */
  met: Boundary[];
  /** How many processes were killed. */
  kills: number;
};

export type Ground = Awaited<ReturnType<typeof openGround>>;

/** What a process is told by its environment, beside where the others are. */
const environment = {
  // A process that dies while it logs in holds up the next one for so long.
  LOGIN_LEASE_MS: "50",
  DELETION_LIMIT_MIN: "1000",
  DELETION_LIMIT_MAX: "1000",
};

/**
 * Where processes with these functions are killed, run after run: one world, and a forwarder in front of each of its
 * parts. The process that brings a run to its end begins the next.
 */
export async function openGround(
  program: string,
  functions: readonly FunctionName[],
) {
  const folder = await mkdtemp(join(tmpdir(), "kill-"));
  let runs = 0;
  let course: Course = { met: [], kills: 0 };
  let counts = new Map<string, number>();
  let target: Cell | undefined;

  const front = (service: Service) =>
    startForwarder((request) => meet(service, request));
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
  const variables: Record<string, string> = Object.assign(
    { AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint },
    ...functions.map((name) => definitions[name]?.environment),
    environment,
  );
  const executions = () => join(folder, `run-${runs}`);
  const processes = createSuccession(
    () => spawnProcess(program, functions, variables),
    async () => {
      await Promise.all(forwarders.map((forwarder) => forwarder.settle()));
    },
    async (process) => {
      // First of all, for a function may ask for something as soon as it is loaded.
      const endpoint = await process.obey({ aheadMs: world.aheadMs() });
      lambda.leadTo(endpoint);
      return process.obey({ folder: executions() });
    },
  );
  const world = await startWorld(executions, () => processes.atWork());
  platform.leadTo(world.platform.origin);
  dynamodb.leadTo(world.dynamodb.endpoint);
  secretsManager.leadTo(world.secretsManager.endpoint);

  function meet(
    service: Service,
    request: ForwardedRequest,
  ): Strike | undefined {
    const boundaries = namesOf(service, request).map((name) => {
      const key = `${service} ${name}`;
      const nth = (counts.get(key) ?? 0) + 1;
      counts.set(key, nth);
      return { service, name, nth };
    });
    course.met.push(...boundaries);
    const { boundary, moment } = target ?? {};
    if (!moment || !boundaries.some((one) => isSame(one, boundary)))
      return undefined;
    return {
      moment,
      kill: () => {
        course.kills += 1;
        processes.strike();
      },
    };
  }

  return {
    /**
     * Plays a story, once.
     *
     * @param cell - where the process is killed; nowhere when absent
     * @param isCold - whether it begins in a new process, and without a token
     */
    async run(
      play: (world: World) => Promise<void>,
      { cell, isCold }: { cell?: Cell; isCold: boolean },
    ): Promise<Course> {
      if (isCold) await processes.bury();
      await world.clear({ isCold });
      runs += 1;
      course = { met: [], kills: 0 };
      counts = new Map();
      target = cell;
      processes.reopen();
      try {
        await play(world);
        return course;
      } catch (error) {
        // Whatever still goes on there must not go on in the next run.
        await processes.bury();
        throw error;
      }
    },

    async close(): Promise<void> {
      await processes.close();
      for (const forwarder of forwarders) await forwarder.close();
      await world.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function isSame(one: Boundary, other: Boundary | undefined): boolean {
  return (
    one.service === other?.service &&
    one.name === other.name &&
    one.nth === other.nth
  );
}
