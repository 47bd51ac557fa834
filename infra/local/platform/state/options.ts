import { setTimeout } from "node:timers/promises";
import type { HiddenField } from "./platform-state.ts";

/**
 * "at-once" answers 204. The others answer 202 and keep the person as it is until it was read so often by its address,
 * or until that time is over; `Infinity` is a deletion that was abandoned.
 */
export type Deletion =
  "at-once" | { goneAfterReads: number } | { goneAfterMs: number };

export type PlatformOptions = {
  /** TCP port on loopback; 0 takes any free one. @default 0 */
  port: number;
  /** Certificate and key (PEM) of 127.0.0.1: then it speaks https. @default undefined, http */
  tls: { cert: string; key: string } | undefined;
  /** Developer keys that may call the login endpoint (the API document, §5). */
  consumers: readonly { key: string; secret: string }[];
  /** The one person that is there from the start: an administrator, and the only one. */
  serviceAccount: { username: string; password: string };
  /** Life of an access token. `undefined`: not told in the answer, and the token lives until it is revoked. @default 1 hour */
  tokenLifetimeMs: number | undefined;
  /** Life of a temporary image that nobody attached. @default 15 minutes */
  temporaryImageLifetimeMs: number;
  /** Custom streams a person may have (§8). @default 10 */
  customStreamLimit: number;
  /** "3.0" has neither the tasks nor the members resource of a person (§9). @default "3.1" */
  version: "3.0" | "3.1";
  /** How people are deleted. @default "at-once" */
  deletion: Deletion;
  /** What becomes of optional fields that a PUT does not give: they stay, or they go. @default "merge" */
  update: "merge" | "replace";
  /**
   * Whether a PUT of a person may give changed fields only. docs/interface.md has both readings: required fields must be
   * given on update (§1), and the body is a person with changed fields (§4). With `true`, `emails`, `name` and `svc` may
   * be absent and then stay as they are; `update` decides about optional fields. @default false
   */
  partialUpdates: boolean;
  /** Whole text before the JSON of a GET (§2.6), line end included; "" turns it off. */
  guardLine: string;
  /** Whether the instance supports profile images; without them their resources answer 404. @default true */
  profileImages: boolean;
  /** Whether it supports organization charts; without them reports, manager, colleagues and followers answer 404. @default true */
  organizationChart: boolean;
  /** What everybody hides from others who has no setting of their own (`admin.hideFields`). @default nothing */
  hiddenFields: readonly HiddenField[];
  /** Whether a community of 25 people is there from the start; everybody's password is "<username>-password". @default false */
  seed: boolean;
  /** How many more people are there from the start, of whom nothing is known but a name: `crowd.1` and so on. @default 0 */
  crowd: number;
  /** Items of a page when `count` is absent. @default 25 */
  defaultPageSize: number;
  /** A larger `count` is cut to this. @default 100 */
  maxPageSize: number;
  /** Requests per second before 429; `undefined` is no limit. @default undefined */
  rateLimit: number | undefined;
  /** Whether a 401 carries `WWW-Authenticate: Bearer`. @default false */
  bearerChallenge: boolean;
  /** Entries the journal keeps; the oldest go first. @default 10,000 */
  journalLimit: number;
  /** The clock of everything here, epoch milliseconds. */
  nowMs: () => number;
  /** How a latency fault waits. */
  sleepMs: (ms: number) => Promise<unknown>;
};

export const platformDefaults: PlatformOptions = {
  port: 0,
  tls: undefined,
  consumers: [{ key: "local-consumer-key", secret: "local-consumer-secret" }],
  serviceAccount: { username: "service", password: "service-password" },
  tokenLifetimeMs: 3_600_000,
  temporaryImageLifetimeMs: 900_000,
  customStreamLimit: 10,
  version: "3.1",
  deletion: "at-once",
  update: "merge",
  partialUpdates: false,
  guardLine: "throw 'allowIllegalResourceCall is false.';\n",
  profileImages: true,
  organizationChart: true,
  hiddenFields: [],
  seed: false,
  crowd: 0,
  defaultPageSize: 25,
  maxPageSize: 100,
  rateLimit: undefined,
  bearerChallenge: false,
  journalLimit: 10_000,
  nowMs: Date.now,
  // A latency that nobody waits for any more must not hold the process.
  sleepMs: (ms) => setTimeout(ms, undefined, { ref: false }),
};
