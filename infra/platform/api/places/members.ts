import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import type { Family, PlatformContext } from "../../http/context.ts";
import {
  createItemRoutes,
  presentItem,
  type ItemKind,
} from "../item-routes.ts";
import { answerPage } from "../../http/paging.ts";
import { referToPlace } from "./places.ts";
import { referToPerson } from "../people/present-person.ts";
import { referenceToPerson, referenceToPlace } from "../../http/references.ts";
import { personOfPath } from "../../http/person-of-path.ts";
import { requesterOf } from "../../http/requester.ts";
import type { Verb } from "../../http/resources.ts";
import type {
  Member,
  PlatformState,
  StoredPerson,
} from "../../state/platform-state.ts";

/** /members: the memberships of people in places (docs/interface.md, §1, §2.2 and §4). */
export function createMembers(context: PlatformContext): Family {
  const kind = memberKind(context);
  const routes = createItemRoutes(context, "/members", kind);
  if (context.options.version === "3.0") return { routes };

  routes.get("/members/people/:personID", (c) => {
    const person = personOfPath(c, context);
    const members = context.state.members
      .all()
      .filter(({ body }) => body.person === person.id);
    return answerPage(c, context, members, (member) =>
      presentItem(context, kind, requesterOf(c), member),
    );
  });

  return {
    routes,
    personResources: [
      {
        name: "members",
        path: "/members/people/{personID}",
        allowed: () => ["GET"],
      },
    ],
  };
}

export function memberKind(context: PlatformContext): ItemKind<Member["body"]> {
  const { state } = context;
  const place = referenceToPlace(context);
  return {
    table: state.members,
    schema: (requester) =>
      z.object({
        person: referenceToPerson(context, requester),
        place,
        state: z.enum(["member", "owner", "pending"]).exactOptional(),
      }),
    fixed: ["person", "place"],
    allowed: (requester, member) => memberVerbs(state, requester, member),
    pathOf: ({ id }) => `/members/${id}`,
    show: (requester, { body }) => {
      const shownPlace = referToPlace(context, requester, body.place);
      return {
        type: "member",
        state: body.state ?? "member",
        person: referToPerson(context, requester, body.person),
        place: shownPlace,
        // Clients of other platforms of this family read the place here.
        group: shownPlace,
      };
    },
    beforeCreate: (requester, body) => checkMember(state, requester, body),
  };
}

/** Every person may join a place. Only its owners and administrators add other people, or owners. */
function checkMember(
  state: PlatformState,
  requester: StoredPerson,
  { person, place, state: membership }: Member["body"],
): void {
  const joins = person === requester.id && membership !== "owner";
  if (!joins && !mayManage(state, requester, place)) {
    throw new HTTPException(403, {
      message: "Only an owner of the place or an administrator may do this.",
    });
  }
  const isMember = state.members
    .all()
    .some(({ body }) => body.person === person && body.place === place);
  if (isMember) {
    throw new HTTPException(409, {
      message: "person: is a member of the place already",
    });
  }
}

function memberVerbs(
  state: PlatformState,
  requester: StoredPerson,
  { body }: Member,
): Verb[] {
  if (mayManage(state, requester, body.place)) return ["GET", "PUT", "DELETE"];
  return body.person === requester.id ? ["GET", "DELETE"] : ["GET"];
}

function mayManage(
  { members }: PlatformState,
  requester: StoredPerson,
  placeID: string,
): boolean {
  return (
    requester.administrator ||
    members
      .all()
      .some(
        ({ body }) =>
          body.place === placeID &&
          body.person === requester.id &&
          body.state === "owner",
      )
  );
}
