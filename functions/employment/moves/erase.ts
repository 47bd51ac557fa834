import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove } from "../employment-run.ts";

export const makeErase: MakeMove<"erase"> = () => {
  throw new StepFailure("unexpected");
};
