import type { Family, PlatformContext } from "../../http/context.ts";
import { refuse } from "../../http/errors.ts";
import { authorVerbs } from "../../http/permissions.ts";
import { personOfPath, requesterOf } from "../../http/requester.ts";
import { placeSchema } from "../../state/bodies.ts";
import {
  blogOf,
  type StoredPerson,
  type StoredPlace,
} from "../../state/platform-state.ts";
import {
  addItemRoutes,
  newItem,
  presentItem,
  type ItemKind,
} from "../item-routes.ts";

/** /places: blogs, groups, projects and spaces, and the blog of a person (docs/interface.md, §1 and §4). */
export const addPlaces: Family = (api, context) => {
  const kind = placeKind(context);
  addItemRoutes(api, context, "/places", kind);

  api.get("/people/:personID/blog", (c) => {
    const blog =
      blogOf(context.state, personOfPath(c, context).id) ??
      refuse(404, "The person has no blog.");
    return c.json(presentItem(context, kind, requesterOf(c), blog));
  });
};

/** The short form of a place in another object. Undefined if there is no such place. */
export function referToPlace(
  context: PlatformContext,
  requester: StoredPerson,
  placeID: string | undefined,
) {
  const place = context.state.places.get(placeID ?? "");
  if (place === undefined) return undefined;
  return {
    id: place.id,
    type: place.body.type,
    name: place.body.name,
    resources: {
      self: {
        ref: context.apiUrl + placePath(place),
        allowed: authorVerbs(requester, place),
      },
    },
  };
}

export function placeKind(
  context: PlatformContext,
): ItemKind<StoredPlace["body"]> {
  const { state } = context;
  return {
    table: state.places,
    schema: () => placeSchema,
    fixed: ["type"],
    allowed: authorVerbs,
    pathOf: placePath,
    show: (_requester, { body }) => body,
    beforeCreate: ({ id }, { type }) => {
      if (type === "blog" && blogOf(state, id) !== undefined)
        refuse(409, "type: the requester has a blog already");
    },
    // The author of a place is its first member.
    afterCreate: ({ id: person }, { id: place }) =>
      state.members.put(
        newItem(context, person, { person, place, state: "owner" }),
      ),
  };
}

function placePath({ id }: StoredPlace): string {
  return `/places/${id}`;
}
