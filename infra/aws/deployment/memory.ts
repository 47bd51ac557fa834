import type { Context } from "./context.ts";
import { type AnyFunctionName, httpFunctionNames } from "./function-names.ts";

const behindHttpApi: readonly AnyFunctionName[] = [
  ...httpFunctionNames,
  "lists-api",
  "scim-receiver",
];

/** The memory of a function in MB, which the settings decide for each kind of function. */
export function memoryMbOf(name: AnyFunctionName, settings: Context): number {
  if (behindHttpApi.includes(name)) return settings.httpMemoryMb;
  return name === "scheduler-handler"
    ? settings.schedulerMemoryMb
    : settings.workflowMemoryMb;
}
