import type { Log } from "../../shared/log.ts";
import type { readAvatar } from "../../shared/person/avatar/read-avatar.ts";
import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { Store } from "../../shared/store/store.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { ProfileUpdateSettings } from "./config.ts";
import type { Change } from "./event.ts";

export type ProfileUpdateDependencies = ProfileUpdateSettings & {
  store: Store;
  platformAuth: PlatformAuth;
  /** How avatars are read. @default from our store or from their host, over the internet */
  readAvatar?: typeof readAvatar | undefined;
  callsPerSecond: number | undefined;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

/** One change, with everything that its steps need. */
export type ProfileUpdateRun = ProfileUpdateDependencies &
  WorkflowRun & {
    /** The event's data. @throws StepFailure `data-erased` */
    readChange: () => Promise<Change>;
  };
