import type { InvocationOutcome } from "../lambda/sandbox-messages.ts";
import type { AwsFaults } from "../aws-service.ts";

export type ScheduledRuleOptions = {
  functionName: string;
  everyMs: number;
  invoke: (functionName: string, event: unknown) => Promise<InvocationOutcome>;
  /** Invokes the function twice at the same time. @default never */
  awsFaults?: Pick<AwsFaults, "duplicateShare" | "random"> | undefined;
  /** Receives the error of a timed invocation that failed. */
  onLog?: ((functionName: string, line: string) => void) | undefined;
};

/**
 * Invokes a function at a fixed rate, as a scheduled rule of EventBridge does, or on demand. The timer does not keep
 * the process alive. The function gets an empty event, because none of ours reads it.
 *
 * Without `awsFaults` the rule is kinder than AWS: each tick invokes the function exactly once, and invocations never
 * overlap. A tick is on time, and the rule skips it while the function runs. A failed invocation is logged and is not retried.
 */
export function startScheduledRule({
  functionName,
  everyMs,
  invoke,
  awsFaults,
  onLog,
}: ScheduledRuleOptions) {
  let isClosed = false;
  let unfinished = 0;
  let last = Promise.resolve();

  /**
   * Invokes the function immediately, or directly after the current invocation ends, which may have missed recent
   * changes.
   *
   * @throws Error with the type and message of the function's error, if the invocation fails
   */
  function run(): Promise<void> {
    unfinished += 1;
    last = last.then(runOnce, runOnce).finally(() => {
      unfinished -= 1;
    });
    return last;
  }

  async function runOnce(): Promise<void> {
    if (isClosed) return;
    const isTwice = awsFaults && awsFaults.random() < awsFaults.duplicateShare;
    const outcomes = await Promise.all(
      Array.from({ length: isTwice ? 2 : 1 }, () => invoke(functionName, {})),
    );
    // close() kills the sandboxes, so an error after it does not come from the function.
    if (isClosed) return;
    for (const outcome of outcomes)
      if (outcome.status === "failed") {
        const { errorType, errorMessage } = outcome.error;
        throw new Error(
          `${functionName} failed. ${errorType}: ${errorMessage}`,
        );
      }
  }

  const timer = setInterval(() => {
    if (unfinished > 0) return;
    run().catch((error: unknown) => onLog?.(functionName, String(error)));
  }, everyMs).unref();

  return {
    run,
    close: async (): Promise<void> => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
