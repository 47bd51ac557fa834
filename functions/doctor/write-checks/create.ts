import { ApiError } from "../../../shared/community/errors.ts";
import { type Check, failed, ok } from "../check.ts";
import { toNewThrowAway } from "../throw-away.ts";

/** Creates the throw-away person, who then exists until `clean-up`. */
export const checkCreate: Check = {
  name: "create",
  run: async (_tools, facts) => {
    const service = facts.require("service");
    const throwAway = facts.require("throwAway");
    facts.note({ mayExist: true });
    try {
      const person = await service.people.create(toNewThrowAway(throwAway));
      facts.note({ person });
      return ok("a person is created");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      facts.note({ mayExist: false });
      return failed(
        `the creation was answered ${error.status}`,
        adviceOf(error),
      );
    }
  },
};

function adviceOf({ status }: ApiError) {
  if (status === 401 || status === 403)
    return { advice: "Give the service account the right to create people." };
  return {
    advice:
      "Find out in the log of the platform which field it refuses: often the rules of passwords, or the domain of the mailbox.",
    ...(status === 400 && { setting: "passwordSymbols" }),
  };
}
