import { isRefusedSignIn } from "../../../shared/community/errors.ts";
import { type Check, failed, ok } from "../check.ts";
import { authorizerOf } from "../tools.ts";

const words = { basic: "HTTP Basic", login: "the login" } as const;

/** A new person signs in as `personAuth` says, or the other way. Tasks and streams need it. */
export const checkPersonSignIn: Check = {
  name: "sign-in of a new person",
  run: async (tools, facts) => {
    const { id } = facts.require("person");
    const { username, password } = facts.require("throwAway");
    const community = facts.require("community");
    const { personAuth } = tools.config;
    const other = personAuth === "basic" ? "login" : "basic";
    for (const how of [personAuth, other] as const) {
      try {
        const account = { ...community, username, password };
        const authorizer = await authorizerOf(tools, account, how);
        const asPerson = tools.clientOf(authorizer);
        const ownView = await asPerson.people.get(id);
        facts.note({ asPerson, ownView });
        if (how === personAuth)
          return ok(`${words[how]} of a new person is accepted`);
        return failed(
          `${words[personAuth]} of a new person is refused; ${words[how]} is accepted`,
          {
            advice: "Without it a new person gets no tasks and no streams.",
            recommended: { personAuth: how },
          },
        );
      } catch (error) {
        if (!isRefusedSignIn(error)) throw error;
      }
    }
    return failed(
      "a new person can sign in neither by HTTP Basic nor by the login",
      {
        setting: "personAuth",
        advice:
          "Take tasks and streams out of templates, or have the platform accept HTTP Basic of people.",
      },
    );
  },
};
