import { readFile, stat } from "node:fs/promises";
import { homedir, platform } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { errorCodeOf } from "../../shared/error-name.ts";
import { parseJson } from "../../shared/parse-json.ts";
import { isSafeTarget } from "../../shared/safe-target.ts";
import { product } from "../aws/deployment/product.ts";
import {
  defaultStateFolder,
  findRunningStack,
  type RunningStack,
} from "./running-stack.ts";
import { cleanText } from "./clean-text.ts";
import { CommandError } from "./command-error.ts";

/** The key is sent in a header. `fetch` refuses other characters with an error that quotes the key. */
const keySchema = z
  .string()
  .regex(/^[\x21-\x7E]+$/, "must be printable ASCII without spaces");
/** A key, or the name of the environment variable that has it. */
const keyFields = {
  key: keySchema.optional(),
  keyVariable: z.string().min(1).optional(),
};
/** Most keys of callers are not sent, so they may have spaces. */
const callerKeySchema = z
  .string()
  .regex(/^[\x20-\x7E]+$/, "must be printable ASCII");
/** The key of a caller with the fields of its scheme, as the callers secret has them. */
const callerSchema = z.looseObject({
  ...keyFields,
  key: callerKeySchema.optional(),
});
const callerNameSchema = z.string().regex(/^[a-z][a-z0-9-]*$/);
const originSchema = z
  .string()
  .refine(isSafeOrigin, "must be the URL of the API with https, without a path")
  .transform((url) => new URL(url).origin);

const profileSchema = z.strictObject({
  origin: originSchema,
  ...keyFields,
  /** The caller whose key this is. The verbs by employee send their events as this caller. */
  caller: callerNameSchema.default("ops"),
  callers: z.record(callerNameSchema, callerSchema).default({}),
  region: z.string().optional(),
  awsProfile: z.string().optional(),
  prefix: z.string().default(product),
});
const configurationSchema = z.strictObject({
  /** The profile that a command without `--profile` uses. */
  default: z.string().optional(),
  profiles: z.record(z.string().min(1), profileSchema),
});

type CallerEntry = z.infer<typeof callerSchema>;

export type CallerKey = { key: string; [field: string]: unknown };

export type Profile = {
  name: string;
  /** The base URL of the webhooks and of the operators' API. */
  origin: string;
  /** The operator's key. @throws CommandError if the configuration does not have it */
  key: () => string;
  /** The operator as a caller, whose key this is. */
  caller: string;
  /** Finds how a caller signs. @throws CommandError if the configuration does not tell */
  callerKey: (name: string) => CallerKey;
  region?: string | undefined;
  awsProfile?: string | undefined;
  prefix: string;
  /** Endpoints of AWS services on this machine. Undefined for a deployment on AWS. */
  endpoints?: RunningStack["endpoints"] | undefined;
  /** The file with what the functions log. Undefined for a deployment on AWS. */
  logFile?: string | undefined;
  /** How far the clock of the deployment is ahead of this machine: 0 on AWS. */
  clockAheadMs: number;
};

export type AwsDeployment = Pick<
  Profile,
  "region" | "awsProfile" | "prefix" | "endpoints"
>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Always the running `npm start`, also beside a profile of this name. `local-lead` uses it as its operator `lead`. */
const localPattern = /^local(?:-([\w-]+))?$/;

/**
 * Finds a deployment: the named profile, else the profile of the variable `COMMUNITY_AUTOMATION_PROFILE`, else the
 * default or the only profile of the configuration, else the running `npm start`.
 *
 * @throws CommandError that says what to configure
 */
export async function findProfile(
  name: string | undefined,
  environment: Environment,
): Promise<Profile> {
  const file = configurationFile(environment);
  const named = name ?? environment["COMMUNITY_AUTOMATION_PROFILE"];
  const [local, operator] = localPattern.exec(named ?? "") ?? [];
  if (local !== undefined) return findLocal(environment, file, operator);
  const { profiles, default: byDefault } = await readConfiguration(file);
  const names = Object.keys(profiles);
  const [only] = names.length === 1 ? names : [];
  const chosen = named ?? byDefault ?? only;
  if (chosen === undefined && names.length === 0)
    return findLocal(environment, file);
  const list = names.map(cleanText).join(", ");
  if (chosen === undefined)
    throw new CommandError(
      `${file} has several profiles and no "default". Add --profile with one of: ${list}`,
    );
  const profile = entryOf(profiles, chosen);
  if (!profile)
    throw new CommandError(
      `There is no profile ${cleanText(chosen)} in ${file}. ${list ? `It has: ${list}.` : example}`,
    );
  // A sender of events needs no key of an operator, so it is read only when it is used.
  const key = () =>
    keyOf(profile, keySchema, `the profile ${chosen}`, environment, file);
  const { origin, caller, callers, region, awsProfile, prefix } = profile;
  return {
    name: chosen,
    origin,
    key,
    caller,
    callerKey: (sender) => {
      const entry = entryOf(callers, sender);
      if (!entry && sender === caller) return { scheme: "bearer", key: key() };
      if (!entry)
        throw new CommandError(
          cleanText(
            `The profile ${chosen} has no key of the caller ${sender}. It has keys of: ${namesOf(callers)}. Add "callers": { "${sender}": { "scheme": …, "key": … } } to the profile in ${file}.`,
          ),
        );
      const owner = `the caller ${sender} of the profile ${chosen}`;
      const { keyVariable: _, ...fields } = entry;
      const own = keyOf(entry, callerKeySchema, owner, environment, file);
      return { ...fields, key: own };
    },
    region,
    awsProfile,
    prefix,
    clockAheadMs: 0,
  };
}

