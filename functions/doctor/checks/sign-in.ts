import { basicAuth, bearerAuth } from "../../../shared/community/authorizer.ts";
import {
  isRefusedSignIn,
  LoginRefusedError,
} from "../../../shared/community/errors.ts";
import {
  type Check,
  failed,
  ok,
  type Run,
  skipped,
  warning,
} from "../check.ts";
import { describeFailure, isPlatformDown } from "../describe-failure.ts";
import type { DoctorConfig } from "../config.ts";
import { authorizerOf, tokenAuth } from "../tools.ts";

const words = {
  login: "the login",
  basic: "HTTP Basic",
  token: "the token",
} as const;

const correctSecret =
  "Compare consumerKey, consumerSecret, username and password with the platform, and store them: npm run --silent cli -- secrets community. A 400 can mean that the developer key does not have the scope PRODUCTION.";

/** If tokens live shorter, a large part of all calls waits for a new token. */
const minLifetimeSeconds = 60;

/** Checks the sign-in of the service account, and its tokens. */
export const signInChecks: Check[] = [
  {
    name: "sign-in",
    advice: correctSecret,
    run: async (run) => {
      const { serviceAuth, loginLeaseMs } = run.config;
      const beganAtMs = run.nowMs();
      try {
        await signIn(run, serviceAuth);
      } catch (error) {
        if (!isRefusedSignIn(error)) throw error;
        return tryOtherWay(run, error);
      }
      // The first answer of a run is that of the login.
      const tookMs = run.answers[0]?.tookMs ?? run.nowMs() - beganAtMs;
      const found = `${words[serviceAuth]} is accepted`;
      if (serviceAuth !== "login" || tookMs <= loginLeaseMs) return ok(found);
      return warning(
        `${found}, and took ${tookMs} ms`,
        "Give a login more time before another sandbox logs in too.",
        {
          recommended: {
            loginLeaseMs: Math.min(30_000, 2 * Math.ceil(tookMs)),
          },
        },
      );
    },
  },
  {
    name: "renewal",
    run: async (run) => {
      const community = run.need("community");
      const { refreshToken } = run.need("token");
      if (refreshToken === undefined)
        return skipped(
          "the login gives no refresh token, so each new token is a login",
        );
      try {
        const token = await run.loginOf(community).renew(refreshToken);
        const authorizer = tokenAuth(token);
        const service = run.clientOf(authorizer);
        run.note({ token, authorizer, service });
        await service.people.list({ count: 1, fields: ["id"] }).page();
        return ok("a token is renewed, and the new one is accepted");
      } catch (error) {
        if (!(error instanceof LoginRefusedError)) throw error;
        return warning(
          `a renewal is answered ${error.status}`,
          "Each new token is a login by password now, which works too. Ask the operators of the platform why.",
        );
      }
    },
  },
  {
    name: "token lifetime",
    run: async ({ need }) => {
      const { lifetimeMs } = need("token");
      if (lifetimeMs === undefined)
        return ok(
          "the login gives no lifetime, so a token is renewed after 10 minutes",
        );
      const seconds = Math.round(lifetimeMs / 1_000);
      const found = `a token lives ${seconds} s`;
      if (seconds >= minLifetimeSeconds) return ok(found);
      return warning(
        found,
        "Ask the operators of the platform for a lifetime of an hour: many operations wait for a new token.",
      );
    },
  },
];

/** Tries one other way to sign in, and no more, because repeated refusals may lock the account. */
async function tryOtherWay(run: Run, refusal: unknown) {
  const { serviceAuth } = run.config;
  const other = serviceAuth === "login" ? "basic" : "login";
  const refused = `${words[serviceAuth]} is refused (${describeFailure(refusal)})`;
  try {
    await signIn(run, other);
  } catch (error) {
    if (!isRefusedSignIn(error)) throw error;
    return failed(`${refused}, and so is ${words[other]}`, correctSecret, {
      setting: "serviceAuth",
    });
  }
  return failed(
    `${refused}; ${words[other]} is accepted`,
    `Let the service account sign in by ${words[other]}, or correct what ${words[serviceAuth]} needs.`,
    { recommended: { serviceAuth: other } },
  );
}

/**
 * Signs in and sends the cheapest read. If the platform refuses only the read, it has accepted the account.
 *
 * @throws the error, if the sign-in is refused, or the platform is down
 */
async function signIn(
  run: Run,
  how: DoctorConfig["serviceAuth"],
): Promise<void> {
  const { username, password, token: ownToken = "" } = run.need("community");
  const token =
    how === "login"
      ? await run.loginOf(run.need("community")).withPassword()
      : undefined;
  const authorizer = token
    ? tokenAuth(token)
    : how === "basic"
      ? basicAuth(username, password)
      : bearerAuth(ownToken);
  const service = run.clientOf(authorizer);
  await service.people
    .list({ count: 1, fields: ["id"] })
    .page()
    .catch((error: unknown) => {
      if (isRefusedSignIn(error) || isPlatformDown(error)) throw error;
    });
  run.note({ authorizer, service, ...(token && { token }) });
}

/** Tries whether a new person signs in as `personAuth` says, or the other way. Tasks and streams need it. */
export const personSignIn: Check = {
  name: "sign-in of a new person",
  run: async (run) => {
    const { id } = run.need("person");
    const { username, password } = run.need("throwAway");
    const account = { ...run.need("community"), username, password };
    const { personAuth } = run.config;
    const other = personAuth === "basic" ? "login" : "basic";
    for (const how of [personAuth, other] as const) {
      try {
        const asPerson = run.clientOf(await authorizerOf(run, account, how));
        run.note({ asPerson, ownView: await asPerson.people.get(id) });
      } catch (error) {
        if (!isRefusedSignIn(error)) throw error;
        continue;
      }
      return how === personAuth
        ? ok(`${words[how]} of a new person is accepted`)
        : failed(
            `${words[personAuth]} of a new person is refused; ${words[how]} is accepted`,
            "Without it a new person gets no tasks and no streams.",
            { recommended: { personAuth: how } },
          );
    }
    return failed(
      "a new person can sign in neither by HTTP Basic nor by the login",
      "Take tasks and streams out of templates, or have the platform accept HTTP Basic of people.",
      { setting: "personAuth" },
    );
  },
};
