import type { PlatformContext } from "../http/context.ts";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The same platform with a clock that is `ms` milliseconds late. */
export function atEarlierTime(
  context: PlatformContext,
  ms: number,
): PlatformContext {
  const atMs = context.options.nowMs() - ms;
  return { ...context, options: { ...context.options, nowMs: () => atMs } };
}
