import type { TestContext } from "vitest";

/** One row of the table that `npm run test:faults` ends with. */
export type Figure = {
  area: string;
  what: string;
  /** As measured in this run. */
  figure: string;
};

declare module "vitest" {
  interface TaskMeta {
    figures?: Figure[];
  }
}

/** Leaves a figure with the test that measured it; the reporter collects them. */
export function recordFigure(task: TestContext["task"], figure: Figure): void {
  task.meta.figures = [...(task.meta.figures ?? []), figure];
}
