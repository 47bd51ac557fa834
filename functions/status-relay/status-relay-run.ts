import type { Http } from "../../shared/community/http.ts";
import type { PlatformDependencies } from "../../shared/person/platform-dependencies.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";

export type StatusRelayDependencies = PlatformDependencies & {
  /** Sends late answers. */
  http: Http;
  /** The zone of times in answers. */
  zone: string;
};

/** One run of the workflow, with everything that its steps need. */
export type StatusRelayRun = StatusRelayDependencies & WorkflowRun;
