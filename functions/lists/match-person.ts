import type { Person } from "../../shared/community/person.ts";
import { fullNameOf } from "../../shared/person/full-name.ts";
import {
  differencesOf,
  mainEmailOf,
  personFields,
} from "../../shared/person/person-fields.ts";
import { personChangeOf } from "../../shared/person/person-patch.ts";
import type {
  MatchNames,
  NamesOfSide,
  PlanRow,
  RowReason,
} from "./contract.ts";

/** A person of the platform who has a name of a row. */
export type Candidate = {
  /** The person as the platform shows them. */
  shown: Person;
  /** The names of the row that the person has. */
  agrees: "both" | "username" | "email" | "none";
  /** The employee to whom the person is linked. */
  owner: string | undefined;
  /** The person must not be changed: the service account, or a listed username. */
  isProtected: boolean;
};

/** For each person who can be the employee of a row: the fields that agree with the row, and the fields that differ. */
export function compareCandidates(
  data: Record<string, unknown>,
  candidates: readonly Candidate[],
): NonNullable<PlanRow["matches"]> {
  const patch = personChangeOf(data);
  const compared = personFields.filter(({ isNamedIn }) => isNamedIn(patch));
  return candidates.map(({ shown }) => {
    const differs = differencesOf(patch, shown);
    const agrees = compared
      .map(({ pointer }) => pointer)
      .filter((pointer) => !differs.includes(pointer));
    return { person: shown.id, agrees, differs };
  });
}

/** The names of people, by their ids. */
export function namesOfPersons(
  candidates: readonly Candidate[],
): MatchNames["persons"] {
  return Object.fromEntries(
    candidates.map(({ shown: { id, name, svc, emails } }) => [
      id,
      named(name, svc?.username, mainEmailOf({ emails })?.value),
    ]),
  );
}

/** The names that a row gives its employee. */
export function namesOfRow(data: Record<string, unknown>): NamesOfSide {
  const { name, username, email } = personChangeOf(data);
  return named(name, username, email);
}

type NameParts = Partial<
  Record<"formatted" | "givenName" | "familyName", string | null | undefined>
>;

function named(
  { formatted, givenName, familyName }: NameParts = {},
  username: string | null | undefined,
  email: string | undefined,
): NamesOfSide {
  const parts = {
    givenName: givenName ?? undefined,
    familyName: familyName ?? undefined,
  };
  const name = formatted ?? fullNameOf(parts, "script");
  return {
    ...(name !== "" && { name }),
    ...(username && { username }),
    ...(email !== undefined && { email }),
  };
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
 * Decides which person of the platform a new employee is. Username and address must both agree, or an operator must
 * have decided. They come from different systems, and one of them alone can belong to another person.
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
    persons: candidates.map(({ shown }) => shown.id),
  });
  const person = candidates.find(({ shown, agrees }) =>
    decided === undefined
      ? agrees === "both" && candidates.length === 1
      : shown.id === decided,
  );
  if (person?.isProtected) return unclear("person-protected");
  if (person?.owner !== undefined)
    return unclear(person.agrees === "both" ? "other-id" : "name-of-another");
  if (person) return { is: "person", person };
  if (decided !== undefined) return unclear("person-missing");
  if (candidates.length === 0) return { is: "none" };
  const isOwned = candidates.some(({ owner }) => owner !== undefined);
  return unclear(isOwned ? "name-of-another" : "match-unclear");
}
