import type { Log } from "../../shared/log.ts";
import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { LimitSettings } from "../../shared/store/daily-limits.ts";
import type { Disposition } from "../../shared/store/operation.ts";
import type { Store } from "../../shared/store/store.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";

export type OffboardingDependencies = {
  store: Store;
  platformAuth: PlatformAuth;
  /** Usernames of people who must not be deleted. */
  protectedUsernames: readonly string[];
  /** The time zone of dates without a time: an IANA name. */
  zone: string;
  /** How long a person stays disabled before the deletion, when the event does not say it. */
  graceDays: number;
  /** A smaller grace is raised to this. */
  minGraceDays: number;
  /** What happens to a leaver. An event can keep a person whom this setting would delete, and not the other way round. */
  leaverDisposition: Disposition;
  disableLimitSettings: LimitSettings;
  deletionLimitSettings: LimitSettings;
  callsPerSecond: number | undefined;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

/** One offboarding, with everything that its steps need. */
export type OffboardingRun = OffboardingDependencies & WorkflowRun;
