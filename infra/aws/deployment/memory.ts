import type { Context } from "./context.ts";
import { type AnyFunctionName, httpFunctionNames } from "./function-names.ts";

/** The memory of a function in MB, which the settings decide for each kind of function. */
export function memoryMbOf(name: AnyFunctionName, settings: Context): number {
  const isOptional = name === "lists-api" || name === "scim-receiver";
  if (isOptional || httpFunctionNames.some((one) => one === name))
    return settings.httpMemoryMb;
  return name === "scheduler-handler"
    ? settings.schedulerMemoryMb
    : settings.workflowMemoryMb;
}
