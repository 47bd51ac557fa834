import type { SandboxRun } from "./start-lambda.ts";

const undici = "NativeModule internal/deps/undici/undici";

/** Whether Node's second HTTP client was loaded: while it started, for an answer, or never. */
export function usesUndici(runs: readonly SandboxRun[]): string {
  if (runs.some(({ modulesLater }) => modulesLater.includes(undici)))
    return "while answering";
  return runs.some(({ modules }) => modules.includes(undici))
    ? "at start"
    : "never";
}
