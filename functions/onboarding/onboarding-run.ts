import type { Log } from "../../shared/log.ts";
import type { NameOrder } from "../../shared/person/full-name.ts";
import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { LimitSettings } from "../../shared/store/daily-limits.ts";
import type { Store } from "../../shared/store/store.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { readAvatar } from "../../shared/person/avatar/read-avatar.ts";
import type { RehireWithoutStartDate } from "./judge-hire.ts";
import type { PasswordPolicy } from "./password.ts";
import type { TemplateRule } from "../../shared/runtime/templates.ts";

export type OnboardingDependencies = {
  store: Store;
  platformAuth: PlatformAuth;
  /** Usernames of people who must not be adopted. */
  protectedUsernames: readonly string[];
  /** They choose tasks and streams for a hire whose event names none. */
  templates: readonly TemplateRule[];
  /** The time zone of dates without a time, if the event names no zone: an IANA name. */
  zone: string;
  /** How given and family name become a full name. */
  nameOrder?: NameOrder | undefined;
  /** What happens to a later hire without a start date if the employee leaves or has left. */
  rehireWithoutStartDate: RehireWithoutStartDate;
  /** Whether a hire of a person who exists is only compared with the person, or changes the person. */
  repeatedHire: "report" | "update";
  /** Names of fields that belong to the person once they have a value. */
  personOwns: readonly string[];
  /** How many people may get another username or e-mail address within 24 hours. */
  renameLimitSettings: LimitSettings;
  passwordPolicy: PasswordPolicy;
  /** How avatars are read. @default from our store or from their host, over the internet */
  readAvatar?: typeof readAvatar | undefined;
  callsPerSecond: number | undefined;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

/** One onboarding, with everything that its steps need. */
export type OnboardingRun = OnboardingDependencies & WorkflowRun;
