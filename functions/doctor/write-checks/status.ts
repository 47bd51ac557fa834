import { type Check, failed, ok } from "../check.ts";
import { changeThrowAway } from "../change-throw-away.ts";

const text = "Checked by the doctor";

/** A status is set and shown. */
export const checkStatus: Check = {
  name: "status",
  run: async (_tools, facts) => {
    const person = await changeThrowAway(facts, (before) => ({
      ...before,
      status: text,
    }));
    if (person.status === text) return ok("a status is set and shown");
    return failed("a status was accepted, and is not shown", {
      advice: "Send no statuses until the platform shows them.",
    });
  },
};
