import type { Chance } from "../random.ts";
import type { FaultShares } from "./faults.ts";
import type { Trace } from "./trace.ts";

/** What all parts of one run share. */
export type Run = {
  /** The chance of the run. A part forks its own. */
  chance: Chance;
  faults: FaultShares;
  trace: Trace;
  /** How often each kind of fault happened. */
  faultsSoFar: Map<string, number>;
};

export function noteFault({ faultsSoFar, trace }: Run, what: string): void {
  const kind = what.split(" ").slice(0, 2).join(" ");
  faultsSoFar.set(kind, (faultsSoFar.get(kind) ?? 0) + 1);
  trace.tell(`fault: ${what}`);
}
