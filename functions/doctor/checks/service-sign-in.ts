import {
  type Authorizer,
  basicAuth,
  bearerAuth,
} from "../../../shared/community/authorizer.ts";
import { isRefusedSignIn } from "../../../shared/community/errors.ts";
import type { Token } from "../../../shared/community/login.ts";
import type { CommunitySecret } from "../../../shared/platform-auth/community-secret.ts";
import { type Check, failed, ok, warning } from "../check.ts";
import { describeFailure, isPlatformDown } from "../describe-failure.ts";
import type { DoctorConfig } from "../config.ts";
import type { Facts } from "../facts.ts";
import type { Tools } from "../tools.ts";

const words = {
  login: "the login",
  basic: "HTTP Basic",
  token: "the token",
} as const;

const advice =
  "Compare consumerKey, consumerSecret, username and password with the platform, and store them: npm run --silent cli -- secrets community. A 400 can mean that the developer key does not have the scope PRODUCTION.";

/**
 * The platform accepts the service account as `serviceAuth` says. If it refuses it, one other way is tried, and only
 * one, because repeated refusals may lock the account.
 */
export const checkServiceSignIn: Check = {
  name: "sign-in",
  advice,
  run: async (tools, facts) => {
    const { serviceAuth, loginLeaseMs } = tools.config;
    const community = facts.require("community");
    const beganAtMs = tools.nowMs();
    try {
      await signIn(tools, facts, community, serviceAuth);
    } catch (error) {
      if (!isRefusedSignIn(error)) throw error;
      return tryOtherWay(tools, facts, community, error);
    }
    const tookMs = tools.answers[0]?.tookMs ?? tools.nowMs() - beganAtMs;
    const found = `${words[serviceAuth]} is accepted`;
    if (serviceAuth !== "login" || tookMs <= loginLeaseMs) return ok(found);
    return warning(`${found}, and took ${tookMs} ms`, {
      advice: "Give a login more time before another sandbox logs in too.",
      recommended: { loginLeaseMs: Math.min(30_000, 2 * Math.ceil(tookMs)) },
    });
  },
};

async function tryOtherWay(
  tools: Tools,
  facts: Facts,
  community: CommunitySecret,
  refusal: unknown,
) {
  const { serviceAuth } = tools.config;
  const other = serviceAuth === "login" ? "basic" : "login";
  const refused = `${words[serviceAuth]} is refused (${describeFailure(refusal)})`;
  try {
    await signIn(tools, facts, community, other);
  } catch (error) {
    if (!isRefusedSignIn(error)) throw error;
    return failed(`${refused}, and so is ${words[other]}`, {
      setting: "serviceAuth",
      advice,
    });
  }
  return failed(`${refused}; ${words[other]} is accepted`, {
    advice: `Let the service account sign in by ${words[other]}, or correct what ${words[serviceAuth]} needs.`,
    recommended: { serviceAuth: other },
  });
}

/**
 * Signs in and sends the cheapest read. A refusal of another kind than that of the sign-in is an answer to an accepted
 * account. A platform that does not work accepts no account.
 */
async function signIn(
  tools: Tools,
  facts: Facts,
  community: CommunitySecret,
  how: DoctorConfig["serviceAuth"],
): Promise<void> {
  const token =
    how === "login" ? await tools.loginOf(community).withPassword() : undefined;
  const authorizer = authorizerFor(community, how, token);
  const service = tools.clientOf(authorizer);
  await service.people
    .list({ count: 1, fields: ["id"] })
    .page()
    .catch((error: unknown) => {
      if (isRefusedSignIn(error) || isPlatformDown(error)) throw error;
    });
  facts.note({ authorizer, service, ...(token && { token }) });
}

function authorizerFor(
  { username, password, token }: CommunitySecret,
  how: DoctorConfig["serviceAuth"],
  login: Token | undefined,
): Authorizer {
  if (login)
    return {
      authorization: async () => `${login.tokenType} ${login.accessToken}`,
    };
  return how === "basic"
    ? basicAuth(username, password)
    : bearerAuth(token ?? "");
}
