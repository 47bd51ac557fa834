import { parseArgs } from "node:util";
import * as z from "zod";
import { nearestTo } from "../../shared/nearest.ts";
import {
  type Definitions,
  fromText,
  isSetting,
  type Setting,
} from "../../shared/runtime/setting.ts";
import { mergePatch } from "../../shared/webhook/presets/apply-preset.ts";
import type { Context } from "../aws/deployment/context.ts";
import { settings } from "../aws/deployment/settings.ts";
import { parseDuration } from "../cli/describe-time.ts";
import { requireFreePort } from "../pages/http-server.ts";
import { defaultStateFolder } from "../cli/running-stack.ts";
import { readAddedEntries } from "./added-entries.ts";
import { vendorNames } from "./local-sources.ts";

const file = (what: string) => ({
  type: "string" as const,
  value: "FILE",
  help: `${what} in the shape of the secret, in addition to the local ones`,
});

/** The options of `npm start --`, with what `--help` says of them. */
const options = {
  help: { type: "boolean", help: "print this" },
  fresh: { type: "boolean", help: "forget the state of earlier starts" },
  callers: file("callers"),
  sources: file("sources"),
  subscribers: file("subscribers of notices"),
  set: {
    type: "string",
    multiple: true,
    value: "NAME=VALUE",
    help: "a setting of docs/configuration.md: disableLimit.min=100. May be repeated",
  },
  clock: {
    type: "string",
    value: "+8d",
    help: "move the clock forward (m, h, d), so that a grace period or a start date comes",
  },
} as const;

const wholeNumber = (byDefault: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a number up to ${max}`)
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max}`))
    .default(byDefault);

/** The environment variables of `npm start`, with what `--help` says of them. */
const environmentSchema = z.object({
  PORT: wholeNumber(8787, 65_535).describe("the port of the webhooks"),
  PLATFORM_PORT: wholeNumber(8788, 65_535).describe("the port of the platform"),
  SOURCES_PORT: wholeNumber(8789, 65_536 - vendorNames.length).describe(
    "the port of the first HR system; the others have the ports after it",
  ),
  STATE_FOLDER: z
    .string()
    .min(1)
    .default(defaultStateFolder)
    .describe("where the state is kept. Two processes cannot share one"),
  CROWD: wholeNumber(0, 100_000).describe(
    "people of a new state, beside those of the community: crowd.1 and so on",
  ),
  TIME_SCALE: z.coerce
    .number()
    .positive()
    .max(1)
    .default(1)
    .describe("multiplies the pauses between attempts"),
  INDEX_LAG_MS: wholeNumber(0, 60_000).describe(
    "how long the indexes of DynamoDB lag behind the items",
  ),
  SANDBOXES: wholeNumber(0, 100).describe(
    "sandboxes of each function; 0 is one that takes all requests at once",
  ),
  AWS_FAULT_PERCENT: wholeNumber(0, 100).describe(
    "share of calls to AWS that fail or are answered late, and of events that come twice",
  ),
});

export function describeOptions(): string {
  const lineOf = (name: string, help = "") => `  ${name.padEnd(20)} ${help}`;
  const optionLines = Object.entries(options).map(([name, option]) =>
    lineOf(
      `--${name}${"value" in option ? ` ${option.value}` : ""}`,
      option.help,
    ),
  );
  const variableLines = Object.entries(environmentSchema.shape).map(
    ([name, schema]) => lineOf(name, schema.description),
  );
  return `npm start runs everything on this machine until Ctrl+C.

Usage: npm start -- [options]

${optionLines.join("\n")}

Variables, such as PORT=9000 npm start:
${variableLines.join("\n")}
`;
}

/** @throws Error that names an option that does not exist, a file or a value that is not valid */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options });
  const { callers, sources, subscribers, set = [], clock, ...flags } = values;
  const entries = (
    kind: "callers" | "sources" | "subscribers",
    path: string | undefined,
  ) => (path === undefined ? {} : readAddedEntries(kind, path));
  return {
    isHelp: flags.help === true,
    isFresh: flags.fresh === true,
    callers: entries("callers", callers),
    sources: entries("sources", sources),
    subscribers: entries("subscribers", subscribers),
    forwardMs: readForward(clock),
    decided: readSettings(set),
  };
}

function readForward(text: string | undefined): number {
  const ms = text === undefined ? 0 : parseDuration(text.replace(/^\+/, ""));
  if (ms !== undefined) return ms;
  throw new Error("--clock must be a duration such as +30m, +12h or +8d.");
}

/** @throws Error that names each variable that is not valid */
export function readEnvironment(environment: NodeJS.ProcessEnv) {
  const read = environmentSchema.safeParse(environment);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(
    ({ path, message }) => `${path.join()} ${message}`,
  );
  throw new Error(`${wrong.join(", ")}. See npm start -- --help`);
}

/**
 * Reads settings by their names in `cdk.json`.
 *
 * @param given - `disableLimit.min=100`: a value is JSON, or text as it is
 * @throws Error that names a setting that does not exist, or the rule of a value
 */
export function readSettings(given: readonly string[]): Partial<Context> {
  const decided = {};
  const known = settingsIn(settings);
  for (const text of given) {
    // Splits at the first `=` only, because a value may have others.
    const [name = "", value = ""] = text.split(/=(.*)/s);
    const setting = known.get(name);
    if (!setting) {
      const meant = nearestTo(name, known.keys());
      throw new Error(
        `--set ${name}: there is no such setting. ${meant ? `Did you mean ${meant}?` : "docs/configuration.md lists all."}`,
      );
    }
    const { schema, rule } = setting.value;
    const parsed = z.safeParse(schema, fromText(value, schema));
    if (!parsed.success) throw new Error(`--set ${name} must be ${rule}.`);
    const patch = name
      .split(".")
      .reduceRight<unknown>((inner, key) => ({ [key]: inner }), parsed.data);
    Object.assign(decided, mergePatch(decided, patch));
  }
  return decided;
}

function settingsIn(
  definitions: Definitions,
  parent = "",
): Map<string, Setting> {
  return new Map(
    Object.entries(definitions).flatMap(([name, definition]) =>
      isSetting(definition)
        ? [[`${parent}${name}`, definition] as const]
        : [...settingsIn(definition, `${parent}${name}.`)],
    ),
  );
}

/** @throws Error that names the variable that chooses a port that another program has */
export async function requirePorts({
  PORT,
  PLATFORM_PORT,
  SOURCES_PORT,
}: z.infer<typeof environmentSchema>): Promise<void> {
  const sources = SOURCES_PORT === 0 ? [] : vendorNames;
  const ports = [
    { variable: "PORT", port: PORT },
    { variable: "PLATFORM_PORT", port: PLATFORM_PORT },
    ...sources.map((_, nth) => ({
      variable: "SOURCES_PORT",
      port: SOURCES_PORT + nth,
    })),
  ];
  for (const { variable, port } of ports)
    await requireFreePort(port).catch((cause: Error) => {
      throw new Error(
        `${cause.message} The variable ${variable} chooses it: ${variable}=${port + 1_000} npm start`,
        { cause },
      );
    });
}
