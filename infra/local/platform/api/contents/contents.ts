import { Hono } from "hono";
import { createContentSchemas, type Content } from "../../state/content.ts";
import type {
  Family,
  PlatformContext,
  PlatformEnv,
} from "../../http/context.ts";
import { formatDate } from "../../state/dates.ts";
import { discussionResources } from "./discussion-resources.ts";
import type { StoredItem } from "../../state/item.ts";
import { createItemRoutes, type ItemKind } from "../item-routes.ts";
import { referToPlace } from "../places/places.ts";
import { publishActivity } from "../people/publish-activity.ts";
import { referenceToPlace } from "../../http/references.ts";
import { authorVerbs } from "../../http/resources.ts";

/** /contents: every type of content, and /announcements: the announcements among them (the API document, §1 and §4). */
export function createContents(context: PlatformContext): Family {
  const kind = contentKind(context);
  const schemas = createContentSchemas(referenceToPlace(context));
  const announcements: ItemKind<Content> = {
    ...kind,
    schema: () => schemas.announcement,
    allowed: (requester, item) =>
      item.body.type === "announcement" ? kind.allowed(requester, item) : [],
  };
  const routes = new Hono<PlatformEnv>();
  routes.route("/", createItemRoutes(context, "/contents", kind));
  routes.route("/", createItemRoutes(context, "/announcements", announcements));
  return { routes };
}

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
        read: state.readMarks.get(`read ${requester.id} ${id}`) !== undefined,
      }),
    }),
    resources: (requester, item) => ({
      html: { ref: `${origin}/contents/${item.id}`, allowed: ["GET"] },
      ...(item.body.type === "discussion" &&
        discussionResources(context, requester, item)),
    }),
    created: ({ id }, item) =>
      publishActivity(context, id, "posted", item.body.subject, item.id),
  };
}

/** Path of a content below /api/core/v3. */
export function contentPath({ id, body }: StoredItem<Content>): string {
  return body.type === "announcement"
    ? `/announcements/${id}`
    : `/contents/${id}`;
}
