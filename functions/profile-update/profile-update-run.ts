import type { AvatarRun } from "../../shared/person/avatar/upload-avatar.ts";
import type { PlatformDependencies } from "../../shared/person/platform-dependencies.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { ProfileUpdateSettings } from "./config.ts";
import type { Change } from "./event.ts";

export type ProfileUpdateDependencies = ProfileUpdateSettings &
  PlatformDependencies &
  Pick<AvatarRun, "readAvatar">;

/** One change, with everything that its steps need. */
export type ProfileUpdateRun = ProfileUpdateDependencies &
  WorkflowRun & {
    /** The event's data. @throws StepFailure `data-erased` */
    readChange: () => Promise<Change>;
  };
