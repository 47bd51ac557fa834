import type { TestContext } from "vitest";

/** One row of the table at the end of `npm run test:faults`. */
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

/** Stores a figure with the test that measured it. The reporter collects all figures. */
export function recordFigure(task: TestContext["task"], figure: Figure): void {
  task.meta.figures = [...(task.meta.figures ?? []), figure];
}
