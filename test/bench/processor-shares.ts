import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContext } from "../../infra/aws/deployment/context.ts";
import type { FunctionName } from "../../infra/aws/deployment/function-names.ts";
import { memoryMbOf } from "../../infra/aws/deployment/memory.ts";
import { textOf } from "./table.ts";

/** Lambda gives a whole processor at this size, and a proportional share at any other. */
const memoryOfOneProcessorMb = 1769;
/** The share of a process counts anew in each period. */
const periodUs = 20_000;

/** How much of a processor an invocation has. The start of a process always has a whole one. */
export type ProcessorShare = {
  /** The size of the function: `1,024 MB`. */
  name: string;
  /** A process whose id is written into this file has the share from then on. Undefined: a whole processor. */
  throttle: string | undefined;
};

export const unthrottled: ProcessorShare = {
  name: "unthrottled",
  throttle: undefined,
};

/** The name of the share of a function with this memory: `1,024 MB`. */
export const sizeNameOf = (memoryMb: number) => `${textOf(memoryMb)} MB`;

/** The memory with which a function is deployed, in MB. */
export function deployedMbOf(name: FunctionName): number {
  return memoryMbOf(name, readContext());
}

/**
 * Runs something with a processor share for each of these sizes. All processes with one share together have as much of
 * a processor as Lambda gives a function of this memory, by a CFS quota of Linux (control groups of version 1 or 2).
 *
 * @throws Error if this user can make no control group
 */
export async function withProcessorShares<T>(
  sizesMb: readonly number[],
  run: (shares: ProcessorShare[]) => Promise<T>,
): Promise<T> {
  const isVersion2 = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const parent = isVersion2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
  const groups: string[] = [];
  const close = () => {
    for (const group of groups.splice(0))
      try {
        rmdirSync(group);
      } catch {
        // A process of the group has not ended yet. A group that is left over costs nothing.
      }
  };
  // The process may end before the benchmark does.
  process.once("exit", close);
  try {
    const shares = [...new Set(sizesMb)].map((memoryMb): ProcessorShare => {
      const part = memoryMb / memoryOfOneProcessorMb;
      const quotaUs = Math.round(part * periodUs);
      const group = join(parent, `bench-${process.pid}-${memoryMb}`);
      try {
        mkdirSync(group);
        groups.push(group);
        const files = isVersion2
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
      return { name: sizeNameOf(memoryMb), throttle };
    });
    return await run(shares);
  } finally {
    close();
  }
}
