import { join } from "node:path";
import { startPart } from "../../environments/parts/part.ts";
import {
  type PlatformPart,
  startPlatformPart,
} from "../../environments/benchmark/start-platform-part.ts";
import type { PlatformOptions } from "../../../infra/platform/state/options.ts";
import {
  type InstancesRequest,
  type InstancesSetup,
  type Wait,
  waitsSchema,
} from "./requests.ts";

const processes = 2;

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Instances in some processes, a table and a platform in theirs. */
export async function openFleet(
  platformOptions: Partial<Pick<PlatformOptions, "tokenLifetimeMs">> = {},
) {
  const [platform, dynamodb] = await Promise.all([
    startPlatformPart(platformOptions),
    startPart(
      join(import.meta.dirname, "../../environments/parts/dynamodb-process.ts"),
    ),
  ]);
  const setup: InstancesSetup = {
    dynamodb: String(dynamodb.ready),
    platform: platform.origin,
  };
  const start = () =>
    startPart(join(import.meta.dirname, "instances-process.ts"), {
      args: [JSON.stringify(setup)],
    });
  const parts = await Promise.all(Array.from({ length: processes }, start));
  let seed = 0;

  const ask = async (request: InstancesRequest, part = parts[0]) =>
    part?.ask(request);
  const askAll = async (requests: InstancesRequest[]): Promise<Wait[]> => {
    const answers = await Promise.all(
      requests.map((request, index) => ask(request, parts[index])),
    );
    return answers.flatMap((answer) => waitsSchema.parse(answer));
  };

  return {
    /** How long every login takes from now on; the first ones may take another time. */
    async setLogin(ms: number, first?: { ms: number; times: number }) {
      await platform.clearFaults();
      const login = { method: "POST", path: "/login" } as const;
      if (first)
        await platform.addFault({
          kind: "latency",
          ...login,
          ms: first.ms - ms,
          times: first.times,
        });
      await platform.addFault({ kind: "latency", ...login, ms });
    },

    /** How many logins there were since this was called last. */
    takeLogins: () => loginsOf(platform),

    end: (scope: string) => ask({ kind: "end", scope }),

    /** Starts `count` cold instances within a time in milliseconds. Resolves to the wait of each. */
    burst(scope: string, count: number, spreadMs: number): Promise<Wait[]> {
      const beginAtMs = Date.now() + 50;
      const shares = Math.min(count, processes);
      return askAll(
        Array.from({ length: shares }, () => ({
          kind: "burst",
          scope,
          count: count / shares,
          seed: ++seed,
          beginAtMs,
          spreadMs,
        })),
      );
    },

    /** A process takes the lead and dies. */
    async crash(scope: string): Promise<void> {
      const victim = await start();
      await victim.ask({ kind: "crash", scope }).catch(() => undefined);
    },

    /** Warm instances under load; how long each request waited. */
    load: (
      scope: string,
      options: {
        count: number;
        perSecond: number;
        durationMs: number;
        earlyRenewalFactor: number;
      },
    ): Promise<Wait[]> =>
      askAll(
        Array.from({ length: processes }, () => ({
          kind: "load",
          scope,
          ...options,
          count: options.count / processes,
          perSecond: options.perSecond / processes,
        })),
      ),

    close: async () => {
      await Promise.all(parts.map((part) => part.close()));
      await Promise.all([platform.close(), dynamodb.close()]);
    },
  };
}

async function loginsOf(platform: PlatformPart): Promise<number> {
  const journal = await platform.takeJournal();
  return journal.filter(({ path }) => path === "/login").length;
}
