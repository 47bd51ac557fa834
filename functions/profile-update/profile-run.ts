import type { Log } from "../../shared/log.ts";
import type { readAvatar } from "../../shared/person/avatar/read-avatar.ts";
import type { NameOrder } from "../../shared/person/full-name.ts";
import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { LimitSettings } from "../../shared/store/daily-limits.ts";
import type { Store } from "../../shared/store/store.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { Change } from "./event.ts";

export type ProfileUpdateDependencies = {
  store: Store;
  platformAuth: PlatformAuth;
  /** Usernames of people who must not be changed. */
  protectedUsernames: readonly string[];
  /** Names of fields that belong to the person once they have a value. */
  personOwns: readonly string[];
  /** How many people may get another username or e-mail address within 24 hours. */
  renameLimitSettings: LimitSettings;
  /** The order of the names in a full name that no event names. */
  nameOrder?: NameOrder | undefined;
  /** The company's time zone, as an IANA name. */
  zone: string;
  /** How avatars are read. @default from our store or from their host, over the internet */
  readAvatar?: typeof readAvatar | undefined;
  callsPerSecond: number | undefined;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

/** One change, with everything that its steps need. */
export type ProfileRun = ProfileUpdateDependencies &
  WorkflowRun & {
    /** The event's data. @throws StepFailure `data-erased` */
    readChange: () => Promise<Change>;
  };
