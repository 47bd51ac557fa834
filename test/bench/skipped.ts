import type { Outcome } from "./benchmark.ts";

/** The outcome of a benchmark that this machine cannot run. @param notes - the reasons */
export function skipped(notes: string[]): Outcome {
  return {
    rows: [],
    verdicts: [],
    notes,
    chart: { title: "", description: "", unit: "", groups: [] },
  };
}
