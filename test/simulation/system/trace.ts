import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { clock } from "../time/virtual-clock.ts";

export type Trace = ReturnType<typeof createTrace>;

/** Writes a run, one line a step. Two runs of one seed have the same digest. */
export function createTrace(file: string | undefined) {
  const hash = createHash("sha256");
  const handle = file === undefined ? undefined : openSync(file, "w");
  let waiting: string[] = [];
  let lines = 0;

  function flush(): void {
    const text = waiting.join("");
    waiting = [];
    hash.update(text);
    if (handle !== undefined) writeSync(handle, text);
  }

  return {
    tell(what: string): void {
      lines += 1;
      waiting.push(`${new Date(clock.nowMs()).toISOString()} ${what}\n`);
      if (waiting.length === 1_000) flush();
    },
    /** The digest of all so far, and how many lines it has. */
    digest(): { digest: string; lines: number } {
      flush();
      return { digest: hash.copy().digest("hex").slice(0, 16), lines };
    },
    end(): void {
      flush();
      if (handle !== undefined) closeSync(handle);
    },
  };
}
