import { applyChange } from "../../shared/person/apply-change.ts";
import type { Warning } from "../../shared/store/operation.ts";
import { limitRenames } from "../../shared/workflow/limits.ts";
import { comparePerson } from "./compare-person.ts";
import type { HireRun } from "./hire-record.ts";

/** What a hire of a person who exists came to. */
export type Repeated = {
  personID: string;
  warnings: Warning[];
  /** The fields that were changed, as JSON Pointers into the event's data. */
  changed?: string[];
};

/**
 * A hire of a person who exists: reports where the event and the person differ, or changes the person like
 * `employee.changed`, as the setting `repeatedHire` says. A change needs the scope `update`. The hire counts with its
 * event time. It links no identity, and an avatar that the person has stays.
 *
 * @throws StepFailure `person-missing`; if the person is changed, also the failures of a change
 */
export async function repeatHire(
  run: HireRun,
  personID: string,
): Promise<Repeated> {
  const { record, operation, repeatedHire } = run;
  if (repeatedHire === "report" || !operation.mayUpdate)
    return { personID, warnings: await comparePerson(run, personID) };
  const readChange = async () => {
    const { identities, ...hire } = await record.hire();
    return hire;
  };
  const { eventAtMs } = operation;
  return applyChange(run, readChange, {
    at: [eventAtMs, eventAtMs],
    keepsAvatar: true,
    beforeRename: limitRenames(run, run.renameLimitSettings),
  });
}
