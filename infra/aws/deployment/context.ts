import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { parseJson } from "../../../shared/parse-json.ts";
import {
  type Definitions,
  isSetting,
  type ValuesOf,
} from "../../../shared/runtime/setting.ts";
import {
  lengthOf,
  presetText,
} from "../../../functions/status-relay/chat/command.ts";
import { settings } from "./settings.ts";

/** What a deployment decides, in the context of `cdk.json`. */
export type Context = ValuesOf<typeof settings>;

/** An address to which we send credentials. */
const httpsSchema = z.string().refine((text) => {
  const url = URL.parse(text);
  const otherParts = [url?.username, url?.password, url?.search, url?.hash];
  return url?.protocol === "https:" && !otherParts.some(Boolean);
}, `must be ${settings.baseUrl.value.rule}`);

const limitSchema = z
  .looseObject({ min: z.number(), max: z.number() })
  .refine(({ min, max }) => min <= max, "must have a min that is at most max");

/** Rules of a deployment beside those of the settings. The stack on one machine need not keep them. */
const deploymentRules: Record<string, z.ZodType> = {
  baseUrl: httpsSchema,
  authUrl: httpsSchema,
  disableLimit: limitSchema,
  deletionLimit: limitSchema,
  renameLimit: limitSchema,
};

/** The definitions as one schema. `cdk.json` has a value for each of them. */
function schemaOf<D extends Definitions>(
  definitions: D,
): z.ZodType<ValuesOf<D>, Record<string, unknown>>;
function schemaOf(definitions: Definitions): z.ZodType {
  const shape = Object.entries(definitions).map(([name, definition]) => {
    const schema = isSetting(definition)
      ? definition.value.schema
      : schemaOf(definition);
    const rule = deploymentRules[name];
    return [name, rule ? z.pipe(schema, rule) : schema];
  });
  return z.strictObject(Object.fromEntries(shape));
}

/** Whether a key of the context is a setting of the CDK itself, which we do not read. */
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
    .pipe(schemaOf(settings))
    .refine(
      ({ lists, schedules }) =>
        lists || schedules.every(({ event }) => event !== undefined),
      {
        path: ["schedules"],
        error: 'must have events only, because "lists" is false',
      },
    )
    .refine(
      ({ lists, scim, reservedConcurrency: reserved }) => {
        const listsConcurrency =
          reserved["lists-api"] ?? reserved["lists-workflow"];
        const scimConcurrency = reserved["scim-receiver"];
        return (lists || !listsConcurrency) && (scim || !scimConcurrency);
      },
      {
        path: ["reservedConcurrency"],
        error:
          'must not name the functions of "lists" or "scim" while that is false',
      },
    )
    .refine(
      ({ statusMaxLength, statusPresets }) =>
        Object.values(statusPresets).every(
          (preset) => lengthOf(presetText(preset)) <= statusMaxLength,
        ),
      {
        path: ["statusPresets"],
        error:
          'must have texts, with their emoji, of at most "statusMaxLength"',
      },
    ),
});

const cdkJson = fileURLToPath(new URL("../../../cdk.json", import.meta.url));

const rawSchema = z.object({ context: z.record(z.string(), z.unknown()) });

/**
 * Refuses a context that the command line or `~/.cdk.json` sets. Only the settings file decides: the next deployment,
 * without the option, would set the earlier value again without a message.
 *
 * @param context - of the CDK: `cdk.json` with the options `-c` of the command line
 * @param file - the settings file that the message names
 * @throws Error naming each key, and what to do instead
 */
export function refuseOtherContext(
  context: unknown,
  file: string = cdkJson,
): void {
  const ofCdkJson = rawSchema.parse(parseJson(readFileSync(cdkJson, "utf8")));
  const others = Object.entries(rawSchema.parse({ context }).context)
    .filter(([key]) => !isOfTheCdk(key))
    .filter(
      ([key, value]) => !isDeepStrictEqual(value, ofCdkJson.context[key]),
    );
  if (others.length === 0) return;
  const names = others.map(([key]) => key).join(", ");
  throw new Error(
    `The option -c and ~/.cdk.json change no setting: ${names}. Change ${file} instead, or deploy with a settings file of its own (docs/operating.md, "A second deployment").`,
  );
}

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
