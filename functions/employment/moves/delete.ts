import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove } from "../employment-run.ts";

export const makeDelete: MakeMove<"delete"> = () => {
  throw new StepFailure("unexpected");
};
