import { differencesOf } from "../../../shared/person/person-fields.ts";
import type { Warning } from "../../../shared/store/operation.ts";
import { StepFailure } from "../../../shared/workflow/failure.ts";
import { settle } from "../../../shared/workflow/settle.ts";
import type { HireRun } from "./hire-reader.ts";

/**
 * Step "compare": lists where this event and the person differ. It changes nothing. A failed comparison is only a
 * warning, except when the platform says that the person is gone.
 *
 * @throws StepFailure `person-missing`
 */
export async function comparePerson(run: HireRun): Promise<Warning[]> {
  const { reader, platformAuth, steps } = run;
  const compared = await settle(
    steps.idempotent(run.nameOf("compare"), async () => {
      const { personID = "" } = await run.item();
      const person = await platformAuth.service.people.find(personID);
      if (!person) throw new StepFailure("person-missing");
      return differencesOf(await reader.own(), person);
    }),
  );
  if (compared.ok)
    return compared.value.map((about) => ({ about, reason: "differs" }));
  const { failure } = compared;
  if (failure.code === "person-missing") throw failure;
  return [{ about: "comparison", reason: failure.code }];
}
