import type { PlatformAuth } from "../../shared/platform-auth/platform-auth.ts";
import type { Http } from "../../shared/community/http.ts";
import type { WorkflowRun } from "../../shared/workflow/create-workflow.ts";
import type { Store } from "../../shared/store/store.ts";
import type { Log } from "../../shared/log.ts";

export type StatusRelayDependencies = {
  store: Store;
  platformAuth: PlatformAuth;
  /** Sends late answers. */
  http: Http;
  /** Of the times in answers. */
  zone: string;
  callsPerSecond: number | undefined;
  nowMs: () => number;
  random: () => number;
  log: Log;
};

/** One run of the workflow, with everything that its steps need. */
export type StatusRelayRun = StatusRelayDependencies & WorkflowRun;
