import type { Family } from "../../http/context.ts";
import { refuse } from "../../http/errors.ts";
import { mayFind } from "../../http/permissions.ts";
import { personOfPath, requesterOf } from "../../http/requester.ts";
import {
  peopleLinkedBy,
  peopleWhoLinkTo,
  type PlatformState,
  type StoredPerson,
} from "../../state/platform-state.ts";
import { answerPeople } from "./people.ts";
import { presentPerson } from "./present-person.ts";

/** The resources of an instance with organization charts. Followers are among them (docs/interface.md, §2.3). */
export const addOrganization: Family = (api, context) => {
  const { state, options } = context;
  if (!options.organizationChart) return;

  const lists = {
    "@reports": reportsOf,
    "@colleagues": colleaguesOf,
    "@followers": followersOf,
  };
  for (const [name, listOf] of Object.entries(lists))
    api.get(`/people/:personID/${name}`, (c) =>
      answerPeople(c, context, listOf(state, personOfPath(c, context).id)),
    );

  api.get("/people/:personID/@manager", (c) => {
    const requester = requesterOf(c);
    const manager = managerOf(state, personOfPath(c, context).id);
    return manager !== undefined && mayFind(requester, manager)
      ? c.json(presentPerson(context, requester, manager))
      : refuse(404, "The person has no manager.");
  });
};

type PeopleOf = (state: PlatformState, personID: string) => StoredPerson[];

export const reportsOf: PeopleOf = (state, id) =>
  peopleWhoLinkTo(state, "reportingLines", id);

export const followersOf: PeopleOf = (state, id) =>
  peopleWhoLinkTo(state, "follows", id);

export function managerOf(
  state: PlatformState,
  personID: string,
): StoredPerson | undefined {
  return peopleLinkedBy(state, "reportingLines", personID)[0];
}

const colleaguesOf: PeopleOf = (state, id) => {
  const manager = managerOf(state, id);
  const team = manager === undefined ? [] : reportsOf(state, manager.id);
  return team.filter((person) => person.id !== id);
};
