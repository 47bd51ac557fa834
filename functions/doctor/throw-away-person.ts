import type { Client } from "../../shared/community/client.ts";
import type { Person } from "../../shared/community/person.ts";
import { failed, type Finding, ok, type Run } from "./check.ts";
import { describeFailure, OtherPersonError } from "./describe-failure.ts";
import { OutOfTime } from "./observed-http.ts";
import { isOwn, isThrowAway, madeAtMs } from "./throw-away.ts";

/** Changes the throw-away person as a workflow does it, and then reads the person again. */
export async function changeThrowAway(
  run: Run,
  change: (person: Person) => Person,
): Promise<Person> {
  await run.need("service").people.update(run.need("person").id, (person) => {
    requireOwn(run, person);
    return change(person);
  });
  return readThrowAway(run);
}

/** Reads the throw-away person again, with the links and rights that it has now. */
export async function readThrowAway(run: Run): Promise<Person> {
  const person = await run.need("service").people.get(run.need("person").id);
  requireOwn(run, person);
  run.note({ person });
  return person;
}

/** @throws OtherPersonError */
function requireOwn({ need }: Run, person: Person): void {
  if (!isOwn(person, need("throwAway"))) throw new OtherPersonError();
}

/**
 * Deletes a throw-away person. The person is read first, and left as they are if `isMarked` does not recognise them.
 *
 * @returns whether the platform accepted the deletion, or had no such person
 */
export async function removeThrowAway(
  service: Client,
  personID: string,
  isMarked: (person: Person) => boolean,
): Promise<boolean> {
  const person = await service.people.find(personID);
  if (person === undefined) return true;
  if (!isMarked(person)) return false;
  await service.people.remove(person);
  return true;
}

/**
 * Looks for throw-away people in the list of all people, because the platform documents no search by username.
 *
 * @param madeBeforeMs - younger throw-away people may belong to a run that is under way
 * @param untilMs - when the search ends at the latest
 */
export async function findLeftOvers(
  { nowMs, need }: Run,
  madeBeforeMs: number,
  untilMs: number,
): Promise<{ people: Person[]; seen: number; isComplete: boolean }> {
  const people: Person[] = [];
  const found = { people, seen: 0, isComplete: false };
  try {
    for await (const person of need("service").people.list({
      count: 100,
      fields: ["svc", "emails"],
    })) {
      found.seen++;
      const username = person.svc?.username ?? "";
      if (isThrowAway(person) && madeAtMs(username) < madeBeforeMs)
        people.push(person);
      if (nowMs() > untilMs) return found;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return found;
  }
  return { ...found, isComplete: true };
}

const advice =
  "Delete the person doctor-throw-away-… by hand, or run the doctor with --write again after six minutes: it deletes the people that an earlier run left.";

/** Deletes the throw-away person, if no check has deleted it. It never throws: its finding tells who still exists. */
export async function cleanUp(run: Run): Promise<Finding> {
  const { service, throwAway, person, isDeleted, mayExist } = run.known;
  const nothingLeft = ok("nothing is left of this run");
  if (isDeleted === true) return nothingLeft;
  if (!service || !throwAway) return ok("no person was created");
  const username = person?.svc?.username ?? throwAway.username;
  try {
    const personID =
      person?.id ?? (mayExist ? await search(run, username) : undefined);
    if (personID === undefined)
      return mayExist
        ? failed(
            "a person may have been created, and is not in the list",
            advice,
          )
        : ok("no person was created");
    const isMarked = (one: Person) => isOwn(one, throwAway);
    if (!(await removeThrowAway(service, personID, isMarked)))
      return failed(`the person ${username} still exists`, advice);
    if ((await service.people.find(personID)) === undefined) return nothingLeft;
    return failed(
      `the platform has accepted the deletion of ${username}, and still shows this person`,
      advice,
    );
  } catch (error) {
    const why = describeFailure(error);
    return failed(`the person ${username} may still exist: ${why}`, advice);
  }
}

/** Finds the id of the person if the creation got no usable answer. */
async function search(run: Run, username: string): Promise<string | undefined> {
  const { people } = await findLeftOvers(run, Infinity, run.time.untilMs);
  return people.find(({ svc }) => svc?.username === username)?.id;
}
