import { createSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

/**
 * Runs a function in `count` sandboxes, as Lambda does with its execution environments: each has its own module state
 * and cold start, takes one invocation at a time, and freezes after it. An invocation goes to the sandbox that has been
 * idle for the longest time, so two in a row meet different sandboxes.
 *
 * It is kinder than Lambda in one way: an invocation waits while all sandboxes are busy, where Lambda starts one more
 * or throttles.
 */
export function createSandboxPool(
  options: Omit<SandboxOptions, "freezes">,
  count: number,
): Sandbox {
  const sandboxes = Array.from({ length: count }, () =>
    createSandbox({ ...options, freezes: true }),
  );
  const idle = [...sandboxes];
  const waiting: ((sandbox: Sandbox) => void)[] = [];

  function release(sandbox: Sandbox): void {
    const next = waiting.shift();
    if (next) next(sandbox);
    else idle.push(sandbox);
  }

  return {
    invoke: async (payload) => {
      const sandbox =
        idle.shift() ??
        (await new Promise<Sandbox>((take) => waiting.push(take)));
      try {
        return await sandbox.invoke(payload);
      } finally {
        release(sandbox);
      }
    },
    kill: async () => {
      await Promise.all(sandboxes.map(({ kill }) => kill()));
    },
  };
}
