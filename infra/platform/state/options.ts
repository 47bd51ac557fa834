import { setTimeout } from "node:timers/promises";
import type { HiddenField } from "./platform-state.ts";

/** An option with its default. The type says which other values it may have. */
const option = <T>(byDefault: T): T => byDefault;

/** All options, each with its default. */
export const platformDefaults = {
  /** TCP port on loopback. 0 takes any free port. */
  port: 0,
  /** Certificate and key (PEM) of 127.0.0.1 for https. Undefined: http. */
  tls: option<{ cert: string; key: string } | undefined>(undefined),
  /** Developer keys that may call the login endpoint (docs/interface.md, §5). */
  consumers: [{ key: "local-consumer-key", secret: "local-consumer-secret" }],
  /** The only administrator, who exists from the start. */
  serviceAccount: { username: "service", password: "service-password" },
  /** Whether the service account is an administrator. Without it, no account is one. */
  serviceRights: true,
  /** Whether a request may be signed by HTTP Basic. Without it, such a request is answered 401. */
  basicAuth: true,
  /** Lifetime of an access token. */
  tokenLifetimeMs: 3_600_000,
  /** Custom streams a person may have (§8). */
  customStreamLimit: 10,
  /** "3.0" has neither the tasks nor the members resource of a person (§9). */
  version: option<"3.0" | "3.1">("3.1"),
  /** Whether optional fields that a PUT does not give stay ("merge") or are removed ("replace"). */
  update: option<"merge" | "replace">("merge"),
  /**
   * Whether a PUT of a person may give changed fields only. docs/interface.md has both readings: required fields must
   * be given on update (§1), and the body is a person with changed fields (§4). With `true`, `emails`, `name` and
   * `svc` may be absent and then stay as they are; `update` decides about optional fields.
   */
  partialUpdates: false,
  /**
   * Whether a PUT of a person changes username and e-mail addresses. Without it, the PUT is accepted and both stay, as on
   * a platform whose accounts another system manages.
   */
  renames: true,
  /** Whether the instance supports profile images. Without them, their resources are answered 404. */
  profileImages: true,
  /**
   * Whether the instance supports organization charts. Without them, reports, manager, colleagues and followers are
   * answered 404.
   */
  organizationChart: true,
  /** The fields that each person hides, except a person with a setting of its own (`admin.hideFields`). */
  hiddenFields: option<readonly HiddenField[]>([]),
  /** Whether a community of 25 people exists from the start. The password of each person is "<username>-password". */
  seed: false,
  /** Number of further people from the start, who have a name only: `crowd.1`, `crowd.2` and so on. */
  crowd: 0,
  /** Items of a page when `count` is absent. */
  defaultPageSize: 25,
  /** A larger `count` is cut to this. */
  maxPageSize: 100,
  /** Requests per second. Further requests are answered 429. Undefined: no limit. */
  rateLimit: option<number | undefined>(undefined),
  /**
   * Whether each answer shows the rate limit in `RateLimit-Policy` and `RateLimit`, as draft-ietf-httpapi-ratelimit-headers
   * describes them.
   */
  rateLimitHeaders: false,
  /** Number of entries that the journal keeps. It drops the oldest ones. */
  journalLimit: 10_000,
  /**
   * Folder that keeps the state after the process has ended. Tokens, sign-ins, faults and the journal of requests end
   * with the process. Undefined: in memory.
   */
  folder: option<string | undefined>(undefined),
  /** The clock of the whole platform, in epoch milliseconds. The `Date` of each answer shows it. */
  nowMs: Date.now,
  /** Waits for a latency fault. The timer must not keep the process alive after the client has gone. */
  sleepMs: (ms: number): Promise<unknown> =>
    setTimeout(ms, undefined, { ref: false }),
};

export type PlatformOptions = typeof platformDefaults;
