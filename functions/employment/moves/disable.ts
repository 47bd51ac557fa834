import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove } from "../employment-run.ts";

export const makeDisable: MakeMove<"disable"> = () => {
  throw new StepFailure("unexpected");
};
