import type { Context, MiddlewareHandler } from "hono";
import { auth } from "hono/utils/basic-auth";
import * as z from "zod";
import type { StoredPerson } from "../state/platform-state.ts";
import type { Call, PlatformContext, PlatformEnv } from "./context.ts";
import { refuse } from "./errors.ts";
import { isSelf, mayFind } from "./permissions.ts";

/** Finds the person who signed the request. It refuses nothing, as the journal and the faults come before a refusal. */
export function identifyRequester(
  context: PlatformContext,
): MiddlewareHandler<PlatformEnv> {
  return async (c, next) => {
    c.set("requester", authenticate(context, c.req.raw));
    await next();
  };
}

/**
 * The person who signed the request.
 *
 * @throws HTTPException 401 if the request has no valid credentials
 */
export function requesterOf(c: Call): StoredPerson {
  return (
    c.get("requester") ??
    refuse(401, "Sign in by HTTP Basic or with a valid bearer token.")
  );
}

/**
 * The requester after the body has been read. Another request may have deleted or disabled the person meanwhile, and
 * then this request must not create anything in its name.
 *
 * @throws HTTPException 401 if the person was deleted or disabled
 */
export function requesterAfterBody(
  c: Call,
  { state }: PlatformContext,
): StoredPerson {
  const requester = state.person(requesterOf(c).id);
  return requester?.svc.enabled
    ? requester
    : refuse(401, "The requester was deleted or disabled.");
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
  if (name !== undefined)
    refuse(403, `${name}: a request can't run as another person here.`);
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

export function authenticate(
  context: PlatformContext,
  request: Request,
): StoredPerson | undefined {
  const { options, state, tokens } = context;
  const basic = auth(request);
  if (basic)
    return options.basicAuth
      ? signIn(context, basic.username, basic.password)
      : undefined;
  const person = state.person(
    tokens.personOfAccessToken(bearerOf(request)) ?? "",
  );
  return person?.svc.enabled === true ? person : undefined;
}

/** The token of a request. Its scheme may have any case (RFC 9110, §11.1). */
export function bearerOf({ headers }: Request): string {
  const header = headers.get("authorization") ?? "";
  return /^ *bearer +(\S+) *$/i.exec(header)?.[1] ?? "";
}

/**
 * Finds the person whose id the path has. A handler that reads a body calls it before and after that, because another
 * request may delete the person meanwhile.
 *
 * @throws HTTPException 404 if there is no such person, or the requester may not find it
 */
export function personOfPath(c: Call, context: PlatformContext): StoredPerson {
  const requester = requesterOf(c);
  const person = context.state.person(c.req.param("personID") ?? "");
  return person !== undefined && mayFind(requester, person)
    ? person
    : refuse(404, "There is no such person.");
}

/**
 * Finds the person whose id the path has, which must be the requester. An administrator has no more rights here.
 *
 * @throws HTTPException 404 as `personOfPath`, 403 if the person is not the requester
 */
export function selfOfPath(c: Call, context: PlatformContext): StoredPerson {
  const person = personOfPath(c, context);
  if (!isSelf(requesterOf(c), person))
    refuse(403, "Only the person itself may do this.");
  return person;
}

/** Reads the reference to a place in a body as the id of the place. */
export function referenceToPlace({
  apiUrl,
  state,
}: PlatformContext): z.ZodType<string> {
  return referenceBelow(
    `${apiUrl}/places/`,
    (id) => state.places.get(id) !== undefined,
  );
}

/** Reads the reference to a person in a body as the id of the person, which the requester must be able to find. */
export function referenceToPerson(
  { apiUrl, state }: PlatformContext,
  requester: StoredPerson,
): z.ZodType<string> {
  return referenceBelow(`${apiUrl}/people/`, (id) => {
    const person = state.person(id);
    return person !== undefined && mayFind(requester, person);
  });
}

/** A reference is an id, an address, or the object as a GET shows it. */
function referenceBelow(
  base: string,
  exists: (id: string) => boolean,
): z.ZodType<string> {
  return z
    .union([z.string(), z.object({ id: z.string() })])
    .transform((given) => (typeof given === "string" ? given : given.id))
    .transform((text) =>
      text.startsWith(base) ? text.slice(base.length) : text,
    )
    .refine(
      exists,
      "Invalid input: expected the id or address of an existing object",
    );
}
