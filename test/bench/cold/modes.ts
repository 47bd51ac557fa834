import { readContext } from "../../../infra/aws/deployment/context.ts";
import type { FunctionName } from "../../../infra/aws/deployment/function-names.ts";
import { memoryMbOf } from "../../../infra/aws/deployment/memory.ts";
import { textOf } from "../table.ts";
import { createThrottle } from "./throttle.ts";

/** How much of a processor an invocation has. What happens before the first one always has a whole one. */
export type Mode = { name: string; throttle: string | undefined };

export const unthrottled: Mode = { name: "unthrottled", throttle: undefined };

/** The mode of a function with this memory: `1,024 MB`. */
export const modeNameOf = (memoryMb: number) => `${textOf(memoryMb)} MB`;

/** The memory with which a function is deployed, in MB. */
export function deployedMbOf(name: FunctionName): number {
  return memoryMbOf(name, readContext());
}

/** The sizes of a table: the smallest that was ever deployed, and those of these functions. */
export function sizesOf(...names: FunctionName[]): number[] {
  const sizes = new Set([512, ...names.map(deployedMbOf)]);
  return [...sizes].toSorted((a, b) => a - b);
}

/** Runs something with the modes that this machine can do, and a note where one cannot be done. */
export async function withModes<T>(
  sizesMb: readonly number[],
  run: (modes: {
    /** One for each size, or none at all. */
    sized: Mode[];
    /** And without a limit. */
    all: Mode[];
    notes: string[];
  }) => Promise<T>,
): Promise<T> {
  const groups = sizesMb.flatMap((memoryMb) => {
    const group = createThrottle(memoryMb);
    return group ? [{ ...group, name: modeNameOf(memoryMb) }] : [];
  });
  const sized = groups.map(({ name, file }) => ({ name, throttle: file }));
  try {
    return await run({
      sized,
      all: [unthrottled, ...sized],
      notes:
        sized.length > 0
          ? []
          : [
              `${sizesMb.map(modeNameOf).join(", ")} are SKIPPED: this user can make no control group with a CPU quota here (Linux, as root or in a container of one's own).`,
            ],
    });
  } finally {
    for (const { close } of groups) close();
  }
}
