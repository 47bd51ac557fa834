import type { PlatformContext } from "../http/context.ts";
import type { StoredPerson } from "../state/platform-state.ts";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The same platform, so long ago. */
export function before(context: PlatformContext, ms: number): PlatformContext {
  const atMs = context.options.nowMs() - ms;
  return { ...context, options: { ...context.options, nowMs: () => atMs } };
}

/** The seeded person of this username. @throws Error when there is none */
export function find(
  { state }: PlatformContext,
  username: string,
): StoredPerson {
  const person = state.personByUsername(username);
  if (person === undefined) throw new Error(`Nobody is called ${username}.`);
  return person;
}
