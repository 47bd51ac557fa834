import { NotAllowedError } from "../../shared/community/errors.ts";
import type { Person } from "../../shared/community/person.ts";
import type { Facts } from "./facts.ts";
import { isOwn } from "./throw-away.ts";

/** Changes the throw-away person as a workflow changes a person, and resolves to the person as they are read then. */
export async function changeThrowAway(
  facts: Facts,
  change: (person: Person) => Person,
): Promise<Person> {
  const { people } = facts.require("service");
  const { id } = facts.require("person");
  await people.update(id, (person) => {
    requireOwn(facts, person);
    return change(person);
  });
  return readThrowAway(facts);
}

/** Reads the throw-away person again, with present links and rights. */
export async function readThrowAway(facts: Facts): Promise<Person> {
  const { people } = facts.require("service");
  const person = await people.get(facts.require("person").id);
  requireOwn(facts, person);
  facts.note({ person });
  return person;
}

/** @throws NotAllowedError before any other person is changed */
function requireOwn(facts: Facts, person: Person): void {
  if (!isOwn(person, facts.require("throwAway")))
    throw new NotAllowedError(
      { method: "PUT", path: "/people/{personID}" },
      "the person is not the throw-away person of this run",
    );
}
