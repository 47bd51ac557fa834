import type * as z from "zod/mini";
import { parseJson } from "../parse-json.ts";
import { name, type Value } from "./values.ts";

/**
 * What a deployment decides in `cdk.json`. The key of a definition is its name there, and the comment above a
 * definition is its meaning in docs/configuration.md: a comment costs a bundle nothing.
 */
export type Setting<T = unknown> = {
  value: Value<T>;
  /** A setting without a default is required. */
  default: T | undefined;
};

/** A setting, or the name of a resource, that a Lambda reads from this environment variable. */
export type Variable<T = unknown> = Setting<T> & {
  variable: string;
  /** Whether a deployment stores the value in the settings file beside the bundle: a list may exceed Lambda's 4 KB. */
  inFile?: true;
};

/** The settings file beside a bundle: a JSON object with the text of each variable. */
export const settingsFile = {
  name: "settings.json",
  /** The variable with the path of the file, relative to the bundle. Without it a function reads no file. */
  variable: "SETTINGS_FILE",
};

/** Definitions by name. A group of them is an object in `cdk.json`, such as `deletionLimit`. */
export type Definitions<S extends Setting = Setting> = {
  readonly [name: string]: S | Definitions<S>;
};

/** The values that fit the definitions. */
export type ValuesOf<D> = {
  -readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : ValuesOf<D[K]>;
};

/** Defines a setting that a Lambda reads. docs/recipes.md says which files a new setting touches. */
export function setting<T>(
  variable: string,
  value: Value<T>,
  defaultValue?: NoInfer<T>,
): Variable<T> {
  return { variable, value, default: defaultValue };
}

/** Defines a setting whose value may be too large for an environment. */
export function largeSetting<T>(
  variable: string,
  value: Value<T>,
  defaultValue?: NoInfer<T>,
): Variable<T> {
  return { ...setting(variable, value, defaultValue), inFile: true };
}

/** Defines the variable for the name of a resource. The template and the local stack set it. */
export function resource(variable: string): Variable<string> {
  return setting(variable, name());
}

/** Defines the variable for the name of a resource that not every deployment has. Without it the name is empty. */
export function optionalResource(variable: string): Variable<string> {
  return setting(variable, name(), "");
}

/** Whether this is a definition, and not a group of them. */
export function isSetting<S extends Setting>(
  one: S | Definitions<S>,
): one is S {
  return "value" in one;
}

/** Environment variables are text: a string is itself, every other value is JSON. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The opposite of `toText`. The schema has not checked the result yet. */
export function fromText(text: string, schema: z.core.$ZodType): unknown {
  const { type } = schema._zod.def;
  if (type === "string" || type === "enum") return text;
  // In a union, such as a number or a word, the word is written as it is.
  return type === "union" ? (parseJson(text) ?? text) : parseJson(text);
}
