import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { readJson } from "./body.ts";
import type { Family, PlatformContext, PlatformEnv } from "./context.ts";
import { countRead, deletePerson } from "./deletion.ts";
import { answerPage } from "./paging.ts";
import {
  personCreationSchema,
  personUpdateSchema,
  type PersonUpdate,
} from "./person.ts";
import { presentPerson } from "./present-person.ts";
import { personOfPath, requesterOf } from "./requester.ts";
import { isSelf, isSelfOrAdministrator, type Verb } from "./resources.ts";
import type { StoredPerson } from "./store.ts";

/** /people: create, read, update, delete, list (the API document, §4). */
export function createPeople(context: PlatformContext): Family {
  const { store, options } = context;
  const routes = new Hono<PlatformEnv>();

  routes.post("/people", async (c) => {
    const requester = requesterOf(c);
    if (!requester.administrator) refuse();
    const { svc, ...fields } = await readJson(c, personCreationSchema);
    const { password, ...visibleSvc } = svc;
    refuseTaken(store.takenField(undefined, fields.emails, svc.username));
    const nowMs = options.nowMs();
    const person: StoredPerson = {
      ...fields,
      svc: visibleSvc,
      id: store.nextID(),
      administrator: false,
      publishedAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    store.addPerson(person, password);
    return c.json(presentPerson(context, requester, person), 201);
  });

  routes.get("/people", (c) => {
    const requester = requesterOf(c);
    const people = store
      .people()
      .filter(
        (person) =>
          person.svc.visible || isSelfOrAdministrator(requester, person),
      );
    return answerPage(c, context, people, (person) =>
      presentPerson(context, requester, person),
    );
  });

  routes.get("/people/:personID", (c) => {
    const person = personOfPath(c, context);
    countRead(context, person);
    return c.json(presentPerson(context, requesterOf(c), person));
  });

  routes.put("/people/:personID", async (c) => {
    const requester = requesterOf(c);
    if (!isSelfOrAdministrator(requester, personOfPath(c, context))) refuse();
    const update = await readJson(c, personUpdateSchema);
    // Read again: others may have written or deleted the person while the body came in.
    const person = merge(personOfPath(c, context), update, options.nowMs());
    refuseTaken(
      store.takenField(person.id, update.emails, update.svc.username),
    );
    store.replacePerson(person);
    if (update.status !== undefined) {
      publishStatus(context, person, update.status);
    }
    return c.json(presentPerson(context, requester, person));
  });

  routes.delete("/people/:personID", (c) => {
    const requester = requesterOf(c);
    const person = personOfPath(c, context);
    if (!mayDelete(requester, person)) refuse();
    return c.body(null, deletePerson(context, person));
  });

  return {
    routes,
    personResources: [{ name: "self", path: "", allowed: selfVerbs }],
  };
}

/** Fields that are absent stay as they are; lists are replaced as a whole. */
function merge(
  person: StoredPerson,
  update: PersonUpdate,
  updatedAtMs: number,
): StoredPerson {
  const username = update.svc.username ?? person.svc.username;
  return {
    ...person,
    ...update,
    svc: { ...person.svc, ...update.svc, username },
    updatedAtMs,
  };
}

/** A status is published each time it is set, also when it is the same (§3). */
function publishStatus(
  { store, options }: PlatformContext,
  person: StoredPerson,
  status: string,
): void {
  store.activities.add(person.id, {
    id: store.nextID(),
    status,
    publishedAtMs: options.nowMs(),
  });
}

/** Nobody deletes itself, so the platform never loses its administrator. */
function mayDelete(requester: StoredPerson, person: StoredPerson): boolean {
  return requester.administrator && !isSelf(requester, person);
}

function selfVerbs(requester: StoredPerson, person: StoredPerson): Verb[] {
  return [
    "GET",
    ...(isSelfOrAdministrator(requester, person) ? (["PUT"] as const) : []),
    ...(mayDelete(requester, person) ? (["DELETE"] as const) : []),
  ];
}

function refuse(): never {
  throw new HTTPException(403, { message: "The requester may not do this." });
}

function refuseTaken(field: string | undefined): void {
  if (field === undefined) return;
  throw new HTTPException(409, {
    message: `${field}: belongs to somebody else already`,
  });
}
