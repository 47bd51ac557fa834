import * as z from "zod/mini";
import { receiverConfig, workflowConfig } from "../../shared/runtime/config.ts";
import { largeSetting, setting } from "../../shared/runtime/setting.ts";
import { protectedUsernames } from "../../shared/runtime/settings.ts";
import {
  listOf,
  matching,
  oneOf,
  wholeNumber,
} from "../../shared/runtime/values.ts";

export const onboardingSettings = {
  /**
   * How a new person authenticates for tasks and streams: by HTTP Basic, or by login where people have an account in
   * the API store.
   */
  personAuth: setting("PERSON_AUTH", oneOf("basic", "login"), "basic"),
  /** Tasks of a new person whose event names none. `dueInDays` counts from the start date, or from the event. */
  taskTemplate: largeSetting(
    "TASK_TEMPLATE",
    listOf(
      z.strictObject({
        subject: z.string().check(z.minLength(1), z.maxLength(255)),
        dueInDays: wholeNumber(0, 3_650).schema,
      }),
      50,
      "tasks, each with a subject of at most 255 characters and dueInDays, a whole number from 0 to 3650",
    ),
    [],
  ),
  /** Length of initial passwords, in characters. */
  passwordLength: setting("PASSWORD_LENGTH", wholeNumber(12, 43), 24),
  /** The symbols in initial passwords: two characters that the platform counts as symbols. */
  passwordSymbols: setting(
    "PASSWORD_SYMBOLS",
    matching(
      /^([!-/:-@[-`{-~])(?!\1)[!-/:-@[-`{-~]$/,
      "two different symbols of ASCII, such as -_",
    ),
    "-_",
  ),
};

export const onboardingReceiverConfig = receiverConfig;

export const onboardingWorkflowConfig = {
  ...workflowConfig,
  protectedUsernames,
  ...onboardingSettings,
};
