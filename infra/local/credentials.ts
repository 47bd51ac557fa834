import { chatCallers } from "../sample/chat.ts";

/**
 * The fixed secrets of the local stack, by their names in the deployed stack. They need no protection, because the
 * local stack listens on loopback only. A kept state has these tokens, so they do not change.
 */
export const localSecrets = {
  community: {
    consumerKey: "local-consumer-key",
    consumerSecret: "local-consumer-secret",
    username: "service",
    password: "service-password",
    passwordMaster: { "1": "local-password-master-key-of-32-characters" },
  },
  callers: {
    hr: {
      scheme: "standard-webhooks",
      keys: ["whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="],
      scopes: ["onboard", "adopt", "offboard", "update", "status:any"],
    },
    ops: {
      scheme: "bearer",
      keys: ["local-ops-token-of-32-characters"],
      scopes: [
        "onboard",
        "adopt",
        "offboard",
        "update",
        "status:own",
        "status:any",
        "operate",
      ],
    },
    /** A second operator, who rules on what `ops` has sent or uploaded. */
    lead: {
      scheme: "bearer",
      keys: ["local-lead-token-of-32-character"],
      scopes: ["operate"],
    },
    /** A third one, because a plan that ends many employments needs two approvals. */
    chief: {
      scheme: "bearer",
      keys: ["local-chief-token-of-32-characte"],
      scopes: ["operate"],
    },
    entra: {
      scheme: "bearer",
      keys: ["local-entra-token-of-32-characters"],
      scopes: ["onboard", "adopt", "offboard", "update"],
      scim: {},
    },
    ...chatCallers,
    bus: {
      scheme: "eventbridge",
      sources: ["local.hr"],
      scopes: ["onboard", "adopt", "offboard", "update", "status:any"],
    },
    schedules: {
      scheme: "eventbridge",
      sources: ["aws.scheduler"],
      scopes: ["onboard", "adopt", "offboard", "update", "status:any"],
    },
  },
} as const;

/** The signing key of the caller `hr`. */
export const [hrKey] = localSecrets.callers.hr.keys;
// The bearer tokens of the operators `ops`, `lead` and `chief`.
export const [opsToken] = localSecrets.callers.ops.keys;
export const [leadToken] = localSecrets.callers.lead.keys;
export const [chiefToken] = localSecrets.callers.chief.keys;

/** The bearer token of the caller `entra`, which speaks SCIM. */
export const [entraToken] = localSecrets.callers.entra.keys;
