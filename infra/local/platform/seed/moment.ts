import type { PlatformContext } from "../http/context.ts";
import type { StoredPerson } from "../state/platform-state.ts";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The same platform with a clock that is `ms` milliseconds late. */
export function before(context: PlatformContext, ms: number): PlatformContext {
  const atMs = context.options.nowMs() - ms;
  return { ...context, options: { ...context.options, nowMs: () => atMs } };
}

/** The person of this username. @throws Error if the seed has no such person */
export function find(
  { state }: PlatformContext,
  username: string,
): StoredPerson {
  const person = state.personByUsername(username);
  if (person === undefined)
    throw new Error(`The seed has no person ${username}.`);
  return person;
}
