import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import * as z from "zod";
import { createPlatformState, type PlatformState } from "./platform-state.ts";

/** A call of a function of the state that changes it: the path of the function, and its arguments. */
const changeSchema = z.object({
  path: z.array(z.string()),
  args: z.array(z.unknown()),
});
type Change = z.infer<typeof changeSchema>;

/** The functions of the state, its tables and its maps that change something. The file has calls of these only. */
const changing = new Set<string | symbol>([
  "addPerson",
  "clear",
  "delete",
  "nextID",
  "put",
  "remove",
  "removePerson",
  "replacePerson",
  "set",
  "setPassword",
]);

/**
 * Opens the state that a folder keeps. Its file lists the changes: each change is a line, which after the first `flush`
 * is written before the request is answered. To open it is to make all changes again. A last line that the end of the
 * process has cut off is removed: its request was never answered.
 *
 * @param folder - `undefined` keeps nothing
 * @throws Error that names the file, if it is damaged
 */
export function openState(folder: string | undefined) {
  const state = createPlatformState();
  if (folder === undefined) return { state, isNew: true, flush: () => {} };
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "changes");
  const lines = readLines(file);
  try {
    for (const line of lines) makeAgain(state, line);
  } catch (cause) {
    throw new Error(`The file ${file} is damaged. Delete it to continue.`, {
      cause,
    });
  }

  /** The changes of a new state before `flush`. Undefined: each change is written at once. */
  let unwritten: string[] | undefined = lines.length === 0 ? [] : undefined;
  const keep = (change: Change) => {
    const line = `${serialize(change).toString("base64")}\n`;
    if (unwritten) unwritten.push(line);
    else appendFileSync(file, line);
  };
  return {
    state: recordChanges(state, keep),
    isNew: lines.length === 0,
    /** Writes the first changes of a new state, together or not at all. From now on, each change is written at once. */
    flush: () => {
      if (unwritten) {
        writeFileSync(`${file}.new`, unwritten.join(""));
        renameSync(`${file}.new`, file);
      }
      unwritten = undefined;
    },
  };
}

/** Reads the complete lines of a file, and removes an incomplete one from its end. */
function readLines(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, "latin1");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return [];
    throw error;
  }
  const end = text.lastIndexOf("\n") + 1;
  if (end < text.length) truncateSync(file, end);
  return text.slice(0, end).split("\n").slice(0, -1);
}

function makeAgain(state: PlatformState, line: string): void {
  const bytes = Buffer.from(line, "base64");
  const { path, args } = changeSchema.parse(deserialize(bytes));
  const name = path.pop() ?? "";
  const owner = path.reduce<unknown>(memberOf, state);
  const change = memberOf(owner, name);
  if (typeof change !== "function") throw new Error(`there is no ${name}`);
  Reflect.apply(change, owner, args);
}

function memberOf(owner: unknown, name: string): unknown {
  return typeof owner === "object" && owner !== null
    ? Reflect.get(owner, name)
    : undefined;
}

/**
 * The same state, which reports each call that changes it or a part of it. What such a call does inside the state is
 * not reported: the same call does it again.
 */
function recordChanges<T extends object>(
  target: T,
  keep: (change: Change) => void,
  path: string[] = [],
): T {
  return new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === "function")
        return (...args: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, target, args);
          if (typeof name === "string" && changing.has(name))
            keep({ path: [...path, name], args });
          return result;
        };
      return typeof value === "object" && value !== null
        ? recordChanges(value, keep, [...path, String(name)])
        : value;
    },
  });
}
