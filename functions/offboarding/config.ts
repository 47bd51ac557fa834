import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { setting } from "../../shared/runtime/setting.ts";
import {
  deletionLimit,
  disableLimit,
  protectedUsernames,
  zone,
} from "../../shared/runtime/settings.ts";
import { oneOf, wholeNumber } from "../../shared/runtime/values.ts";

export const offboardingSettings = {
  /** Days from disabling a leaver to deleting them, if the event does not name a number. */
  graceDays: setting("GRACE_DAYS", wholeNumber(0, 365), 7),
  /**
   * The smallest number of days from disabling a leaver to deleting them. A smaller number in an event or in `graceDays`
   * is raised. Another operator than the sender can end the grace earlier.
   */
  minGraceDays: setting("MIN_GRACE_DAYS", wholeNumber(0, 365), 1),
  /**
   * What happens to a leaver: `delete`, or `disable`, which keeps the disabled person. An event can ask for `disable`
   * where the setting is `delete`, and not the other way round.
   */
  leaverDisposition: setting(
    "LEAVER_DISPOSITION",
    oneOf("delete", "disable"),
    "delete",
  ),
  disableLimit,
  deletionLimit,
};

export const offboardingReceiverConfig = receiverConfig;

export const offboardingWorkflowConfig = {
  ...workflowConfig,
  protectedUsernames,
  zone,
  ...offboardingSettings,
};