/**
 * Finds how AWS knows a deployment, by the rules of {@link findProfile}. Without a profile and a configuration it is
 * the default prefix in the usual account and region, because the first secrets are stored before a profile exists.
 *
 * @throws CommandError that says what to configure
 */
export async function findDeployment(
  name: string | undefined,
  environment: Environment,
): Promise<AwsDeployment> {
  const isNamed =
    (name ?? environment["COMMUNITY_AUTOMATION_PROFILE"]) !== undefined;
  const { profiles } = await readConfiguration(configurationFile(environment));
  const isConfigured = Object.keys(profiles).length > 0;
  return isNamed || isConfigured
    ? findProfile(name, environment)
    : { prefix: product };
}

/** @param operator - a caller of the running stack. @default `ops` */
function findLocal(
  environment: Environment,
  file: string,
  operator?: string,
): Profile {
  const folder = environment["STATE_FOLDER"] ?? defaultStateFolder;
  const stack = findRunningStack(folder);
  if (!stack)
    throw new CommandError(
      `There is no deployment to talk to: "npm start" does not run with the state in ${folder} (the variable STATE_FOLDER).
Start it with npm start, or configure a deployment in ${file}. ${example}`,
    );
  const { origin, callers, endpoints, clockAheadMs, logFile } = stack;
  const callerKey = (caller: string) => {
    const entry = entryOf(callers, caller);
    if (entry) return entry;
    throw new CommandError(
      cleanText(
        `npm start has no caller ${caller}. It has ${namesOf(callers)}.`,
      ),
    );
  };
  const { key } = operator === undefined ? stack : callerKey(operator);
  return {
    name: operator === undefined ? "local" : `local-${operator}`,
    origin,
    key: () => key,
    caller: operator ?? "ops",
    callerKey,
    prefix: product,
    endpoints,
    logFile,
    clockAheadMs,
  };
}

const example = `For example, with file mode 600:
  { "profiles": { "production": { "origin": "https://….execute-api.eu-central-1.amazonaws.com", "keyVariable": "OPERATOR_KEY" } } }`;

/** The path of the configuration, by the XDG Base Directory Specification. */
function configurationFile(environment: Environment): string {
  const { COMMUNITY_AUTOMATION_CONFIG, XDG_CONFIG_HOME } = environment;
  if (COMMUNITY_AUTOMATION_CONFIG) return COMMUNITY_AUTOMATION_CONFIG;
  const home =
    XDG_CONFIG_HOME ?? join(environment["HOME"] ?? homedir(), ".config");
  return join(home, product, "config.json");
}

/** Without a file there is no profile. @throws CommandError for a file that is not valid or that others can read */
async function readConfiguration(
  file: string,
): Promise<z.infer<typeof configurationSchema>> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (errorCodeOf(error) === "ENOENT") return undefined;
    throw new CommandError(
      `${file} cannot be read: check its path and its permissions.`,
      { cause: error },
    );
  });
  if (text === undefined) return { profiles: {} };
  const parsed = configurationSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new CommandError(
      `${file} is not a valid configuration:\n${parsed.error.issues
        .map(({ path, message }) => `  /${path.join("/")}: ${message}`)
        .join("\n")}\n${example}`,
    );
  await requirePrivacy(file, text);
  return parsed.data;
}

/** @throws CommandError for a file that has a key, and that other users of the machine can read */
async function requirePrivacy(file: string, text: string): Promise<void> {
  if (platform() === "win32" || !text.includes('"key"')) return;
  const { mode } = await stat(file);
  if ((mode & 0o077) !== 0)
    throw new CommandError(
      `${file} has a key, and other users of this machine can read it. Run: chmod 600 ${file}`,
    );
}

function keyOf(
  { key, keyVariable }: Pick<CallerEntry, keyof typeof keyFields>,
  schema: z.ZodString,
  owner: string,
  environment: Environment,
  file: string,
): string {
  if (key !== undefined) return key;
  if (keyVariable === undefined)
    throw new CommandError(
      `There is no key for ${cleanText(owner)} in ${file}: add "key", or "keyVariable" with the name of an environment variable.`,
    );
  const value = schema.safeParse(environment[keyVariable]);
  if (!value.success)
    throw new CommandError(
      `The environment variable ${cleanText(keyVariable)} has no key that is valid for ${cleanText(owner)}: set it to the key, in printable ASCII.`,
    );
  return value.data;
}

/** An entry by its name. A name such as `toString` finds nothing that the file does not have. */
function entryOf<Entry>(
  entries: Readonly<Record<string, Entry>>,
  name: string,
): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function namesOf(callers: object): string {
  return Object.keys(callers).join(", ") || "none";
}

function isSafeOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.pathname !== "/" || url.search !== "") return false;
  return isSafeTarget(url);
}
