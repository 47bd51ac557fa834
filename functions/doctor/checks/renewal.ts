import { LoginRefusedError } from "../../../shared/community/errors.ts";
import { type Check, ok, skipped, warning } from "../check.ts";

/** The platform renews a token by its refresh token, and accepts the new one. */
export const checkRenewal: Check = {
  name: "renewal",
  run: async (tools, facts) => {
    const community = facts.require("community");
    const { refreshToken } = facts.require("token");
    if (refreshToken === undefined)
      return skipped(
        "the login gives no refresh token, so each new token is a login",
      );
    try {
      const token = await tools.loginOf(community).renew(refreshToken);
      const authorizer = {
        authorization: async () => `${token.tokenType} ${token.accessToken}`,
      };
      const service = tools.clientOf(authorizer);
      facts.note({ token, authorizer, service });
      await service.people.list({ count: 1, fields: ["id"] }).page();
      return ok("a token is renewed, and the new one is accepted");
    } catch (error) {
      if (!(error instanceof LoginRefusedError)) throw error;
      return warning(`a renewal is answered ${error.status}`, {
        advice:
          "Each new token is a login by password now, which works too. Ask the operators of the platform why.",
      });
    }
  },
};
