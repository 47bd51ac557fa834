import { effort } from "../effort.ts";
import type { LambdaProcess } from "./spawn-process.ts";

/** The process that is alive now. */
export type AtWork = {
  /** Of its Lambda API. */
  endpoint: string;
  /** Resolves when no execution runs or waits in it. */
  idle: () => Promise<void>;
  /** Puts its clock forward. */
  setAhead: (aheadMs: number) => Promise<void>;
};

/** Started before they are needed: one is left over in the end, which a few runs are not worth. */
const spareCount = effort(0, 1);

/**
 * One process after another, on the same folder of executions.
 *
 * @param settle - resolves when all is through that a dead process had sent
 * @param begin - what a process is told before it works, and that it does
 */
export function createSuccession(
  spawn: () => LambdaProcess,
  settle: () => Promise<void>,
  begin: (process: LambdaProcess) => Promise<string>,
) {
  const spares = Array.from({ length: spareCount }, spawn);
  let current: LambdaProcess | undefined;
  let working: Promise<AtWork> | undefined;

  async function succeed(): Promise<AtWork> {
    await bury();
    spares.push(spawn());
    const process = spares.shift() ?? spawn();
    current = process;
    return open(process);
  }

  async function open(process: LambdaProcess): Promise<AtWork> {
    const endpoint = await begin(process);
    return {
      endpoint,
      idle: async () => void (await process.obey({ isIdleAwaited: true })),
      setAhead: async (aheadMs) => void (await process.obey({ aheadMs })),
    };
  }

  async function bury(): Promise<void> {
    const dead = current;
    current = undefined;
    working = undefined;
    if (!dead) return;
    await dead.kill();
    await settle();
  }

  return {
    /** Resolves to the process that is alive: where one was killed, to the next. */
    atWork(): Promise<AtWork> {
      if (!working || current?.isAlive() === false) working = succeed();
      return working;
    },

    /** Ends the process at once, wherever it is. */
    strike: (): void => void current?.kill(),

    /** Has the process, if there is one, begin anew. */
    reopen(): void {
      if (current?.isAlive() === true) working = open(current);
    },

    /** Ends the process, so that the next one starts with nothing in its memory. */
    bury,

    async close(): Promise<void> {
      await bury();
      await Promise.all(spares.map((spare) => spare.kill()));
    },
  };
}
