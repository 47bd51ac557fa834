import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Lambda gives a whole processor at this size, and a proportional share at any other. */
const memoryOfOneProcessorMb = 1769;
const periodUs = 20_000;

export type Throttle = {
  /** A process whose id is written into this file has a share of a processor from then on. */
  file: string;
  close: () => void;
};

/**
 * A group of processes that together have as much of a processor as Lambda gives a function of this memory: Linux's
 * CFS quota, by control groups of version 1 or 2. Undefined where this user may not make one, which is usual outside
 * of containers and Linux.
 */
export function createThrottle(memoryMb: number): Throttle | undefined {
  const quotaUs = Math.round((memoryMb / memoryOfOneProcessorMb) * periodUs);
  const name = `bench-${process.pid}-${memoryMb}`;
  const second = existsSync("/sys/fs/cgroup/cgroup.controllers");
  const group = join(second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu", name);
  try {
    mkdirSync(group);
    if (second) {
      writeFileSync(join(group, "cpu.max"), `${quotaUs} ${periodUs}`);
    } else {
      writeFileSync(join(group, "cpu.cfs_period_us"), String(periodUs));
      writeFileSync(join(group, "cpu.cfs_quota_us"), String(quotaUs));
    }
  } catch {
    remove(group);
    return undefined;
  }
  // Also when a benchmark ends by an error.
  process.once("exit", () => remove(group));
  return { file: join(group, "cgroup.procs"), close: () => remove(group) };
}

function remove(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // It was never made, or is gone.
  }
}
