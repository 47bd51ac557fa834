import { employmentSettings } from "../../../functions/employment/config.ts";
import { listApprovalMax } from "../../../functions/lists/config.ts";
import { statusRelaySettings } from "../../../functions/status-relay/config.ts";
import { docsUrl, platformSettings } from "../../../shared/runtime/settings.ts";
import { deploymentSettings } from "./deployment-settings.ts";

/** All settings, by their names in `cdk.json`. */
export const settings = {
  ...platformSettings,
  docsUrl,
  ...employmentSettings,
  ...statusRelaySettings,
  listApprovalMax,
  ...deploymentSettings,
};
