import type { Person } from "../../../shared/community/person.ts";
import { type Check, failed, ok, warning } from "../check.ts";
import { removeThrowAway } from "../remove-throw-away.ts";
import { isOwn } from "../throw-away.ts";

const pauseMs = 2_000;
const maxReads = 15;

/** The person is deleted, at once or some time after the platform accepted it. */
export const checkDeletion: Check = {
  name: "deletion",
  run: async ({ nowMs, sleepMs }, facts) => {
    const service = facts.require("service");
    const { id } = facts.require("person");
    const throwAway = facts.require("throwAway");
    const isMarked = (person: Person) => isOwn(person, throwAway);
    if (!(await removeThrowAway(service, id, isMarked)))
      return failed("the person is not marked any more, and was not deleted", {
        advice: "Delete the person doctor-throw-away-… by hand.",
      });
    const acceptedAtMs = nowMs();
    for (let read = 1; read <= maxReads; read++) {
      if ((await service.people.find(id)) === undefined) {
        facts.note({ isDeleted: true });
        const seconds = Math.round((nowMs() - acceptedAtMs) / 1_000);
        return read === 1
          ? ok("a deletion is done at once")
          : ok(`a deletion is accepted, and done after about ${seconds} s`);
      }
      await sleepMs(pauseMs);
    }
    return warning(
      `a deletion is accepted, and not done after ${(maxReads * pauseMs) / 1_000} s`,
      {
        advice:
          "Look at the person doctor-throw-away-… in an hour. A deletion that the platform gives up makes its operation need attention.",
      },
    );
  },
};
