import type { CheckResult, Recommended } from "./contract.ts";
import type { Facts } from "./facts.ts";
import type { Tools } from "./tools.ts";

/** What a check finds out. Its name is added later. */
export type Finding = Omit<CheckResult, "name"> & {
  /** Values for settings that the check has tried or measured. */
  recommended?: Recommended;
};

/**
 * One question to the deployment or to the platform. A check notes in `facts` what later ones need, and requires from
 * there what earlier ones noted. An error that it throws is its finding, so a check handles only the failures that it
 * has more to say about.
 */
export type Check = {
  name: string;
  run: (tools: Tools, facts: Facts) => Promise<Finding>;
  /** What to do if the check throws, unless the platform is down. */
  advice?: string;
};

/** Without a `setting`, it is the first one of `recommended`. */
type Details = Pick<Finding, "advice" | "setting" | "recommended">;

export function ok(found: string): Finding {
  return { verdict: "ok", found };
}

export function skipped(found: string): Finding {
  return { verdict: "skipped", found };
}

export function warning(found: string, details: Details): Finding {
  return { verdict: "warning", found, ...withSetting(details) };
}

export function failed(found: string, details: Details): Finding {
  return { verdict: "failed", found, ...withSetting(details) };
}

function withSetting(details: Details): Details {
  const [setting] = Object.keys(details.recommended ?? {});
  return { ...(setting !== undefined && { setting }), ...details };
}
