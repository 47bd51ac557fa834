import type { Hire, HireTask } from "./hire.ts";

/** What a hire brings beside the person; numbers alone, for the engine's history may hold them. */
export type Extras = { hasAvatar: boolean; tasks: number; streams: number };

export function extrasOf(
  { avatar, tasks, streams = [] }: Hire,
  taskTemplate: readonly HireTask[],
): Extras {
  return {
    hasAvatar: avatar !== undefined,
    tasks: (tasks ?? taskTemplate).length,
    streams: streams.length,
  };
}
