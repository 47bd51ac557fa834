import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { readAuthorization } from "./authorization.ts";
import type { PlatformContext, PlatformEnv } from "./context.ts";
import { isSelf } from "./resources.ts";
import type { StoredPerson } from "../state/platform-state.ts";
import { mayFind } from "./visibility.ts";

/** Finds out who signed the request, and refuses nothing yet. */
export function identifyRequester(
  context: PlatformContext,
): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    c.set("requester", whoSigned(context, c.req.header("authorization")));
    await next();
  };
}

/** The person who signed the request. @throws HTTPException 401 when nobody did. */
export function requesterOf(c: Context<PlatformEnv>): StoredPerson {
  const requester = c.get("requester");
  if (requester === undefined) {
    throw new HTTPException(401, {
      message: "Sign in by HTTP Basic or with a bearer token that is alive.",
    });
  }
  return requester;
}

/**
 * Refuses a request that asks to run as another person. The interface shows no such header, but platforms of this family
 * have one, called `X-Run-As` with the maker's name in it. A request that acts as its sender instead would do harm.
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

/**
 * The same once the body has been read: meanwhile others may have deleted or disabled the person, and nothing may be made
 * in their name. @throws HTTPException 401
 */
export function requesterNow(
  c: Context<PlatformEnv>,
  { state }: PlatformContext,
): StoredPerson {
  const requester = state.person(requesterOf(c).id);
  if (requester?.svc.enabled) return requester;
  throw new HTTPException(401, { message: "Whoever signed this is gone." });
}

/** The person of the path, if the requester may see it. @throws HTTPException 404 */
export function personOfPath(
  c: Context<PlatformEnv>,
  context: PlatformContext,
): StoredPerson {
  const requester = requesterOf(c);
  const person = context.state.person(c.req.param("personID") ?? "");
  if (person === undefined || !mayFind(requester, person)) {
    throw new HTTPException(404, { message: "There is no such person." });
  }
  return person;
}

/** The person of the path, who must be the requester; an administrator has no more right here than others. @throws HTTPException 403 */
export function selfOfPath(
  c: Context<PlatformEnv>,
  context: PlatformContext,
): StoredPerson {
  const person = personOfPath(c, context);
  if (!isSelf(requesterOf(c), person)) {
    throw new HTTPException(403, {
      message: "Only the person itself may do this.",
    });
  }
  return person;
}

/** The person whose password this is; disabled people have no way in. */
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

/** The person whose credentials or living token this header has. */
export function whoSigned(
  context: PlatformContext,
  header: string | undefined,
): StoredPerson | undefined {
  const credentials = readAuthorization(header);
  if (credentials === undefined) return undefined;
  if (credentials.scheme === "basic") {
    return signIn(context, credentials.name, credentials.secret);
  }
  const person = context.state.person(
    context.tokens.personOfAccessToken(credentials.token) ?? "",
  );
  return person?.svc.enabled === true ? person : undefined;
}
