import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { parseJson } from "../shared/parse-json.ts";
import { schedulesSchema, zoneSchema } from "./schedules.ts";

/** The bounds are those of the functions' environment (shared/runtime/config.ts). */
const whole = (from: number, to: number) => {
  const rule = `must be a whole number from ${from} to ${to}`;
  return z.int(rule).min(from, rule).max(to, rule);
};

/** Credentials travel there. */
const addressSchema = z.string().refine((text) => {
  const url = URL.parse(text);
  return (
    url?.protocol === "https:" &&
    !(url.username || url.password || url.search || url.hash)
  );
}, "must be an https address without credentials, query and fragment");

const taskSchema = z.strictObject({
  subject: z.string().min(1),
  /** After the start date, or the event. */
  dueInDays: whole(0, 3_650),
});

/** What CloudWatch Logs offers. */
const retentions = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827,
  2192, 2557, 2922, 3288, 3653,
] as const;

const deletionLimitSchema = z
  .strictObject({
    /** Of the people we know. */
    percent: whole(0, 100),
    min: whole(0, 1_000),
    max: whole(0, 1_000),
  })
  .refine(({ min, max }) => min <= max, "must have a min that is at most max");

const sourceSchema = z
  .string()
  .regex(
    /^(?!aws\.)[\w./@-]{1,256}$/,
    "must be a source of EventBridge events, such as com.example.hr, that is not one of AWS",
  );

/** What a deployment decides, in the context of `cdk.json`. */
const contextSchema = z.strictObject({
  /** The platform: its API is at `{baseUrl}/api/core/v3`. */
  baseUrl: addressSchema,
  /** Its login is at `{authUrl}/login`. */
  authUrl: addressSchema,
  /** How the service account asks: by login, by HTTP Basic, or with a token from the API store's console. */
  serviceAuth: z.enum(["login", "basic", "token"]),
  /** How a new person asks for tasks and streams: by HTTP Basic, or by login where people have an API-store account. */
  personAuth: z.enum(["basic", "login"]),
  /** For one attempt of a call to the platform. */
  callTimeoutMs: whole(1, 20_000),
  /** How many calls a second all workflows together make to the platform, so that it need not refuse; 0: no limit. */
  platformCallsPerSecond: whole(0, 10_000),
  /** How long one sandbox may log in before another tries: about the slowest login of fifty. */
  loginLeaseMs: whole(1, 30_000),
  /** Tasks of a hire whose event names none. */
  taskTemplate: z.array(taskSchema),
  /** Length of initial passwords. */
  passwordLength: whole(12, 43),
  /** The two characters that the platform counts as symbols in a password. */
  passwordSymbols: z
    .string()
    .regex(
      /^([!-/:-@[-`{-~])(?!\1)[!-/:-@[-`{-~]$/,
      "must be two different symbols of ASCII, such as -_",
    ),
  /** Days from disabling a leaver to deleting them, where the event does not say. */
  graceDays: whole(0, 365),
  /** The IANA time zone in which dates without a time, and times of day in chat, are meant. */
  zone: zoneSchema,
  /** People who are never disabled, deleted or adopted; the service account never is, named or not. */
  protectedUsernames: z.array(z.string().min(1)),
  /** How many may leave in 24 hours before somebody must release the rest: `percent` of the people, within `min` and `max`. */
  deletionLimit: deletionLimitSchema,
  /** Longest status, in characters. */
  statusMaxLength: whole(1, 1_000),
  /** The `source`s whose events the event bus hands on. */
  eventSources: z.array(sourceSchema),
  /** Events that time itself sends, such as a status for each morning. */
  schedules: schedulesSchema,
  /** How long CloudWatch keeps logs. */
  logRetentionDays: z.literal(
    retentions,
    `must be one of ${retentions.join(", ")}`,
  ),
  /** Who is told when something is wrong; nobody but the dashboard when empty. */
  alarmEmail: z.literal("").or(z.email("must be an e-mail address, or empty")),
  /** Whether tables and secrets stay when the stack is destroyed. */
  keepData: z.boolean(),
});
export type Context = z.infer<typeof contextSchema>;

/** Settings of the CDK itself, and no concern of ours. */
const isOfTheCdk = (key: string) =>
  key.includes(":") || key === "cli-telemetry";

const cdkJsonSchema = z.object({
  context: z
    .record(z.string(), z.unknown())
    .transform((all) =>
      Object.fromEntries(
        Object.entries(all).filter(([key]) => !isOfTheCdk(key)),
      ),
    )
    .pipe(contextSchema),
});

const cdkJson = fileURLToPath(new URL("../cdk.json", import.meta.url));

/**
 * Reads what a deployment decides.
 *
 * @throws Error naming each value to change, and how
 */
export function readContext(file: string = cdkJson): Context {
  const content = parseJson(readFileSync(file, "utf8"));
  const parsed = cdkJsonSchema.safeParse(content);
  if (parsed.success) return parsed.data.context;
  const issues = parsed.error.issues.map(
    ({ path, message }) => `  ${path.join(".") || "all of it"}: ${message}`,
  );
  throw new Error(`Change ${file}:\n${issues.join("\n")}`);
}
