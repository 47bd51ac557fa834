import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { eventTypes } from "../../shared/event-types.ts";
import { reasonCodes } from "../../shared/reason-codes.ts";
import { createApiClient } from "./api/client.ts";
import type { CliDependencies } from "./dependencies.ts";
import { findProfile } from "./profiles.ts";

/** What the deployment knows, for the completion of arguments and options. */
export type CompletionValues = Readonly<
  Record<"operations" | "employees" | "callers", readonly string[]>
>;
export const nothingKnown: CompletionValues = {
  operations: [],
  employees: [],
  callers: [],
};

const timeoutMs = 1_000;

/** Adds the command `complete`, which completes commands, options and their values. */
export function addCompletions(
  program: Command,
  known: CompletionValues,
): void {
  const root = tab(program);
  const values: Record<string, readonly string[]> = {
    caller: known.callers,
    employee: known.employees,
    reason: Object.keys(reasonCodes),
    type: eventTypes,
  };
  for (const [path, command] of root.commands) {
    const ids = path.startsWith("employees")
      ? known.employees
      : [...known.operations, ...(path === "show" ? known.employees : [])];
    for (const argument of command.arguments.values())
      if (/^ids?/.test(argument.name))
        argument.handler = (complete) => ids.forEach((id) => complete(id, ""));
    for (const [name, option] of command.options) {
      const words = values[name];
      if (words)
        option.handler = (complete) =>
          words.forEach((word) => complete(word, ""));
    }
  }
}

/**
 * Reads what can be the next word of a command line, for which the shell calls `complete -- <words>`. Without a
 * deployment, and after a second, it is nothing.
 */
export async function readKnown(
  args: readonly string[],
  { terminal, fetch, nowMs }: CliDependencies,
): Promise<CompletionValues> {
  const [command, separator, ...words] = args;
  const isCompletion = command === "complete" && separator === "--";
  // The first word is a command, and an option is not a value of the deployment.
  const needsValues = words.length > 1 && !words.at(-1)?.startsWith("-");
  if (!isCompletion || !needsValues) return nothingKnown;
  const nth = words.indexOf("--profile");
  try {
    const name = nth === -1 ? undefined : words[nth + 1];
    const profile = await findProfile(name, terminal.environment);
    const signal = AbortSignal.timeout(timeoutMs);
    const api = createApiClient(profile, {
      fetch: (url, init) => fetch(url, { ...init, signal }),
      nowMs,
      sleepMs: () => Promise.reject(new Error("too late")),
    });
    const [{ operations }, { callers }] = await Promise.all([
      api.operations.page({}),
      api.overview(),
    ]);
    const employees = operations.map(({ employeeId }) => employeeId);
    return {
      operations: operations.map(({ id }) => id),
      employees: [...new Set(employees)],
      callers: callers.map(({ name }) => name),
    };
  } catch {
    return nothingKnown;
  }
}
