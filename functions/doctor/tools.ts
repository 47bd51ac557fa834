import {
  type Authorizer,
  basicAuth,
} from "../../shared/community/authorizer.ts";
import { clientDefaults, createClient } from "../../shared/community/client.ts";
import type { Http } from "../../shared/community/http.ts";
import { createLogin, type Token } from "../../shared/community/login.ts";
import {
  createTransport,
  type TransportOptions,
} from "../../shared/community/transport.ts";
import type { CommunitySecret } from "../../shared/platform-auth/community-secret.ts";
import type { RateLimiter } from "../../shared/store/rate-limiter.ts";
import type { SourceReader } from "../../shared/source/source-reader.ts";
import type { CallerEntries } from "../../shared/webhook/callers-secret.ts";
import type { Subscribers } from "../../shared/webhook/subscribers-secret.ts";
import type { TlsState } from "./inspect-tls.ts";
import type { DoctorConfig } from "./config.ts";
import { createObservedHttp } from "./observed-http.ts";

/** What the checks examine: parts of the deployment, the platform and other systems. */
export type DoctorDependencies = {
  config: DoctorConfig;
  /** Undefined if the secret has no value. @throws ConfigurationError, and the errors of Secrets Manager */
  readCommunity: () => Promise<CommunitySecret | undefined>;
  readCallers: () => Promise<CallerEntries | undefined>;
  readSubscribers: () => Promise<Subscribers | undefined>;
  /** The entries of the sources secret, not parsed yet. */
  readSources: () => Promise<Record<string, unknown> | undefined>;
  /** Reads a page of the records of a source. @throws SourceError */
  readPage: SourceReader["readPage"];
  /** Reads one item of each table. @throws the errors of DynamoDB */
  probeTables: Record<"store" | "tokens", () => Promise<unknown>>;
  rateLimiter: RateLimiter;
  /** Resolves the name of a host to its addresses. @throws an error with a code such as ENOTFOUND */
  lookup: (host: string) => Promise<readonly { address: string }[]>;
  inspectTls: (host: string, port: number) => Promise<TlsState>;
  /** @default the connections of a client */
  http?: Http;
  nowMs: () => number;
  /** @default a timer */
  sleepMs?: (durationMs: number) => Promise<void>;
  /** This many random bytes, in hexadecimal digits. */
  randomHex: (bytes: number) => string;
};

type ServiceAccount = Pick<
  CommunitySecret,
  "consumerKey" | "consumerSecret" | "username" | "password"
>;

/** The parts with which the checks of one run work. */
export type Tools = ReturnType<typeof createTools>;

/** A failed call is repeated once, after a short pause, because a long one would take the time of other checks. */
const retryLimits = { maxAttempts: 2, maxPauseMs: 5_000 };

export function createTools(dependencies: DoctorDependencies, untilMs: number) {
  const { config, nowMs, rateLimiter } = dependencies;
  const { baseUrl, authUrl, callTimeoutMs } = config;
  const defaults = clientDefaults();
  const sleepMs = dependencies.sleepMs ?? defaults.sleepMs;
  const time = { untilMs };
  const { http, answers } = createObservedHttp({
    http: dependencies.http ?? defaults.http,
    rateLimiter,
    callsPerSecond: config.platformCallsPerSecond,
    nowMs,
    sleepMs,
    untilMs: () => time.untilMs,
  });
  const shared: Omit<TransportOptions, "origin" | "authorizer"> = {
    ...defaults,
    ...retryLimits,
    http,
    nowMs,
    sleepMs,
    attemptTimeoutMs: callTimeoutMs,
  };
  return {
    ...dependencies,
    sleepMs,
    /** Every answer of the platform so far, without content. */
    answers,
    /** When the last request of the current part of the run must have ended. */
    time,
    clientOf: (authorizer: Authorizer) =>
      createClient({ ...shared, baseUrl, authorizer }),
    loginOf: ({
      consumerKey,
      consumerSecret,
      username,
      password,
    }: ServiceAccount) =>
      createLogin({
        ...shared,
        authUrl,
        consumerKey,
        consumerSecret,
        username,
        password,
      }),
    /** Sends requests that the client never sends. */
    transportOf: (authorizer: Authorizer) =>
      createTransport({
        ...shared,
        origin: new URL(baseUrl).origin,
        authorizer,
      }),
  };
}

/** Signs in as a person of the platform, by the login or by HTTP Basic. @throws the errors of the login */
export async function authorizerOf(
  tools: Tools,
  account: ServiceAccount,
  how: "basic" | "login",
): Promise<Authorizer> {
  return how === "basic"
    ? basicAuth(account.username, account.password)
    : tokenAuth(await tools.loginOf(account).withPassword());
}

export function tokenAuth({ tokenType, accessToken }: Token): Authorizer {
  return { authorization: async () => `${tokenType} ${accessToken}` };
}
