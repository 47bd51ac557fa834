import type { Family } from "../../http/context.ts";
import { refuse } from "../../http/errors.ts";
import { mayFind } from "../../http/permissions.ts";
import { personOfPath, requesterOf } from "../../http/requester.ts";
import {
  followersOf,
  peopleOf,
  type PlatformState,
  type StoredPerson,
} from "../../state/platform-state.ts";
import { answerPeople } from "./people.ts";
import { presentPerson } from "./present-person.ts";

/** The resources of an instance with organization charts. Followers are among them (docs/interface.md, §2.3). */
export const addOrganization: Family = (api, context) => {
  const { state, options } = context;
  if (!options.organizationChart) return;

  api.get("/people/:personID/@reports", (c) =>
    answerPeople(c, context, reportsOf(state, personOfPath(c, context).id)),
  );

  api.get("/people/:personID/@manager", (c) => {
    const requester = requesterOf(c);
    const manager = managerOf(state, personOfPath(c, context).id);
    return manager !== undefined && mayFind(requester, manager)
      ? c.json(presentPerson(context, requester, manager))
      : refuse(404, "The person has no manager.");
  });

  api.get("/people/:personID/@colleagues", (c) => {
    const { id } = personOfPath(c, context);
    const manager = managerOf(state, id);
    const team = manager === undefined ? [] : reportsOf(state, manager.id);
    const colleagues = team.filter((person) => person.id !== id);
    return answerPeople(c, context, colleagues);
  });

  api.get("/people/:personID/@followers", (c) =>
    answerPeople(c, context, followersOf(state, personOfPath(c, context).id)),
  );
};

export function reportsOf(
  state: PlatformState,
  managerID: string,
): StoredPerson[] {
  const lines = state.reportingLines
    .of(managerID)
    .filter((line) => line.managerID === managerID);
  return peopleOf(
    state,
    lines.map(({ personID }) => personID),
  );
}

export function managerOf(
  state: PlatformState,
  personID: string,
): StoredPerson | undefined {
  const line = state.reportingLines
    .of(personID)
    .find((candidate) => candidate.personID === personID);
  return state.person(line?.managerID ?? "");
}
