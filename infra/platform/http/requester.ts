import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { StoredPerson } from "../state/platform-state.ts";
import { readAuthorization } from "./authorization.ts";
import type { PlatformContext, PlatformEnv } from "./context.ts";

/**
 * Finds the person who signed the request. It refuses nothing, as the journal and the faults come before a refusal.
 */
export function identifyRequester(
  context: PlatformContext,
): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    c.set("requester", authenticate(context, c.req.header("authorization")));
    await next();
  };
}

/**
 * The person who signed the request.
 *
 * @throws HTTPException 401 if the request has no valid credentials
 */
export function requesterOf(c: Context<PlatformEnv>): StoredPerson {
  const requester = c.get("requester");
  if (requester === undefined) {
    throw new HTTPException(401, {
      message: "Sign in by HTTP Basic or with a valid bearer token.",
    });
  }
  return requester;
}

/**
 * The requester after the body has been read. Another request may have deleted or disabled the person meanwhile, and
 * then this request must not create anything in its name.
 *
 * @throws HTTPException 401 if the person was deleted or disabled
 */
export function requesterAfterBody(
  c: Context<PlatformEnv>,
  { state }: PlatformContext,
): StoredPerson {
  const requester = state.person(requesterOf(c).id);
  if (requester?.svc.enabled) return requester;
  throw new HTTPException(401, {
    message: "The requester was deleted or disabled.",
  });
}

/**
 * Refuses a request that asks to run as another person. The interface shows no such header, but platforms of this
 * family have one: `X-Run-As` with the maker's name in it. Without this refusal, the request would act as its sender.
 *
 * @throws HTTPException 403
 */
export function refuseRunAs(c: Context): void {
  const name = Object.keys(c.req.header()).find((header) =>
    /^x-([\w-]+-)?run-as$/.test(header),
  );
  if (name === undefined) return;
  throw new HTTPException(403, {
    message: `${name}: a request can't run as another person here.`,
  });
}

/** Finds the person of a username and a password. A disabled person cannot sign in. */
export function signIn(
  { state }: PlatformContext,
  username: string,
  password: string,
): StoredPerson | undefined {
  const person = state.personByUsername(username);
  const isRight =
    person !== undefined && state.hasPassword(person.id, password);
  return isRight && person.svc.enabled ? person : undefined;
}

/** Finds the person whose credentials or valid access token an Authorization header has. */
export function authenticate(
  context: PlatformContext,
  header: string | undefined,
): StoredPerson | undefined {
  const credentials = readAuthorization(header);
  if (credentials === undefined) return undefined;
  if (credentials.scheme === "basic") {
    if (!context.options.basicAuth) return undefined;
    return signIn(context, credentials.name, credentials.secret);
  }
  const person = context.state.person(
    context.tokens.personOfAccessToken(credentials.token) ?? "",
  );
  return person?.svc.enabled === true ? person : undefined;
}
