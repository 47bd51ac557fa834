import {
  callersSecret,
  loopbackHttp,
  sourcesSecret,
  subscribersSecret,
  workflowConfig,
} from "../../shared/runtime/config.ts";
import {
  leaverDisposition,
  maxContentsDeleted,
  personAuth,
  scim,
} from "../../shared/runtime/settings.ts";
import type { ValuesOf } from "../../shared/runtime/setting.ts";

/** What a workflow reads, and the other things that the doctor examines. */
export const doctorConfig = {
  ...workflowConfig,
  callersSecret,
  subscribersSecret,
  sourcesSecret,
  loopbackHttp,
  personAuth,
  leaverDisposition,
  maxContentsDeleted,
  scim,
};
export type DoctorConfig = ValuesOf<typeof doctorConfig>;
