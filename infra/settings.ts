import { offboardingSettings } from "../functions/offboarding/config.ts";
import { onboardingSettings } from "../functions/onboarding/config.ts";
import { statusRelaySettings } from "../functions/status-relay/config.ts";
import { docsUrl, platformSettings } from "../shared/runtime/settings.ts";
import { deploymentSettings } from "./deployment-settings.ts";

/** All settings, by their names in `cdk.json`. */
export const settings = {
  ...platformSettings,
  docsUrl,
  ...onboardingSettings,
  ...offboardingSettings,
  ...statusRelaySettings,
  ...deploymentSettings,
};
