import { ApiError } from "./errors.ts";
import type { Target } from "./resolve-endpoint.ts";

/** Resolves to undefined when the platform says 404; every other failure throws, for it is no proof of absence. */
export async function unlessAbsent<T>(
  answer: Promise<T>,
): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Whether an object tells its resources, and this is not among them. */
export function lacks(target: Target, resource: string): boolean {
  if (typeof target === "string" || target?.resources === undefined)
    return false;
  return !(resource in target.resources);
}
