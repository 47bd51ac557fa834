import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type {
  Family,
  PlatformContext,
  PlatformEnv,
} from "../../http/context.ts";
import { followersOf } from "../../state/follows.ts";
import { answerPeople } from "./people.ts";
import { presentPerson } from "./present-person.ts";
import { personOfPath } from "../../http/person-of-path.ts";
import { requesterOf } from "../../http/requester.ts";
import type {
  PlatformState,
  StoredPerson,
} from "../../state/platform-state.ts";
import { mayFind } from "../../http/visibility.ts";

/** The resources of an instance with organization charts. Followers are among them (docs/interface.md, §2.3). */
export function createOrganization(context: PlatformContext): Family {
  const { state, options } = context;
  const routes = new Hono<PlatformEnv>();
  if (!options.organizationChart) return { routes };

  routes.get("/people/:personID/@reports", (c) =>
    answerPeople(c, context, reportsOf(state, personOfPath(c, context).id)),
  );

  routes.get("/people/:personID/@manager", (c) => {
    const requester = requesterOf(c);
    const manager = managerOf(state, personOfPath(c, context).id);
    if (manager === undefined || !mayFind(requester, manager)) {
      throw new HTTPException(404, { message: "The person has no manager." });
    }
    return c.json(presentPerson(context, requester, manager));
  });

  routes.get("/people/:personID/@colleagues", (c) => {
    const { id } = personOfPath(c, context);
    const manager = managerOf(state, id);
    const team = manager === undefined ? [] : reportsOf(state, manager.id);
    const colleagues = team.filter((person) => person.id !== id);
    return answerPeople(c, context, colleagues);
  });

  routes.get("/people/:personID/@followers", (c) =>
    answerPeople(c, context, followersOf(state, personOfPath(c, context).id)),
  );

  return {
    routes,
    personResources: ["reports", "manager", "colleagues", "followers"].map(
      (name) => ({
        name,
        path: `/people/{personID}/@${name}`,
        allowed: () => ["GET"],
      }),
    ),
  };
}

function reportsOf(state: PlatformState, managerID: string): StoredPerson[] {
  return state.reportingLines
    .all()
    .filter((line) => line.managerID === managerID)
    .flatMap(({ personID }) => state.person(personID) ?? []);
}

function managerOf(
  state: PlatformState,
  personID: string,
): StoredPerson | undefined {
  const line = state.reportingLines
    .all()
    .find((candidate) => candidate.personID === personID);
  return state.person(line?.managerID ?? "");
}
