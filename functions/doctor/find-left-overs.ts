import type { Person } from "../../shared/community/person.ts";
import { OutOfTime } from "./observed-http.ts";
import type { Tools } from "./tools.ts";
import type { Client } from "../../shared/community/client.ts";
import { isThrowAway, madeAtMs } from "./throw-away.ts";

export type LeftOvers = {
  people: Person[];
  /** How many people were looked at. */
  seen: number;
  /** False if the time was too short for the whole list. */
  isComplete: boolean;
};

/**
 * Looks for throw-away people in the list of all people, because the platform documents no search by username.
 *
 * @param madeBeforeMs - younger ones may belong to a run that is under way
 * @param untilMs - when the search ends at the latest
 */
export async function findLeftOvers(
  { nowMs }: Pick<Tools, "nowMs">,
  service: Client,
  madeBeforeMs: number,
  untilMs: number,
): Promise<LeftOvers> {
  const found: LeftOvers = { people: [], seen: 0, isComplete: false };
  try {
    for await (const person of service.people.list({
      count: 100,
      fields: ["svc", "emails"],
    })) {
      found.seen++;
      const username = person.svc?.username ?? "";
      if (isThrowAway(person) && madeAtMs(username) < madeBeforeMs)
        found.people.push(person);
      if (nowMs() > untilMs) return found;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return found;
  }
  return { ...found, isComplete: true };
}
