import type { PlatformDependencies } from "../../shared/person/platform-dependencies.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { OffboardingSettings } from "./config.ts";

export type OffboardingDependencies = OffboardingSettings &
  PlatformDependencies;

/** One offboarding, with everything that its steps need. */
export type OffboardingRun = OffboardingDependencies & WorkflowRun;
