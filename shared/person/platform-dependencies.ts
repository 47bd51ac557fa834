import type { Log } from "../log.ts";
import type { PlatformAuth } from "../platform-auth/platform-auth.ts";
import type { Store } from "../store/store.ts";

/** What every workflow that calls the platform depends on, beside its settings. */
export type PlatformDependencies = {
  store: Store;
  platformAuth: PlatformAuth;
  /** The rate limit of the platform. @default none */
  callsPerSecond: number | undefined;
  nowMs: () => number;
  /** Uniform in [0, 1), for the jitter of pauses. */
  random: () => number;
  log: Log;
};
