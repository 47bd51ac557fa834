import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove } from "../employment-run.ts";

export const makeConfirm: MakeMove<"confirm"> = () => {
  throw new StepFailure("unexpected");
};
