/**
 * The fixed credentials of the local stack, by the names of the secrets that hold them when deployed. They protect
 * nothing: everything they open listens on loopback only.
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
      scopes: ["onboard", "adopt", "offboard", "status:any"],
    },
    ops: {
      scheme: "bearer",
      keys: ["local-ops-token"],
      scopes: [
        "onboard",
        "adopt",
        "offboard",
        "status:own",
        "status:any",
        "operate",
      ],
    },
  },
} as const;

/** The key that signs for caller `hr`, and the token of caller `ops`. */
export const [hrKey] = localSecrets.callers.hr.keys;
export const [opsToken] = localSecrets.callers.ops.keys;
