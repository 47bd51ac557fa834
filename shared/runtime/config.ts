import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { parseJson } from "../parse-json.ts";
import {
  type Definitions,
  fromText,
  isSetting,
  resource,
  setting,
  settingsFile,
  type ValuesOf,
  type Variable,
} from "./setting.ts";
import { docsUrl, platformSettings, zone } from "./settings.ts";
import { yesOrNo } from "./values.ts";

// Zod would write and compile code for each schema at its first use; a sandbox does not live long enough for that to
// pay.
z.config({ jitless: true });

/** The DynamoDB table with employees, identities and operations. */
export const storeTable = resource("STORE_TABLE");
/** The secret with the callers. */
export const callersSecret = resource("CALLERS_SECRET");
/** The secret with the systems whose records we read. */
export const sourcesSecret = resource("SOURCES_SECRET");
/** The secret with the subscribers of notices. */
export const subscribersSecret = resource("SUBSCRIBERS_SECRET");

/** Whether hosts of sources, subscribers and issuers may be http addresses of this machine: only in the local stack. */
export const loopbackHttp = setting("LOOPBACK_HTTP", yesOrNo(), false);

/** What every receiver reads. */
export const intakeConfig = {
  storeTable,
  callersSecret,
  zone,
  docsUrl,
  loopbackHttp,
};
export type IntakeConfig = ValuesOf<typeof intakeConfig>;

/** What a receiver of one use case reads. */
export const receiverConfig = {
  ...intakeConfig,
  /** The durable function that the receiver starts, with its alias: `employment-workflow:live`. */
  workflowFunction: resource("WORKFLOW_FUNCTION"),
};

/** The DynamoDB table with the tokens of the service account, and of sources. */
export const tokensTable = resource("TOKENS_TABLE");

/** What every workflow reads. */
export const workflowConfig = {
  ...platformSettings,
  storeTable,
  /** The secret with the platform's credentials. */
  communitySecret: resource("COMMUNITY_SECRET"),
  tokensTable,
};
export type WorkflowConfig = ValuesOf<typeof workflowConfig>;

/** The durable functions, for a function that starts all of them. */
export const workflowFunctions = {
  /** The durable function of all events of an employment, with its alias. */
  employmentWorkflow: resource("EMPLOYMENT_WORKFLOW"),
  /** The durable function of the status relay, with its alias. */
  statusRelayWorkflow: resource("STATUS_RELAY_WORKFLOW"),
  /** The durable function of thin events, with its alias. */
  eventsWorkflow: resource("EVENTS_WORKFLOW"),
};

/** The texts of variables by name. */
type Texts = Readonly<Record<string, string | undefined>>;

const fileSchema = z.record(z.string(), z.string());

/**
 * Reads what a Lambda needs from its environment, and from its settings file if it has one. A variable of the
 * environment overrides the file. No other function reads `process.env`.
 *
 * @throws Error naming the variables to set or correct; never their values
 */
export function readConfig<D extends Definitions<Variable>>(
  definitions: D,
): ValuesOf<D>;
export function readConfig(definitions: Definitions<Variable>): unknown {
  const wrong: string[] = [];
  const texts = { ...readSettingsFile(wrong), ...process.env };
  const values = readGroup(definitions, texts, wrong);
  if (wrong.length === 0) return values;
  throw new Error(
    `set these environment variables as docs/configuration.md describes them: ${wrong.join(", ")}`,
  );
}

/** If the file is named and cannot be read, there are no texts, and its variable is added to `wrong`. */
function readSettingsFile(wrong: string[]): Texts {
  const path = process.env[settingsFile.variable];
  if (path === undefined) return {};
  try {
    const text = readFileSync(resolve(import.meta.dirname, path), "utf8");
    return fileSchema.parse(parseJson(text));
  } catch {
    wrong.push(settingsFile.variable);
    return {};
  }
}

function readGroup(
  definitions: Definitions<Variable>,
  texts: Texts,
  wrong: string[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, one]) => [
      name,
      isSetting(one)
        ? readVariable(one, texts[one.variable], wrong)
        : readGroup(one, texts, wrong),
    ]),
  );
}

/** If a text is missing or breaks the rule, the value is undefined, and its variable is added to `wrong`. */
function readVariable(
  definition: Variable,
  text: string | undefined,
  wrong: string[],
): unknown {
  const { variable, value } = definition;
  if (text === undefined && definition.default !== undefined)
    return definition.default;
  const { schema } = value;
  const parsed = z.safeParse(
    schema,
    text === undefined ? undefined : fromText(text, schema),
  );
  if (!parsed.success) wrong.push(variable);
  return parsed.data;
}
