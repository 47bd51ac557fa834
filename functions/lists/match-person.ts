import type { Person } from "../../shared/community/person.ts";
import {
  differencesOf,
  personFields,
} from "../../shared/person/person-fields.ts";
import { personChangeOf } from "../../shared/person/person-patch.ts";
import type { PlanRow, RowReason } from "./contract.ts";

/** A person of the platform who has a name of a row. */
export type Candidate = {
  personID: string;
  /** The names of the row that the person has. */
  agrees: "both" | "username" | "email" | "none";
  /** The employee to whom the person is linked. */
  owner: string | undefined;
  /** The person must not be changed: the service account, or a listed username. */
  isProtected: boolean;
  /** The names of the person on the platform. Absent where they are those of the row. */
  username?: string;
  email?: string;
  /** The person as the platform shows them. */
  shown?: Person;
};

/** In which fields of a row the people who can be its employee agree, and in which not. */
export function compareCandidates(
  data: Record<string, unknown>,
  candidates: readonly Candidate[],
): PlanRow["matches"] {
  const patch = personChangeOf(data);
  return candidates.flatMap(({ personID: person, shown }) => {
    if (!shown) return [];
    const named = personFields.filter(({ isNamedIn }) => isNamedIn(patch));
    const differs = differencesOf(patch, shown);
    const agrees = named
      .map(({ pointer }) => pointer)
      .filter((pointer) => !differs.includes(pointer));
    return [{ person, agrees, differs }];
  });
}

type Match =
  | { is: "none" }
  | { is: "person"; person: Candidate }
  | {
      is: "unclear";
      reason: RowReason | "person-protected" | "person-missing";
      persons: string[];
    };

/**
 * Which person of the platform a new employee is. Both names must agree, or an operator must have decided: a username and
 * an address come from different systems, and one of them alone can be that of another person.
 *
 * @param decided - the id of the person who is the employee, as an operator has decided
 */
export function matchPerson(
  candidates: readonly Candidate[],
  decided: string | undefined,
): Match {
  const unclear = (
    reason: Extract<Match, { is: "unclear" }>["reason"],
  ): Match => ({
    is: "unclear",
    reason,
    persons: candidates.map(({ personID }) => personID),
  });
  if (candidates.length === 0)
    return decided === undefined ? { is: "none" } : unclear("person-missing");
  const agreeing = candidates.filter(({ agrees }) => agrees === "both");
  const isAlone = candidates.length === 1 && agreeing.length === 1;
  const person =
    decided === undefined
      ? isAlone
        ? candidates[0]
        : undefined
      : candidates.find(({ personID }) => personID === decided);
  if (!person) {
    if (decided !== undefined) return unclear("person-missing");
    const owned = candidates.some(({ owner }) => owner !== undefined);
    return unclear(owned ? "name-of-another" : "match-unclear");
  }
  if (person.isProtected) return unclear("person-protected");
  if (person.owner === undefined) return { is: "person", person };
  return unclear(person.agrees === "both" ? "other-id" : "name-of-another");
}
