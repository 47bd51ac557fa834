import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { readJson } from "../../http/body.ts";
import type {
  Family,
  PlatformContext,
  PlatformEnv,
} from "../../http/context.ts";
import { changePerson } from "./change-person.ts";
import { countRead, deletePerson } from "./deletion.ts";
import { publishActivity } from "../contents/publish-activity.ts";
import { answerPage } from "../../http/paging.ts";
import {
  partialPersonUpdateSchema,
  personCreationSchema,
  personUpdateSchema,
  type PersonCreation,
  type PersonUpdate,
} from "../../state/person.ts";
import { mayDelete, personVerbs } from "../../http/permissions.ts";
import { presentPerson } from "./present-person.ts";
import { personOfPath } from "../../http/person-of-path.ts";
import { requesterOf } from "../../http/requester.ts";
import { isSelfOrAdministrator } from "../../http/permissions.ts";
import type { StoredPerson } from "../../state/platform-state.ts";
import { mayFind } from "../../http/visibility.ts";

/** /people: create, list, read, update, delete (docs/interface.md, §4). */
export function createPeople(context: PlatformContext): Family {
  const { state, options } = context;
  const routes = new Hono<PlatformEnv>();
  const updateSchema = options.partialUpdates
    ? partialPersonUpdateSchema
    : personUpdateSchema;

  routes.post("/people", async (c) => {
    const requester = requesterOf(c);
    if (!requester.administrator) refuse();
    const creation = await readJson(c, personCreationSchema);
    const { emails, svc } = creation;
    refuseTaken(state.takenField(undefined, emails, svc.username));
    const person = addPerson(context, creation);
    return c.json(presentPerson(context, requester, person), 201);
  });

  routes.get("/people", (c) => answerPeople(c, context, state.people()));

  routes.get("/people/:personID", (c) => {
    const person = personOfPath(c, context);
    countRead(context, person);
    return c.json(presentPerson(context, requesterOf(c), person));
  });

  routes.put("/people/:personID", async (c) => {
    const requester = requesterOf(c);
    if (!isSelfOrAdministrator(requester, personOfPath(c, context))) refuse();
    const update: PersonUpdate = await readJson(c, updateSchema);
    // Read again: another request may have changed or deleted the person while the body came in.
    const before = personOfPath(c, context);
    const person = changePerson(options, requester, before, update);
    const { id, emails, svc } = person;
    refuseTaken(state.takenField(id, emails, svc.username));
    state.replacePerson(person);
    if (update.status) {
      // Every status is published, even the same one again. An empty status is not (docs/interface.md, §3).
      publishActivity(context, person.id, "status", update.status);
    }
    return c.json(presentPerson(context, requester, person));
  });

  routes.delete("/people/:personID", (c) => {
    const requester = requesterOf(c);
    const person = personOfPath(c, context);
    if (!mayDelete(requester, person)) refuse();
    const deletion = c.get("deletion") ?? options.deletion;
    // The deletion was accepted before, so this request has no effect.
    if (state.deletions.has(person.id)) c.set("applied", false);
    return c.body(null, deletePerson(context, person, deletion));
  });

  return {
    routes,
    personResources: [
      { name: "self", path: "/people/{personID}", allowed: personVerbs },
    ],
  };
}

/** Creates a person. The username and the e-mail addresses must be free. */
export function addPerson(
  { state, options }: PlatformContext,
  { svc, ...fields }: PersonCreation,
): StoredPerson {
  const { password, ...visibleSvc } = svc;
  const nowMs = options.nowMs();
  const person: StoredPerson = {
    ...fields,
    svc: visibleSvc,
    id: state.nextID(),
    administrator: false,
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  state.addPerson(person, password);
  return person;
}

/** Answers one page of these people, as far as the requester may find them. */
export function answerPeople(
  c: Context<PlatformEnv>,
  context: PlatformContext,
  people: readonly StoredPerson[],
): Response {
  const requester = requesterOf(c);
  return answerPage(
    c,
    context,
    people.filter((person) => mayFind(requester, person)),
    (person) => presentPerson(context, requester, person),
  );
}

function refuse(): never {
  throw new HTTPException(403, { message: "The requester may not do this." });
}

function refuseTaken(field: string | undefined): void {
  if (field === undefined) return;
  throw new HTTPException(409, {
    message: `${field}: belongs to another person`,
  });
}
