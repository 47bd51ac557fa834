import type { Access } from "../../shared/access/access.ts";
import type { Begun } from "../../shared/durable/create-workflow.ts";
import type { DeletionLimitSettings } from "../../shared/store/deletion-limit.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Log } from "../../shared/log.ts";

export type OffboardingDependencies = {
  store: Store;
  access: Access;
  /** Usernames of people whom nobody may delete. */
  protectedUsernames: readonly string[];
  /** How long a person stays, disabled, before the deletion, where the event does not say. */
  graceDays: number;
  deletionLimitSettings: DeletionLimitSettings;
  callsPerSecond: number | undefined;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

/** One offboarding, and all that its steps need. */
export type Scene = OffboardingDependencies & Begun;
