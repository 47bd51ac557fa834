import { ApiError } from "../../../shared/community/errors.ts";
import { type Check, ok, warning } from "../check.ts";
import { changeThrowAway } from "../change-throw-away.ts";

const advice =
  "Another system seems to manage the names of accounts: let HR send no username and no email in employee.changed, or expect such operations to need attention.";

/** A PUT changes the username and the e-mail address. */
export const checkRename: Check = {
  name: "rename",
  run: async (_tools, facts) => {
    const { username, email } = facts.require("throwAway").renamed;
    try {
      const { svc, emails } = await changeThrowAway(facts, (person) => ({
        ...person,
        svc: { ...person.svc, username },
        emails: (person.emails ?? []).map((one) => ({ ...one, value: email })),
      }));
      const changed = [
        ...(svc?.username === username ? ["username"] : []),
        ...(emails?.[0]?.value === email ? ["e-mail address"] : []),
      ];
      if (changed.length === 2)
        return ok("username and e-mail address can be changed");
      const others =
        changed.length === 0 ? "" : `, except of the ${changed.join()}`;
      return warning(`a rename is accepted and ignored${others}`, { advice });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return warning(`a rename is answered ${error.status}`, { advice });
    }
  },
};
