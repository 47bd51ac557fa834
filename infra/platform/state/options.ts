import { setTimeout } from "node:timers/promises";
import type { HiddenField } from "./platform-state.ts";

/**
 * "at-once" deletes the person and answers 204. The others answer 202 and keep the person unchanged until it was read
 * that many times by its address, or until that time has passed. With `Infinity`, the deletion is never done.
 */
export type Deletion =
  "at-once" | { goneAfterReads: number } | { goneAfterMs: number };

export type PlatformOptions = {
  /** TCP port on loopback. 0 takes any free port. @default 0 */
  port: number;
  /** Certificate and key (PEM) of 127.0.0.1 for https. @default undefined, which is http */
  tls: { cert: string; key: string } | undefined;
  /** Developer keys that may call the login endpoint (docs/interface.md, §5). */
  consumers: readonly { key: string; secret: string }[];
  /** The only administrator, who exists from the start. */
  serviceAccount: { username: string; password: string };
  /** Whether the service account is an administrator. Without it, no account is one. @default true */
  serviceRights: boolean;
  /** Scopes that a login may ask for. Another one is answered 400. @default undefined, which is any */
  scopes: readonly string[] | undefined;
  /** Whether a request may be signed by HTTP Basic. Otherwise it is answered 401. @default true */
  basicAuth: boolean;
  /**
   * Lifetime of an access token. With `undefined`, the token lives until it is renewed or revoked, and the answer of
   * the login has no lifetime. @default 1 hour
   */
  tokenLifetimeMs: number | undefined;
  /** Lifetime of a temporary image. @default 15 minutes */
  temporaryImageLifetimeMs: number;
  /** Custom streams a person may have (§8). @default 10 */
  customStreamLimit: number;
  /** "3.0" has neither the tasks nor the members resource of a person (§9). @default "3.1" */
  version: "3.0" | "3.1";
  /** How a person is deleted. @default "at-once" */
  deletion: Deletion;
  /** Whether optional fields that a PUT does not give stay ("merge") or are removed ("replace"). @default "merge" */
  update: "merge" | "replace";
  /**
   * Whether a PUT of a person may give changed fields only. docs/interface.md has both readings: required fields must
   * be given on update (§1), and the body is a person with changed fields (§4). With `true`, `emails`, `name` and
   * `svc` may be absent and then stay as they are; `update` decides about optional fields. @default false
   */
  partialUpdates: boolean;
  /**
   * Whether a PUT of a person changes username and e-mail addresses. Without it, the PUT is accepted and both stay, as on
   * a platform whose accounts another system manages. @default true
   */
  renames: boolean;
  /** The whole text before the JSON of a GET (§2.6), with its line end. "" turns it off. */
  guardLine: string;
  /** Whether the instance supports profile images. Without them, their resources are answered 404. @default true */
  profileImages: boolean;
  /**
   * Whether the instance supports organization charts. Without them, reports, manager, colleagues and followers are
   * answered 404. @default true
   */
  organizationChart: boolean;
  /** The fields that a person hides who has no setting of its own (`admin.hideFields`). @default none */
  hiddenFields: readonly HiddenField[];
  /**
   * Whether a community of 25 people exists from the start. The password of each person is "<username>-password".
   * @default false
   */
  seed: boolean;
  /** Number of further people from the start, who have a name only: `crowd.1`, `crowd.2` and so on. @default 0 */
  crowd: number;
  /** Items of a page when `count` is absent. @default 25 */
  defaultPageSize: number;
  /** A larger `count` is cut to this. @default 100 */
  maxPageSize: number;
  /** Requests per second. Further requests are answered 429. @default undefined, which is no limit */
  rateLimit: number | undefined;
  /**
   * Whether each answer shows the rate limit in `RateLimit-Policy` and `RateLimit`, as draft-ietf-httpapi-ratelimit-headers
   * describes them. @default false
   */
  rateLimitHeaders: boolean;
  /** Whether a 401 carries `WWW-Authenticate: Bearer`. @default false */
  bearerChallenge: boolean;
  /** Number of entries that the journal keeps. It drops the oldest ones. @default 10,000 */
  journalLimit: number;
  /**
   * Folder that keeps the state after the process has ended. Tokens, sign-ins, faults and the journal of requests end
   * with the process. @default undefined, which is in memory
   */
  folder: string | undefined;
  /** The clock of the whole platform, in epoch milliseconds. The `Date` of each answer shows it. */
  nowMs: () => number;
  /** Waits for a latency fault. */
  sleepMs: (ms: number) => Promise<unknown>;
};

export const platformDefaults: PlatformOptions = {
  port: 0,
  tls: undefined,
  consumers: [{ key: "local-consumer-key", secret: "local-consumer-secret" }],
  serviceAccount: { username: "service", password: "service-password" },
  serviceRights: true,
  scopes: undefined,
  basicAuth: true,
  tokenLifetimeMs: 3_600_000,
  temporaryImageLifetimeMs: 900_000,
  customStreamLimit: 10,
  version: "3.1",
  deletion: "at-once",
  update: "merge",
  partialUpdates: false,
  renames: true,
  guardLine: "throw 'allowIllegalResourceCall is false.';\n",
  profileImages: true,
  organizationChart: true,
  hiddenFields: [],
  seed: false,
  crowd: 0,
  defaultPageSize: 25,
  maxPageSize: 100,
  rateLimit: undefined,
  rateLimitHeaders: false,
  bearerChallenge: false,
  journalLimit: 10_000,
  folder: undefined,
  nowMs: Date.now,
  // The timer must not keep the process alive after the client has gone.
  sleepMs: (ms) => setTimeout(ms, undefined, { ref: false }),
};
