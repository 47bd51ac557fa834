import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { StoredPerson } from "../state/platform-state.ts";
import type { PlatformContext, PlatformEnv } from "./context.ts";
import { isSelf } from "./permissions.ts";
import { requesterOf } from "./requester.ts";
import { mayFind } from "./visibility.ts";

/**
 * Finds the person whose id the path has.
 *
 * @throws HTTPException 404 if there is no such person, or the requester may not find it
 */
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

/**
 * Finds the person whose id the path has, which must be the requester. An administrator has no more rights here.
 *
 * @throws HTTPException 404 as `personOfPath`, 403 if the person is not the requester
 */
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
