import type { Family, PlatformContext } from "../../http/context.ts";
import { refuse } from "../../http/errors.ts";
import { answerPage } from "../../http/paging.ts";
import type { Verb } from "../../http/permissions.ts";
import {
  personOfPath,
  referenceToPerson,
  referenceToPlace,
  requesterOf,
} from "../../http/requester.ts";
import { createMemberSchema } from "../../state/bodies.ts";
import type {
  Member,
  PlatformState,
  StoredPerson,
} from "../../state/platform-state.ts";
import { addItemRoutes, presentItem, type ItemKind } from "../item-routes.ts";
import { referToPerson } from "../people/present-person.ts";
import { referToPlace } from "./places.ts";

/** /members: the memberships of people in places (docs/interface.md, §1, §2.2 and §4). */
export const addMembers: Family = (api, context) => {
  const kind = memberKind(context);
  addItemRoutes(api, context, "/members", kind);
  if (context.options.version === "3.0") return;

  api.get("/members/people/:personID", (c) => {
    const members = context.state.members.of(personOfPath(c, context).id);
    return answerPage(c, context, members, (member) =>
      presentItem(context, kind, requesterOf(c), member),
    );
  });
};

export function memberKind(context: PlatformContext): ItemKind<Member["body"]> {
  const { state } = context;
  const place = referenceToPlace(context);
  return {
    table: state.members,
    schema: (requester) =>
      createMemberSchema(referenceToPerson(context, requester), place),
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
  if (!joins && !mayManage(state, requester, place))
    refuse(403, "Only an owner of the place or an administrator may do this.");
  if (state.members.of(place).some(({ body }) => body.person === person))
    refuse(409, "person: is a member of the place already");
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
  const isOwner = ({ body }: Member) =>
    body.person === requester.id && body.state === "owner";
  return requester.administrator || members.of(placeID).some(isOwner);
}
