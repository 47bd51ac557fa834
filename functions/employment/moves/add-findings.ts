import type { Findings, RunnerRun } from "../employment-run.ts";

/** Adds what a move found out about an operation. The warnings of earlier moves stay. */
export function addFindings(
  { findings }: Pick<RunnerRun, "findings">,
  id: string,
  { warnings = [], ...found }: Findings,
): void {
  const known = findings.get(id);
  findings.set(id, {
    ...known,
    ...found,
    warnings: [...(known?.warnings ?? []), ...warnings],
  });
}
