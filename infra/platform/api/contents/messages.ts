import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { readJson } from "../../http/body.ts";
import { textSchema } from "../../state/content.ts";
import type { PlatformContext, PlatformEnv } from "../../http/context.ts";
import { formatDate } from "../../state/dates.ts";
import { answerPage } from "../../http/paging.ts";
import { referToPerson } from "../people/present-person.ts";
import { publishActivity } from "./publish-activity.ts";
import { requesterAfterBody, requesterOf } from "../../http/requester.ts";
import { readOnlySelf } from "../../http/resources.ts";
import type {
  Message,
  StoredContent,
  StoredPerson,
} from "../../state/platform-state.ts";

const messageSchema = z.object({
  subject: z.string().exactOptional(),
  content: textSchema,
});

/** The replies in a discussion. Every person may reply. */
export function messageRoutes(
  context: PlatformContext,
  discussionOfPath: (c: Context<PlatformEnv>) => StoredContent,
): Hono<PlatformEnv> {
  const { state } = context;
  const routes = new Hono<PlatformEnv>();
  const messagesOf = ({ id }: StoredContent) =>
    state.messages.all().filter(({ aboutID }) => aboutID === id);

  routes.get("/contents/:id/messages", (c) =>
    answerPage(c, context, messagesOf(discussionOfPath(c)), (message) =>
      presentMessage(context, requesterOf(c), message),
    ),
  );

  routes.post("/contents/:id/messages", async (c) => {
    discussionOfPath(c);
    const body = await readJson(c, messageSchema);
    const requester = requesterAfterBody(c, context);
    const message = reply(context, requester, discussionOfPath(c), body);
    return c.json(presentMessage(context, requester, message), 201);
  });

  routes.get("/contents/:id/messages/:messageID", (c) => {
    const message = messagesOf(discussionOfPath(c)).find(
      ({ id }) => id === c.req.param("messageID"),
    );
    if (message === undefined) {
      throw new HTTPException(404, { message: "There is no such message." });
    }
    return c.json(presentMessage(context, requesterOf(c), message));
  });

  return routes;
}

/** Adds a reply to a discussion, and an entry to the activity stream of its author. */
export function reply(
  context: PlatformContext,
  { id: authorID }: StoredPerson,
  { id: aboutID, body: { subject } }: StoredContent,
  body: Message["body"],
): Message {
  const { state, options } = context;
  const nowMs = options.nowMs();
  const message: Message = {
    id: state.nextID(),
    authorID,
    aboutID,
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
    body,
  };
  state.messages.put(message);
  publishActivity(context, authorID, "replied", subject, message.id);
  return message;
}

function presentMessage(
  context: PlatformContext,
  requester: StoredPerson,
  { id, authorID, aboutID, publishedAtMs, updatedAtMs, body }: Message,
) {
  return {
    id,
    type: "message",
    ...body,
    author: referToPerson(context, requester, authorID),
    published: formatDate(publishedAtMs),
    updated: formatDate(updatedAtMs),
    resources: readOnlySelf(
      `${context.apiUrl}/contents/${aboutID ?? ""}/messages/${id}`,
    ),
  };
}
