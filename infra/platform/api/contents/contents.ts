import type { Family, PlatformContext } from "../../http/context.ts";
import { authorVerbs, type Resources } from "../../http/permissions.ts";
import { referenceToPlace } from "../../http/requester.ts";
import { createContentSchemas, type Content } from "../../state/bodies.ts";
import { formatDate } from "../../state/dates.ts";
import type {
  StoredContent,
  StoredPerson,
} from "../../state/platform-state.ts";
import {
  addItemRoutes,
  publishActivity,
  type ItemKind,
} from "../item-routes.ts";
import { referToPlace } from "../places/places.ts";

/** /contents has all types of content, /announcements the announcements among them (docs/interface.md, §1 and §4). */
export const addContents: Family = (api, context) => {
  const kind = contentKind(context);
  const schemas = createContentSchemas(referenceToPlace(context));
  addItemRoutes(api, context, "/contents", kind);
  addItemRoutes<Content>(api, context, "/announcements", {
    ...kind,
    schema: () => schemas.announcement,
    allowed: (requester, item) =>
      item.body.type === "announcement" ? kind.allowed(requester, item) : [],
  });
};

export function contentKind(context: PlatformContext): ItemKind<Content> {
  const { state, origin } = context;
  const schema = createContentSchemas(referenceToPlace(context)).content;
  return {
    table: state.contents,
    schema: () => schema,
    fixed: ["type"],
    allowed: authorVerbs,
    pathOf: contentPath,
    show: (requester, { id, body, publishedAtMs }) => ({
      ...body,
      place: referToPlace(context, requester, body.place),
      ...(body.type === "announcement" && {
        publishDate: formatDate(body.publishDate ?? publishedAtMs),
      }),
      ...(body.type === "discussion" && {
        // The id of the mark that `POST /contents/{id}/read` puts.
        read: state.readMarks.get(`read ${requester.id} ${id}`) !== undefined,
      }),
    }),
    resources: (requester, item) => ({
      html: { ref: `${origin}/contents/${item.id}`, allowed: ["GET"] },
      ...(item.body.type === "discussion" &&
        discussionResources(context, requester, item)),
    }),
    afterCreate: ({ id }, item) =>
      publishActivity(context, id, "posted", item.body.subject, item.id),
  };
}

/** Path of a content below /api/core/v3. */
export function contentPath({ id, body }: StoredContent): string {
  return body.type === "announcement"
    ? `/announcements/${id}`
    : `/contents/${id}`;
}

/** The resources of a discussion beside `self` and `html` (docs/interface.md, §2.3). */
function discussionResources(
  { apiUrl }: PlatformContext,
  requester: StoredPerson,
  item: StoredContent,
): Resources {
  const self = `${apiUrl}/contents/${item.id}`;
  const mayChange = authorVerbs(requester, item).includes("PUT");
  return {
    likes: { ref: `${self}/likes`, allowed: ["GET"] },
    read: { ref: `${self}/read`, allowed: ["POST", "DELETE"] },
    attachments: {
      ref: `${self}/attachments`,
      allowed: mayChange ? ["GET", "POST"] : ["GET"],
    },
    followingIn: { ref: `${self}/followingIn`, allowed: ["GET"] },
    messages: { ref: `${self}/messages`, allowed: ["GET", "POST"] },
  };
}
