import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Family, PlatformContext, PlatformEnv } from "./context.ts";
import { followersOf } from "./follows.ts";
import { answerPeople } from "./people.ts";
import { presentPerson } from "./present-person.ts";
import { personOfPath, requesterOf } from "./requester.ts";
import type { Store, StoredPerson } from "./store.ts";
import { mayFind } from "./visibility.ts";

/** What only an instance with organization-chart relationships has; followers are among it (the API document, §2.3). */
export function createOrganization(context: PlatformContext): Family {
  const { store, options } = context;
  const routes = new Hono<PlatformEnv>();
  if (!options.organizationChart) return { routes };

  routes.get("/people/:personID/@reports", (c) =>
    answerPeople(c, context, reportsOf(store, personOfPath(c, context).id)),
  );

  routes.get("/people/:personID/@manager", (c) => {
    const requester = requesterOf(c);
    const manager = managerOf(store, personOfPath(c, context).id);
    if (manager === undefined || !mayFind(requester, manager)) {
      throw new HTTPException(404, { message: "The person has no manager." });
    }
    return c.json(presentPerson(context, requester, manager));
  });

  routes.get("/people/:personID/@colleagues", (c) => {
    const { id } = personOfPath(c, context);
    const manager = managerOf(store, id);
    const team = manager === undefined ? [] : reportsOf(store, manager.id);
    const colleagues = team.filter((person) => person.id !== id);
    return answerPeople(c, context, colleagues);
  });

  routes.get("/people/:personID/@followers", (c) =>
    answerPeople(c, context, followersOf(store, personOfPath(c, context).id)),
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

function reportsOf(store: Store, managerID: string): StoredPerson[] {
  return store.reportingLines
    .all()
    .filter((line) => line.managerID === managerID)
    .flatMap(({ personID }) => store.person(personID) ?? []);
}

function managerOf(store: Store, personID: string): StoredPerson | undefined {
  const line = store.reportingLines
    .all()
    .find((candidate) => candidate.personID === personID);
  return store.person(line?.managerID ?? "");
}
