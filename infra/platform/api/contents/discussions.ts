import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { attachmentRoutes } from "./attachments.ts";
import type {
  Family,
  PlatformContext,
  PlatformEnv,
} from "../../http/context.ts";
import { contentKind } from "./contents.ts";
import { answerFollowingIn } from "../people/following.ts";
import { findItem } from "../item-routes.ts";
import { messageRoutes } from "./messages.ts";
import { answerPeople } from "../people/people.ts";
import { requesterOf } from "../../http/requester.ts";
import type { StoredContent } from "../../state/platform-state.ts";

/** The resources of a discussion: likes, read, attachments, followingIn and messages (docs/interface.md, §2.3). */
export function createDiscussions(context: PlatformContext): Family {
  const { state } = context;
  const kind = contentKind(context);
  const routes = new Hono<PlatformEnv>();

  const discussionOfPath = (c: Context<PlatformEnv>): StoredContent => {
    const id = c.req.param("id") ?? "";
    const item = findItem(kind, requesterOf(c), id, "GET");
    if (item.body.type === "discussion") return item;
    throw new HTTPException(404, {
      message: "The content is not a discussion.",
    });
  };

  routes.get("/contents/:id/likes", (c) => {
    const { id } = discussionOfPath(c);
    const people = state.likes
      .all()
      .filter(({ contentID }) => contentID === id)
      .flatMap(({ personID }) => state.person(personID) ?? []);
    return answerPeople(c, context, people);
  });

  routes.post("/contents/:id/read", (c) => {
    const { id } = requesterOf(c);
    const contentID = discussionOfPath(c).id;
    const mark = { id: `read ${id} ${contentID}`, personID: id, contentID };
    state.readMarks.put(mark);
    return c.body(null, 204);
  });

  routes.delete("/contents/:id/read", (c) => {
    const { id } = requesterOf(c);
    state.readMarks.remove(`read ${id} ${discussionOfPath(c).id}`);
    return c.body(null, 204);
  });

  routes.get("/contents/:id/followingIn", (c) =>
    answerFollowingIn(c, context, discussionOfPath(c).id),
  );

  routes.route("/", attachmentRoutes(context, discussionOfPath));
  routes.route("/", messageRoutes(context, discussionOfPath));
  return { routes };
}
