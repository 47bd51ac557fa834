import * as z from "zod/mini";
import { parseJson } from "../parse-json.ts";
import { isZone } from "../zoned-time.ts";

// Zod would write and compile code for each schema at its first use; a sandbox does not live long enough for that to pay.
z.config({ jitless: true });

/**
 * The environment of each Lambda, by the names of its variables: each gets what it needs and nothing else. This is the
 * only file that reads `process.env`.
 */
const filled = z.string().check(z.minLength(1));

/** Where the company is: an IANA name. A day without a time is a day there. */
const zone = z._default(z.string().check(z.refine(isZone)), "UTC");

/** A list as JSON: `["root", "ceo"]`. */
const usernames = z.pipe(
  z._default(z.string(), "[]"),
  z.pipe(z.transform(parseJson), z.array(filled)),
);

function whole(from: number, to: number, otherwise: number) {
  return z._default(
    z.coerce.number().check(z.int(), z.gte(from), z.lte(to)),
    otherwise,
  );
}

const receiverFields = {
  /** Table of people, identities and operations. */
  STORE_TABLE: filled,
  /** Secret with the callers. */
  CALLERS_SECRET: filled,
  /** The durable function to start, with its alias: `onboarding-workflow:live`. */
  WORKFLOW_FUNCTION: filled,
  ZONE: zone,
};

/** The durable functions, with their aliases. */
const workflowFields = {
  ONBOARDING_WORKFLOW: filled,
  OFFBOARDING_WORKFLOW: filled,
  STATUS_RELAY_WORKFLOW: filled,
};

const communityFields = {
  STORE_TABLE: filled,
  /** The API is at `{BASE_URL}/api/core/v3`. */
  BASE_URL: z.url(),
  /** Login is at `{AUTH_URL}/login`. */
  AUTH_URL: z.url(),
  /** Secret with the platform's credentials. */
  COMMUNITY_SECRET: filled,
  /** Table of tokens. */
  TOKENS_TABLE: filled,
  /** How long one attempt of a call to the platform may take. */
  CALL_TIMEOUT_MS: whole(1, 20_000, 10_000),
  /** How many calls a second all workflows together make to the platform; 0: as many as there are. */
  PLATFORM_CALLS_PER_SECOND: whole(0, 10_000, 0),
  /** How long one sandbox may log in before another tries: about the slowest login of fifty. */
  LOGIN_LEASE_MS: whole(1, 30_000, 1_000),
  /** How the service account asks: by login, by HTTP Basic, or with a token from the API store's console. */
  SERVICE_AUTH: z._default(z.enum(["login", "basic", "token"]), "login"),
};

export const receiverSchema = z.object(receiverFields);
export type ReceiverConfig = z.infer<typeof receiverSchema>;

export const statusRelayReceiverSchema = z.object({
  ...receiverFields,
  /** How many characters a status may have. */
  STATUS_MAX_LENGTH: whole(1, 1_000, 140),
});

export const operationsSchema = z.object({
  STORE_TABLE: filled,
  CALLERS_SECRET: filled,
  ...workflowFields,
});

export const schedulerSchema = z.object({
  STORE_TABLE: filled,
  ...workflowFields,
});

const workflowSchema = z.object(communityFields);
export type WorkflowConfig = z.infer<typeof workflowSchema>;

export const statusRelayWorkflowSchema = z.object({
  ...communityFields,
  ZONE: zone,
});

export const offboardingWorkflowSchema = z.object({
  ...communityFields,
  /** How many days a leaver stays, disabled, before they are deleted, where the event does not say. */
  GRACE_DAYS: whole(0, 365, 7),
  /** People whom nobody may adopt or delete, beside the service account. */
  PROTECTED_USERNAMES: usernames,
  /** At most this share of the known people leaves within a day, */
  DELETION_LIMIT_PERCENT: whole(0, 100, 5),
  /** but so many always may, */
  DELETION_LIMIT_MIN: whole(0, 1_000, 3),
  /** and never more. */
  DELETION_LIMIT_MAX: whole(0, 1_000, 20),
});

export const onboardingWorkflowSchema = z.object({
  ...communityFields,
  PROTECTED_USERNAMES: usernames,
  /** How a new person asks for tasks and streams: by HTTP Basic, or by login where people have an API-store account. */
  PERSON_AUTH: z._default(z.enum(["basic", "login"]), "basic"),
  /** Tasks of a hire whose event names none: JSON, `[{ "subject": "...", "dueInDays": 1 }]`. */
  TASK_TEMPLATE: z.pipe(
    z._default(z.string(), "[]"),
    z.pipe(
      z.transform(parseJson),
      z.array(z.strictObject({ subject: filled, dueInDays: z.int() })),
    ),
  ),
  /** Length of initial passwords. */
  PASSWORD_LENGTH: whole(12, 43, 24),
  /** The two characters that the platform counts as symbols in a password. */
  PASSWORD_SYMBOLS: z._default(
    z.string().check(z.regex(/^([!-/:-@[-`{-~])(?!\1)[!-/:-@[-`{-~]$/)),
    "-_",
  ),
});

/**
 * Reads what a Lambda needs from its environment.
 *
 * @throws Error naming the variables to set or mend; never their values
 */
export function readConfig<S extends z.ZodMiniType>(schema: S): z.output<S> {
  const parsed = schema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const names = new Set(parsed.error.issues.map(({ path }) => path[0]));
  throw new Error(
    `set these environment variables as shared/runtime/config.ts describes them: ${[...names].map(String).join(", ")}`,
  );
}
