import { type Chance, createChance } from "../../fixtures/chance.ts";
import { clock } from "../time/virtual-clock.ts";
import { drawFaults, type FaultShares } from "./faults.ts";
import { createTrace, type Trace } from "./trace.ts";

/** What all parts of one run share. */
export type Run = {
  /** The chance of the run. Each part forks a chance of its own. */
  chance: Chance;
  faults: FaultShares;
  trace: Trace;
  /** How often each kind of fault happened. */
  faultsSoFar: Map<string, number>;
};

/** Begins a run at a time of the clock, without faults and without a file for the trace. */
export function beginQuietRun(atMs: number, seed: string): Run {
  clock.begin(atMs, `${seed} ids`);
  const chance = createChance(seed);
  return {
    chance,
    faults: drawFaults("none", chance),
    trace: createTrace(undefined),
    faultsSoFar: new Map(),
  };
}

/** Counts and tells a fault. @param what - its first two words are the kind of the fault */
export function noteFault({ faultsSoFar, trace }: Run, what: string): void {
  const kind = what.split(" ").slice(0, 2).join(" ");
  faultsSoFar.set(kind, (faultsSoFar.get(kind) ?? 0) + 1);
  trace.tell(`fault: ${what}`);
}
