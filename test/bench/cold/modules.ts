import type { Life } from "./spawn-lambda.ts";

const undici = "NativeModule internal/deps/undici/undici";

/** Whether Node's second HTTP client was loaded: while it started, for an answer, or never. */
export function usesUndici(lives: readonly Life[]): string {
  if (lives.some(({ modulesLater }) => modulesLater.includes(undici)))
    return "while answering";
  return lives.some(({ modules }) => modules.includes(undici))
    ? "at start"
    : "never";
}
