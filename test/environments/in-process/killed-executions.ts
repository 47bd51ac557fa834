import type {
  DurableExecutionClient,
  DurableExecutionInvocationOutput,
} from "@aws/durable-execution-sdk-js";

/** Says whether an invocation of a function is killed now, before its checkpoint is stored or after it. */
export type Kill = (functionName: string) => "before" | "after" | undefined;

/**
 * Runs one invocation. When it is killed, it fails at once, and nothing that it still does can be checkpointed. As in a
 * process that ends, a request that was sent may still take effect.
 */
export async function runKillable(
  client: DurableExecutionClient,
  kill: () => ReturnType<Kill>,
  run: (
    client: DurableExecutionClient,
  ) => Promise<DurableExecutionInvocationOutput>,
): Promise<DurableExecutionInvocationOutput> {
  const killed = Promise.withResolvers<never>();
  const never = new Promise<never>(() => undefined);
  let isKilled = false;
  const killable: DurableExecutionClient = {
    ...client,
    checkpoint: async (...request) => {
      const when = isKilled ? "before" : kill();
      if (when === undefined) return client.checkpoint(...request);
      isKilled = true;
      if (when === "after") await client.checkpoint(...request);
      killed.reject(new Error("the invocation was killed"));
      return never;
    },
  };
  return Promise.race([run(killable), killed.promise]);
}
