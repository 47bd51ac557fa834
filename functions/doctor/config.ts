import * as z from "zod/mini";
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
import { largeSetting, type ValuesOf } from "../../shared/runtime/setting.ts";
import { listOf } from "../../shared/runtime/values.ts";

/** The settings of a workflow, and the other settings and secrets that the doctor examines. */
export const doctorConfig = {
  ...workflowConfig,
  callersSecret,
  subscribersSecret,
  sourcesSecret,
  loopbackHttp,
  /** The callers whose sources the schedules of this deployment pull. */
  pulledCallers: largeSetting(
    "PULLED_CALLERS",
    listOf(z.string(), 300, "callers"),
    [],
  ),
  personAuth,
  leaverDisposition,
  maxContentsDeleted,
  scim,
};
export type DoctorConfig = ValuesOf<typeof doctorConfig>;
