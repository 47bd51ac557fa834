import type { PlatformAuth } from "../platform-auth/platform-auth.ts";
import type { EngineClient } from "./engine-client.ts";
import { runWarmUps } from "./warm-up.ts";
import {
  runWarmUpExecution,
  type WarmUpExecutionDependencies,
} from "./warm-up-execution.ts";

/**
 * Warms up a workflow: the community secret, a platform token, the connections to the table and to the engine, and the
 * code with which an execution begins.
 */
export function warmUpWorkflow({
  platformAuth,
  engine,
  ...dependencies
}: WarmUpExecutionDependencies & {
  platformAuth: Pick<PlatformAuth, "warmUp">;
  engine: Pick<EngineClient, "warmUp">;
}): Promise<void> {
  return runWarmUps(
    () => platformAuth.warmUp(),
    () => engine.warmUp(),
    () => runWarmUpExecution(dependencies),
  );
}
