import * as z from "zod/mini";
import { parseJson } from "./parse-json.ts";

/**
 * The environment of each Lambda, by the names of its variables: each gets what it needs and nothing else. This is the
 * only file that reads `process.env`.
 */
const filled = z.string().check(z.minLength(1));

const doorFields = {
  /** Table of people, identities and operations. */
  LIFECYCLE_TABLE: filled,
  /** Secret with the callers. */
  CALLERS_SECRET: filled,
  /** The durable function to start, with its alias: `onboarding-workflow:live`. */
  WORKFLOW_FUNCTION: filled,
};

const communityFields = {
  /** The API is at `{BASE_URL}/api/core/v3`. */
  BASE_URL: z.url(),
  /** Login is at `{AUTH_URL}/login`. */
  AUTH_URL: z.url(),
  /** Secret with the platform's credentials. */
  COMMUNITY_SECRET: filled,
  /** Table of tokens. */
  TOKENS_TABLE: filled,
  /** How long one attempt of a call to the platform may take. */
  CALL_TIMEOUT_MS: z._default(
    z.coerce.number().check(z.int(), z.gte(1), z.lte(20_000)),
    10_000,
  ),
  /** How long one sandbox may log in before another tries: about the slowest login of fifty. */
  LOGIN_LEASE_MS: z._default(
    z.coerce.number().check(z.int(), z.gte(1), z.lte(30_000)),
    1_000,
  ),
  /** How the service account asks: by login, by HTTP Basic, or with a token from the API store's console. */
  SERVICE_AUTH: z._default(z.enum(["login", "basic", "token"]), "login"),
};

export const onboardingDoorSchema = z.object(doorFields);

export const operationsSchema = z.object({
  LIFECYCLE_TABLE: filled,
  CALLERS_SECRET: filled,
});

export const onboardingWorkflowSchema = z.object({
  LIFECYCLE_TABLE: filled,
  ...communityFields,
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
  PASSWORD_LENGTH: z._default(
    z.coerce.number().check(z.int(), z.gte(12), z.lte(43)),
    24,
  ),
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
    `set these environment variables as shared/config.ts describes them: ${[...names].map(String).join(", ")}`,
  );
}
