import type { Log } from "../../shared/log.ts";
import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { Store } from "../../shared/store/store.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { OffboardingSettings } from "./config.ts";

export type OffboardingDependencies = OffboardingSettings & {
  store: Store;
  platformAuth: PlatformAuth;
  callsPerSecond: number | undefined;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

/** One offboarding, with everything that its steps need. */
export type OffboardingRun = OffboardingDependencies & WorkflowRun;
