import { type Check, failed, ok, warning } from "../check.ts";
import { findLeftOvers } from "../find-left-overs.ts";
import { removeThrowAway } from "../remove-throw-away.ts";
import { isThrowAway } from "../throw-away.ts";

/** No run lasts longer, so an older throw-away person is a left-over. */
const longestRunMs = 6 * 60_000;
/** The search takes this part of the time at most. The rest is for the checks. */
const share = 0.4;

/** Finds the throw-away people that earlier runs could not delete, and deletes them. */
export const checkLeftOvers: Check = {
  name: "left-overs",
  run: async ({ nowMs, time, ...tools }, facts) => {
    const service = facts.require("service");
    const untilMs = nowMs() + (time.untilMs - nowMs()) * share;
    const { people, seen, isComplete } = await findLeftOvers(
      { ...tools, nowMs },
      service,
      nowMs() - longestRunMs,
      untilMs,
    );
    let removed = 0;
    for (const { id } of people)
      if (await removeThrowAway(service, id, isThrowAway)) removed++;
    const left = people.length - removed;
    const found = `${people.length} people of earlier runs found among ${seen}, ${removed} deleted`;
    if (left > 0)
      return failed(found, {
        advice: "Delete the people doctor-throw-away-… by hand.",
      });
    if (!isComplete)
      return warning(`${found}; the time was too short to look at all people`, {
        advice:
          "Look for people with the username doctor-throw-away-… by hand.",
      });
    return ok(found);
  },
};
