import { HTTPException } from "hono/http-exception";
import type { Family, PlatformContext } from "../../http/context.ts";
import {
  createItemRoutes,
  presentItem,
  type ItemKind,
} from "../item-routes.ts";
import { placeSchema, type Place } from "../../state/place.ts";
import { personOfPath } from "../../http/person-of-path.ts";
import { requesterOf } from "../../http/requester.ts";
import { authorVerbs } from "../../http/permissions.ts";
import type { Resources } from "../../http/resources.ts";
import type {
  PlatformState,
  StoredPerson,
  StoredPlace,
} from "../../state/platform-state.ts";

/** /places: blogs, groups, projects and spaces, and the blog of a person (docs/interface.md, §1 and §4). */
export function createPlaces(context: PlatformContext): Family {
  const kind = placeKind(context);
  const routes = createItemRoutes(context, "/places", kind);

  routes.get("/people/:personID/blog", (c) => {
    const blog = blogOf(context.state, personOfPath(c, context).id);
    if (blog === undefined) {
      throw new HTTPException(404, { message: "The person has no blog." });
    }
    return c.json(presentItem(context, kind, requesterOf(c), blog));
  });

  return {
    routes,
    personResources: [
      {
        name: "blog",
        path: "/people/{personID}/blog",
        allowed: (_requester, { id }) =>
          blogOf(context.state, id) === undefined ? [] : ["GET"],
      },
    ],
  };
}

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
      html: htmlOf(context, place),
    } satisfies Resources,
  };
}

export function placeKind(context: PlatformContext): ItemKind<Place> {
  const { state, options } = context;
  return {
    table: state.places,
    schema: () => placeSchema,
    fixed: ["type"],
    allowed: authorVerbs,
    pathOf: placePath,
    show: (_requester, { body }) => body,
    resources: (_requester, item) => ({ html: htmlOf(context, item) }),
    beforeCreate: ({ id }, { type }) => {
      if (type !== "blog" || blogOf(state, id) === undefined) return;
      throw new HTTPException(409, {
        message: "type: the requester has a blog already",
      });
    },
    // The author of a place is its first member.
    afterCreate: ({ id }, place) =>
      state.members.put({
        id: state.nextID(),
        authorID: id,
        publishedAtMs: options.nowMs(),
        updatedAtMs: options.nowMs(),
        body: { person: id, place: place.id, state: "owner" },
      }),
  };
}

function blogOf(
  { places }: PlatformState,
  personID: string,
): StoredPlace | undefined {
  return places
    .all()
    .find(
      ({ authorID, body }) => body.type === "blog" && authorID === personID,
    );
}

function placePath({ id }: StoredPlace): string {
  return `/places/${id}`;
}

function htmlOf(
  { origin }: PlatformContext,
  { id }: StoredPlace,
): Resources[string] {
  return { ref: `${origin}/places/${id}`, allowed: ["GET"] };
}
