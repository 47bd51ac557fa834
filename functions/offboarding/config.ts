import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { setting, type ValuesOf } from "../../shared/runtime/setting.ts";
import {
  deletionLimit,
  disableLimit,
  leaverDisposition,
  maxContentsDeleted,
  protectedUsernames,
  zone,
} from "../../shared/runtime/settings.ts";
import { wholeNumber } from "../../shared/runtime/values.ts";
import { maxGraceDays } from "./event.ts";

export const offboardingSettings = {
  protectedUsernames,
  zone,
  /** Days from disabling a leaver to deleting them, if the event does not name a number. */
  graceDays: setting("GRACE_DAYS", wholeNumber(0, maxGraceDays), 7),
  /**
   * The smallest number of days from disabling a leaver to deleting them. A smaller number in an event or in `graceDays`
   * is raised. Another operator than the sender can end the grace period earlier.
   */
  minGraceDays: setting("MIN_GRACE_DAYS", wholeNumber(0, maxGraceDays), 1),
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
