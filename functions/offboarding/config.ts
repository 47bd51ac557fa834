import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { setting } from "../../shared/runtime/setting.ts";
import { protectedUsernames, zone } from "../../shared/runtime/settings.ts";
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
  disableLimit: {
    /**
     * The share of the known people whom terminations and suspensions may disable within 24 hours. `min` and `max` bound
     * the resulting number of people. Operations above the limit are held until an operator releases or rejects them.
     */
    percent: setting("DISABLE_LIMIT_PERCENT", wholeNumber(0, 100), 10),
    /** The number of people who may always be disabled within 24 hours. */
    min: setting("DISABLE_LIMIT_MIN", wholeNumber(0, 1_000), 10),
    /** The largest number of people who may be disabled within 24 hours. */
    max: setting("DISABLE_LIMIT_MAX", wholeNumber(0, 1_000), 100),
  },
  deletionLimit: {
    /**
     * The share of the known people who may be deleted within 24 hours. `min` and `max` bound the resulting number of
     * people. Operations above the limit are held until an operator releases or rejects them.
     */
    percent: setting("DELETION_LIMIT_PERCENT", wholeNumber(0, 100), 5),
    /** The number of people who may always be deleted within 24 hours. */
    min: setting("DELETION_LIMIT_MIN", wholeNumber(0, 1_000), 3),
    /** The largest number of people who may be deleted within 24 hours. */
    max: setting("DELETION_LIMIT_MAX", wholeNumber(0, 1_000), 20),
  },
};

export const offboardingReceiverConfig = receiverConfig;

export const offboardingWorkflowConfig = {
  ...workflowConfig,
  protectedUsernames,
  zone,
  ...offboardingSettings,
};
