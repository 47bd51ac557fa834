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

test.each(rows<[string, Candidate[], string | undefined, string]>`
  nobody has the names | ${[]} | ${undefined} | none
  one person has both names | ${[both]} | ${undefined} | person 1
  only the username agrees | ${[username]} | ${undefined} | match-unclear 1
  only the address agrees | ${[email]} | ${undefined} | match-unclear 2
  each name is another person's | ${[username, email]} | ${undefined} | match-unclear 1 2
  both agree, and another has the address too | ${[both, email]} | ${undefined} | match-unclear 1 2
  an operator has decided | ${[username, email]} | 2 | person 2
  an operator has named somebody else | ${[username]} | 9 | person-missing 1
  an operator has named somebody, and nobody has the names | ${[]} | 9 | person-missing
  the person is protected | ${[person("1", "both", { isProtected: true })]} | ${undefined} | person-protected 1
  the person is protected, and an operator has decided | ${[person("1", "email", { isProtected: true })]} | 1 | person-protected 1
  the person is another employee | ${[person("1", "both", { owner: "E-9" })]} | ${undefined} | other-id 1
  the address is another employee's | ${[person("1", "email", { owner: "E-9" })]} | ${undefined} | name-of-another 1
  an operator has decided for another employee's person | ${[person("1", "email", { owner: "E-9" })]} | 1 | name-of-another 1
`)("%s", (_, candidates, decided, expected) => {
  const match = matchPerson(candidates, decided);
  const told =
    match.is === "none"
      ? "none"
      : match.is === "person"
        ? `person ${match.person.shown.id}`
        : [match.reason, ...match.persons].join(" ");
  expect(told).toBe(expected);
});
