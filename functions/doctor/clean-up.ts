import type { Person } from "../../shared/community/person.ts";
import { failed, type Finding, ok } from "./check.ts";
import { describeFailure } from "./describe-failure.ts";
import type { Facts } from "./facts.ts";
import { findLeftOvers } from "./find-left-overs.ts";
import { removeThrowAway } from "./remove-throw-away.ts";
import { isOwn } from "./throw-away.ts";
import type { Tools } from "./tools.ts";

const advice =
  "Delete the person doctor-throw-away-… by hand, or run the doctor with --write again after six minutes: it deletes the people that an earlier run left.";

/**
 * Deletes the throw-away person, if no check has done it. It never throws, because only its finding tells which person
 * still exists.
 */
export async function cleanUp(tools: Tools, facts: Facts): Promise<Finding> {
  const { service, throwAway, person, isDeleted } = facts.known;
  if (isDeleted === true) return ok("nothing is left of this run");
  if (service === undefined || throwAway === undefined)
    return ok("no person was created");
  const username = person?.svc?.username ?? throwAway.username;
  try {
    const personID = person?.id ?? (await search(tools, facts));
    if (personID === undefined)
      return facts.known.mayExist === true
        ? failed("a person may have been created, and is not in the list", {
            advice,
          })
        : ok("no person was created");
    const isMarked = (one: Person) => isOwn(one, throwAway);
    if (!(await removeThrowAway(service, personID, isMarked)))
      return failed(`the person ${username} still exists`, { advice });
    const isGone = (await service.people.find(personID)) === undefined;
    return isGone
      ? ok("nothing is left of this run")
      : failed(
          `the platform has accepted the deletion of ${username}, and still shows this person`,
          { advice },
        );
  } catch (error) {
    return failed(
      `the person ${username} may still exist: ${describeFailure(error)}`,
      { advice },
    );
  }
}

/** The id of a person whose creation got no usable answer. */
async function search(
  tools: Tools,
  { known }: Facts,
): Promise<string | undefined> {
  const { service, throwAway, mayExist } = known;
  if (!service || mayExist !== true) return undefined;
  const { people } = await findLeftOvers(
    tools,
    service,
    Number.POSITIVE_INFINITY,
    tools.time.untilMs,
  );
  return people.find(({ svc }) => svc?.username === throwAway?.username)?.id;
}
