import type { LambdaProcess } from "./spawn-process.ts";

/** The process that is alive now. */
export type LiveProcess = {
  /** The endpoint of its Lambda API. */
  endpoint: string;
  /** Resolves when no execution runs or waits in it. */
  idle: () => Promise<void>;
  /** Sets how far its clock is ahead. */
  setAhead: (aheadMs: number) => Promise<void>;
};

/**
 * Starts one process after another on the same folder of executions.
 *
 * @param spareCount - how many processes start before they are needed; one of them is left over in the end
 * @param settle - resolves when all requests of a killed process have arrived
 * @param begin - prepares a process for its work; resolves to the endpoint of its Lambda API
 */
export function createProcesses(
  spareCount: number,
  spawn: () => LambdaProcess,
  settle: () => Promise<void>,
  begin: (process: LambdaProcess) => Promise<string>,
) {
  const spares = Array.from({ length: spareCount }, spawn);
  let current: LambdaProcess | undefined;
  let working: Promise<LiveProcess> | undefined;

  async function replaceProcess(): Promise<LiveProcess> {
    await end();
    spares.push(spawn());
    const process = spares.shift() ?? spawn();
    current = process;
    return open(process);
  }

  async function open(process: LambdaProcess): Promise<LiveProcess> {
    const endpoint = await begin(process);
    return {
      endpoint,
      idle: async () => void (await process.execute({ isIdleAwaited: true })),
      setAhead: async (aheadMs) => void (await process.execute({ aheadMs })),
    };
  }

  async function end(): Promise<void> {
    const dead = current;
    current = undefined;
    working = undefined;
    if (!dead) return;
    await dead.kill();
    await settle();
  }

  return {
    /** Resolves to the live process. After a kill that is the next one. */
    live(): Promise<LiveProcess> {
      if (!working || current?.isAlive() === false) working = replaceProcess();
      return working;
    },

    /** Kills the process at once, at any point of its work. */
    kill: (): void => void current?.kill(),

    /** Prepares the live process, if there is one, for the next run. */
    reopen(): void {
      if (current?.isAlive() === true) working = open(current);
    },

    /** Ends the process. The next one starts with an empty memory. */
    end,

    async close(): Promise<void> {
      await end();
      await Promise.all(spares.map((spare) => spare.kill()));
    },
  };
}
