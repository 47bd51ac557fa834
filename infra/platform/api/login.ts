import { Hono, type Context } from "hono";
import { auth } from "hono/utils/basic-auth";
import { readForm } from "../http/body.ts";
import type { Api, PlatformContext } from "../http/context.ts";
import { refuse } from "../http/errors.ts";
import { signIn } from "../http/requester.ts";
import { isSameSecret } from "../state/platform-state.ts";
import type { Grant } from "../state/tokens.ts";

// The payload is a form-style string, and its documented content type is JSON (docs/interface.md, §5).
const contentTypes = ["application/json", "application/x-www-form-urlencoded"];

const defaultScope = "PRODUCTION";

export function createLogin(context: PlatformContext): Api {
  const { options, tokens } = context;
  const routes: Api = new Hono();

  routes.post("/login", async (c) => {
    requireConsumer(c, context);
    const form = await readForm(c, contentTypes);
    const grant = readGrant(context, form);
    const { accessToken, refreshToken } = tokens.issue(grant);
    return c.json({
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: "bearer",
      expires_in: Math.floor(options.tokenLifetimeMs / 1000),
    });
  });

  return routes;
}

function requireConsumer(c: Context, { options }: PlatformContext): void {
  const basic = auth(c.req.raw);
  const isKnown =
    basic &&
    options.consumers.some(
      ({ key, secret }) =>
        key === basic.username && isSameSecret(secret, basic.password),
    );
  if (!isKnown) refuse(401, "The consumer key or secret is wrong.");
}

/**
 * Reads the grant that the tokens are issued for, and retires a refresh token. The scope is optional (RFC 6749, §6):
 * a login without it is for `defaultScope`, and a renewal without it keeps its scope.
 *
 * @throws HTTPException 400 for a missing or wrong field, 401 for wrong credentials
 */
function readGrant(context: PlatformContext, form: URLSearchParams): Grant {
  const scope = form.get("scope") || undefined;
  const grantType = requireField(form, "grant_type");
  switch (grantType) {
    case "password": {
      const username = requireField(form, "username");
      const person = signIn(context, username, requireField(form, "password"));
      if (person === undefined) break;
      return { personID: person.id, scope: scope ?? defaultScope };
    }
    case "refresh_token": {
      const refreshToken = requireField(form, "refresh_token");
      const grant = context.tokens.grantOfRefreshToken(refreshToken);
      if (grant === undefined || grant.scope !== (scope ?? grant.scope)) break;
      if (context.state.person(grant.personID)?.svc.enabled !== true) break;
      context.tokens.retire(refreshToken);
      return grant;
    }
    default:
      refuse(400, "grant_type: expected password or refresh_token");
  }
  return refuse(401, "The credentials are wrong, or the account is disabled.");
}

function requireField(form: URLSearchParams, name: string): string {
  return form.get(name) || refuse(400, `${name}: is missing`);
}
