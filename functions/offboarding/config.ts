import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import type { ValuesOf } from "../../shared/runtime/setting.ts";
import {
  deletionLimit,
  disableLimit,
  graceDays,
  leaverDisposition,
  maxContentsDeleted,
  minGraceDays,
  protectedUsernames,
  zone,
} from "../../shared/runtime/settings.ts";

export const offboardingSettings = {
  protectedUsernames,
  zone,
  graceDays,
  minGraceDays,
  leaverDisposition,
  maxContentsDeleted,
  disableLimit,
  deletionLimit,
};
export type OffboardingSettings = ValuesOf<typeof offboardingSettings>;

export const offboardingReceiverConfig = receiverConfig;

export const offboardingWorkflowConfig = {
  ...workflowConfig,
  ...offboardingSettings,
};
