import { expect, test } from "vitest";
import {
  type Candidate,
  matchPerson,
} from "../../../functions/lists/match-person.ts";
import { rows } from "../../fixtures/rows.ts";

const person = (
  personID: string,
  agrees: Candidate["agrees"],
  more: Partial<Candidate> = {},
): Candidate => ({
  shown: { id: personID },
  agrees,
  owner: undefined,
  isProtected: false,
  ...more,
});
const both = person("1", "both");
const username = person("1", "username");
const email = person("2", "email");

test.each(rows<[title: string, match: string, Candidate[], decided?: string]>`
  no person has the names | none | ${[]}
  one person has both names | person 1 | ${[both]}
  only the username agrees | match-unclear 1 | ${[username]}
  only the address agrees | match-unclear 2 | ${[email]}
  username and address are those of two people | match-unclear 1 2 | ${[username, email]}
  both agree, and another has the address too | match-unclear 1 2 | ${[both, email]}
  an operator has decided | person 2 | ${[username, email]} | 2
  an operator has named another person | person-missing 1 | ${[username]} | 9
  an operator has named a person, and no person has the names | person-missing | ${[]} | 9
  the person is protected | person-protected 1 | ${[person("1", "both", { isProtected: true })]}
  the person is protected, and an operator has decided | person-protected 1 | ${[person("1", "email", { isProtected: true })]} | 1
  the person is another employee | other-id 1 | ${[person("1", "both", { owner: "E-9" })]}
  the address is another employee's | name-of-another 1 | ${[person("1", "email", { owner: "E-9" })]}
  an operator has decided for another employee's person | name-of-another 1 | ${[person("1", "email", { owner: "E-9" })]} | 1
`)("%s: %s", (_title, expected, candidates, decided) => {
  const match = matchPerson(candidates, decided);
  const told =
    match.is === "none"
      ? "none"
      : match.is === "person"
        ? `person ${match.person.shown.id}`
        : [match.reason, ...match.persons].join(" ");
  expect(told).toBe(expected);
});
