import { type Check, failed, ok } from "../check.ts";
import { changeThrowAway } from "../change-throw-away.ts";

const advice =
  "Do not send terminations before this works: leavers would keep their access.";

/** A person is disabled and enabled again, and cannot sign in while disabled. */
export const checkDisable: Check = {
  name: "disable",
  advice,
  run: async (_tools, facts) => {
    const setEnabled = (enabled: boolean) =>
      changeThrowAway(facts, (person) => ({
        ...person,
        svc: { ...person.svc, enabled },
      }));
    const disabled = await setEnabled(false);
    if (disabled.svc?.enabled !== false)
      return failed("a person stays enabled although disabling is accepted", {
        advice,
      });
    const { asPerson } = facts.known;
    const keepsAccess = await asPerson?.people
      .get(disabled.id)
      .then(() => true)
      .catch(() => false);
    const enabled = await setEnabled(true);
    if (keepsAccess === true)
      return failed("a disabled person can still read the platform", {
        advice,
      });
    if (enabled.svc?.enabled !== true)
      return failed(
        "a disabled person stays disabled although enabling is accepted",
        {
          advice: "Cancelled terminations and resumptions would not work.",
        },
      );
    return ok("a person is disabled and enabled again");
  },
};
