import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { DeletionLimitSettings } from "../../shared/store/deletion-limit.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Log } from "../../shared/log.ts";

export type OffboardingDependencies = {
  store: Store;
  platformAuth: PlatformAuth;
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
export type OffboardingRun = OffboardingDependencies & WorkflowRun;
