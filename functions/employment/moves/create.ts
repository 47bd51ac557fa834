import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove } from "../employment-run.ts";

export const makeCreate: MakeMove<"create"> = () => {
  throw new StepFailure("unexpected");
};
