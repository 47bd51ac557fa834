import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove } from "../employment-run.ts";

export const makeEnable: MakeMove<"enable"> = () => {
  throw new StepFailure("unexpected");
};
