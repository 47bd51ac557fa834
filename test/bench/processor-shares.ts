import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContext } from "../../infra/aws/deployment/context.ts";
import type { FunctionName } from "../../infra/aws/deployment/function-names.ts";
import { memoryMbOf } from "../../infra/aws/deployment/memory.ts";
import { textOf } from "./table.ts";

/** Lambda gives a whole processor at this size, and a proportional share at any other. */
const memoryOfOneProcessorMb = 1769;
const periodUs = 20_000;

/** How much of a processor an invocation has. The start of a process always has a whole processor. */
export type Mode = {
  name: string;
  /** A process whose id is written into this file has a share of a processor from then on. Undefined: a whole one. */
  throttle: string | undefined;
};

export const unthrottled: Mode = { name: "unthrottled", throttle: undefined };

/** The mode of a function with this memory: `1,024 MB`. */
export const modeNameOf = (memoryMb: number) => `${textOf(memoryMb)} MB`;

/** The memory with which a function is deployed, in MB. */
export function deployedMbOf(name: FunctionName): number {
  return memoryMbOf(name, readContext());
}

/**
 * Runs something with a mode for each of these sizes. The processes of a mode together have as much of a processor as
 * Lambda gives a function of this memory, by a CFS quota of Linux (control groups of version 1 or 2).
 *
 * @throws Error if this user can make no control group
 */
export async function withModes<T>(
  sizesMb: readonly number[],
  run: (modes: Mode[]) => Promise<T>,
): Promise<T> {
  const second = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const parent = second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
  const groups: string[] = [];
  const close = () => {
    for (const group of groups.splice(0))
      try {
        rmdirSync(group);
      } catch {
        // A process of the group has not ended yet. A group that is left over costs nothing.
      }
  };
  // Also when a benchmark ends by an error.
  process.once("exit", close);
  try {
    const modes = [...new Set(sizesMb)].map((memoryMb): Mode => {
      const share = memoryMb / memoryOfOneProcessorMb;
      const quotaUs = Math.round(share * periodUs);
      const group = join(parent, `bench-${process.pid}-${memoryMb}`);
      try {
        mkdirSync(group);
        groups.push(group);
        const files = second
          ? { "cpu.max": `${quotaUs} ${periodUs}` }
          : { "cpu.cfs_period_us": periodUs, "cpu.cfs_quota_us": quotaUs };
        for (const [name, value] of Object.entries(files))
          writeFileSync(join(group, name), String(value));
      } catch (cause) {
        const hint = "It takes Linux, and root or a container of one's own.";
        throw new Error(`No control group with a CPU quota. ${hint}`, {
          cause,
        });
      }
      const throttle = join(group, "cgroup.procs");
      return { name: modeNameOf(memoryMb), throttle };
    });
    return await run(modes);
  } finally {
    close();
  }
}
