import { readJson } from "../../http/body.ts";
import type { Call, Family, PlatformContext } from "../../http/context.ts";
import { refuse } from "../../http/errors.ts";
import { answerPage } from "../../http/paging.ts";
import {
  isSelfOrAdministrator,
  mayDelete,
  mayFind,
} from "../../http/permissions.ts";
import { personOfPath, requesterOf } from "../../http/requester.ts";
import type { PlatformOptions } from "../../state/options.ts";
import {
  partialPersonUpdateSchema,
  personCreationSchema,
  personUpdateSchema,
  type PersonCreation,
  type PersonUpdate,
  fullNameOf,
  svcDefaults,
} from "../../state/person.ts";
import type { StoredPerson } from "../../state/platform-state.ts";
import { publishActivity } from "../item-routes.ts";
import { presentPerson } from "./present-person.ts";

/** /people: create, list, read, update, delete (docs/interface.md, §4). */
export const addPeople: Family = (api, context) => {
  const { state, options } = context;
  const updateSchema = options.partialUpdates
    ? partialPersonUpdateSchema
    : personUpdateSchema;

  api.post("/people", async (c) => {
    const requester = requesterOf(c);
    if (!requester.administrator) refuse(403, notAllowed);
    const creation = await readJson(c, personCreationSchema);
    refuseTaken(state.takenField(creation));
    const person = addPerson(context, creation);
    return c.json(presentPerson(context, requester, person), 201);
  });

  api.get("/people", (c) => answerPeople(c, context, state.people()));

  api.get("/people/:personID", (c) => {
    const person = personOfPath(c, context);
    countRead(context, person);
    return c.json(presentPerson(context, requesterOf(c), person));
  });

  api.put("/people/:personID", async (c) => {
    const requester = requesterOf(c);
    if (!isSelfOrAdministrator(requester, personOfPath(c, context)))
      refuse(403, notAllowed);
    const update: PersonUpdate = await readJson(c, updateSchema);
    // Read again: another request may have changed or deleted the person while the body came in.
    const before = personOfPath(c, context);
    const person = changePerson(options, requester, before, update);
    refuseTaken(state.takenField(person));
    state.replacePerson(person);
    if (update.status) {
      // Every status is published, even the same one again. An empty status is not (docs/interface.md, §3).
      publishActivity(context, person.id, "status", update.status);
    }
    return c.json(presentPerson(context, requester, person));
  });

  api.delete("/people/:personID", (c) => {
    const person = personOfPath(c, context);
    if (!mayDelete(requesterOf(c), person)) refuse(403, notAllowed);
    const late = c.get("lateDeletion");
    if (!late) {
      state.removePerson(person);
      return c.body(null, 204);
    }
    // For the journal: after a deletion that was accepted, this request has no effect.
    if (state.deletions.has(person.id)) c.set("applied", false);
    else state.deletions.set(person.id, late);
    return c.body(null, 202);
  });
};

const notAllowed = "The requester may not do this.";

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
  c: Call,
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

function refuseTaken(field: string | undefined): void {
  if (field !== undefined) refuse(409, `${field}: belongs to another person`);
}

function countRead({ state }: PlatformContext, { id }: StoredPerson): void {
  const deletion = state.deletions.get(id);
  if (deletion === undefined || !("readsLeft" in deletion)) return;
  state.deletions.set(id, { readsLeft: deletion.readsLeft - 1 });
}

/** Removes the people whose deletion is due. Call it before a request reads people. */
export function completeDeletions({ state, options }: PlatformContext): void {
  for (const [id, deletion] of state.deletions) {
    const isDue =
      "readsLeft" in deletion
        ? deletion.readsLeft <= 0
        : deletion.goneAtMs <= options.nowMs();
    const person = state.person(id);
    if (isDue && person !== undefined) state.removePerson(person);
    if (isDue || person === undefined) state.deletions.delete(id);
  }
}

/**
 * The person after an update by `requester`. A list is replaced as a whole. Required fields that the update does not
 * give stay, and the option `update` decides about optional fields. Without the option `renames`, the username and the
 * e-mail addresses stay.
 */
function changePerson(
  { update: mode, renames, nowMs }: PlatformOptions,
  requester: StoredPerson,
  person: StoredPerson,
  update: PersonUpdate,
): StoredPerson {
  const { id, administrator, publishedAtMs, hiddenFields } = person;
  const username =
    (renames ? update.svc?.username : undefined) ?? person.svc.username;
  const svc = writableSvc(requester, person, update.svc ?? {});
  const keepsSvc = mode === "merge" || update.svc === undefined;
  return {
    ...(mode === "merge" && person),
    ...update,
    emails: (renames ? update.emails : undefined) ?? person.emails,
    name: changedName(person, update),
    svc: { ...(keepsSvc ? person.svc : svcDefaults), ...svc, username },
    id,
    administrator,
    publishedAtMs,
    updatedAtMs: nowMs(),
    ...(hiddenFields && { hiddenFields }),
  };
}

/** Only an administrator writes `level`, `external` and `federated`: for other people they are read-only (§2.1). */
function writableSvc(
  requester: StoredPerson,
  { svc }: StoredPerson,
  given: NonNullable<PersonUpdate["svc"]>,
): NonNullable<PersonUpdate["svc"]> {
  if (requester.administrator) return given;
  const { level, external, federated } = svc;
  return { ...given, level, external, federated };
}

/**
 * A read shows `formatted` even if no request has set it: as given and family name. If a client sends this value back,
 * it is not stored, so that `formatted` follows a new family name.
 */
function changedName(
  { name }: StoredPerson,
  update: PersonUpdate,
): StoredPerson["name"] {
  if (update.name === undefined) return name;
  const { formatted, ...names } = update.name;
  const isDerived = !name.formatted && formatted === fullNameOf(name);
  return isDerived ? names : update.name;
}
