import { StepFailure } from "../../../shared/workflow/failure.ts";
import type { MakeMove } from "../employment-run.ts";

export const makeAsk: MakeMove<"ask"> = () => {
  throw new StepFailure("unexpected");
};
