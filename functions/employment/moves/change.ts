import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove } from "../employment-run.ts";

export const makeChange: MakeMove<"change"> = () => {
  throw new StepFailure("unexpected");
};
