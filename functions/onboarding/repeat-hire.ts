import { amendedPart } from "../../shared/person/amend-hire.ts";
import { applyChange } from "../../shared/person/apply-change.ts";
import { timesOfHire } from "../../shared/person/field-times.ts";
import type { PersonChange } from "../../shared/person/person-patch.ts";
import type { Warning } from "../../shared/store/operation.ts";
import { limitRenames } from "../../shared/workflow/limits.ts";
import { comparePerson } from "./compare-person.ts";
import type { HireRun } from "./onboarding-run.ts";

/** The result of a hire of a person who exists. */
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
 * Fields that changes have amended while the hire waited are changed with either setting, because these changes have
 * succeeded.
 *
 * @throws StepFailure `person-missing`; if the person is changed, also the failures of a change
 */
export async function repeatHire(
  run: HireRun,
  personID: string,
): Promise<Repeated> {
  const { operation, repeatedHire } = run;
  const { amendment } = operation;
  const isUpdate = repeatedHire === "update" && operation.mayUpdate === true;
  const compare = () => comparePerson(run, personID);
  if (!isUpdate && !amendment) return { personID, warnings: await compare() };
  const applied = await applyChange(run, () => readChange(run, isUpdate), {
    at: timesOfHire(operation),
    keepsAvatar: amendment?.fieldTimes["/avatar"] === undefined,
    beforeRename: limitRenames(run, run.renameLimit),
  });
  if (isUpdate) return applied;
  const warnings = [...applied.warnings, ...(await compare())];
  return { ...applied, warnings };
}

async function readChange(
  { reader, operation: { amendment } }: HireRun,
  isUpdate: boolean,
): Promise<PersonChange> {
  const { identities, ...hire } = await reader.hire();
  const amended = amendedPart(
    { ...hire, identities },
    amendment?.fieldTimes ?? {},
  );
  if (!isUpdate) return amended;
  return {
    ...hire,
    ...amended,
    name: { ...hire.name, ...amended.name },
    ...((hire.address ?? amended.address) && {
      address: { ...hire.address, ...amended.address },
    }),
  };
}
