import { afterAll, beforeAll } from "vitest";
import type { DoctorConfig } from "../../../functions/doctor/config.ts";
import {
  type Diagnosis,
  diagnosisSchema,
} from "../../../functions/doctor/contract.ts";
import { diagnose } from "../../../functions/doctor/diagnose.ts";
import type { DoctorDependencies } from "../../../functions/doctor/tools.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import {
  type Platform,
  startPlatform,
} from "../../../infra/platform/start-platform.ts";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import type { PlatformOptions } from "../../../infra/platform/state/options.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { communitySecretSchema } from "../../../shared/platform-auth/community-secret.ts";
import { createRateLimiter } from "../../../shared/store/rate-limiter.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";

export const mailbox = "ops@example.org";

export type Situation = {
  platform?: Partial<PlatformOptions>;
  faults?: readonly FaultRule[];
  config?: Partial<DoctorConfig>;
  /** Changes of the dependencies of the doctor. */
  dependencies?: Partial<DoctorDependencies>;
  /** How far the clock of the platform is ahead. */
  platformAheadMs?: number;
  /** Where the throw-away person gets e-mail. Without it, the doctor only reads. */
  mailbox?: string;
  /** @default five minutes, as on Lambda */
  remainingMs?: number;
  /** Prepares the platform. */
  prepare?: (platform: Platform) => void | Promise<void>;
};

export type Examined = Diagnosis & {
  /** The checks by their names. */
  named: Record<string, Diagnosis["checks"][number]>;
  platform: Platform;
  /** How long the run took by its clock. */
  tookMs: number;
  /** Advances the clock. */
  pass: (durationMs: number) => void;
  /** Runs again, on the same platform with the same faults. */
  again: () => Promise<Examined>;
};

let local: TablesForTest;
const platforms: Platform[] = [];

/** Starts the tables for all tests of a file, and stops them and all platforms after the tests. */
export function useTables(): void {
  beforeAll(async () => {
    local = await startTables();
  });
  afterAll(async () => {
    for (const platform of platforms.splice(0)) await platform.close();
    await local.close();
  });
}

export const startMs = Date.UTC(2026, 0, 5);

/** Lets the doctor examine a stand-in with four people. Pauses take no time. */
export async function examine(situation: Situation): Promise<Examined> {
  let now = startMs + 500;
  const nowMs = () => now;
  const sleepMs = async (durationMs: number): Promise<void> => {
    now += durationMs;
  };
  const { platformAheadMs = 0 } = situation;
  const platform = await startPlatform({
    crowd: 3,
    nowMs: () => now + platformAheadMs,
    sleepMs,
    ...situation.platform,
  });
  platforms.push(platform);
  await situation.prepare?.(platform);

  for (const rule of situation.faults ?? []) platform.faults.add(rule);

  async function run(): Promise<Examined> {
    const store = createTable(local.documents, tables.store.name);
    const beganAtMs = now;
    const answer = await diagnose(
      {
        config: {
          baseUrl: platform.baseUrl,
          authUrl: platform.authUrl,
          serviceAuth: "login",
          personAuth: "basic",
          leaverDisposition: "delete",
          maxContentsDeleted: 100,
          scim: true,
          callTimeoutMs: 10_000,
          platformCallsPerSecond: 0,
          loginLeaseMs: 1_000,
          storeTable: tables.store.name,
          tokensTable: tables.tokens.name,
          communitySecret: "community",
          callersSecret: "callers",
          subscribersSecret: "subscribers",
          sourcesSecret: "sources",
          loopbackHttp: false,
          pulledCallers: [],
          ...situation.config,
        },
        readCommunity: async () =>
          communitySecretSchema.parse(localSecrets.community),
        readCallers: async () => callersSchema.parse(localSecrets.callers),
        readSubscribers: async () => undefined,
        readSources: async () => undefined,
        readPage: async () => {
          throw new Error("no source is read");
        },
        probeTables: {
          store: async () => undefined,
          tokens: async () => undefined,
        },
        rateLimiter: createRateLimiter(store, nowMs),
        lookup: async () => [{ address: "192.0.2.1" }],
        inspectTls: async () => ({ protocol: "TLSv1.3", validToMs: Infinity }),
        nowMs,
        sleepMs,
        randomHex: (bytes) => "ab".repeat(bytes),
        ...situation.dependencies,
      },
      situation.mailbox === undefined ? {} : { mailbox: situation.mailbox },
      situation.remainingMs ?? 300_000,
    );
    const diagnosis = diagnosisSchema.parse(JSON.parse(JSON.stringify(answer)));
    const named = diagnosis.checks.map((one) => [one.name, one] as const);
    return {
      ...diagnosis,
      named: Object.fromEntries(named),
      platform,
      tookMs: now - beganAtMs,
      pass: (durationMs) => void (now += durationMs),
      again: run,
    };
  }

  return run();
}

/** The usernames of the throw-away people on a platform. */
export function throwAwayPeople({
  platform,
}: Pick<Examined, "platform">): string[] {
  return platform
    .people()
    .map(({ svc }) => svc.username)
    .filter((username) => username.startsWith("doctor-"));
}
