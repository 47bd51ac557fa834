import { Hono, type Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import { readJson } from "./body.ts";
import { textSchema } from "./content.ts";
import type { PlatformContext, PlatformEnv } from "./context.ts";
import { formatDate } from "./dates.ts";
import { answerPage } from "./paging.ts";
import { referToPerson } from "./present-person.ts";
import { publishActivity } from "./publish-activity.ts";
import { requesterNow, requesterOf } from "./requester.ts";
import { readOnlySelf } from "./resources.ts";
import type { Message, StoredContent, StoredPerson } from "./store.ts";

const messageSchema = z.object({
  subject: z.string().exactOptional(),
  content: textSchema,
});

/** The replies in a discussion; whoever is signed in may reply. */
export function messageRoutes(
  context: PlatformContext,
  discussionOfPath: (c: Context<PlatformEnv>) => StoredContent,
): Hono<PlatformEnv> {
  const { store } = context;
  const routes = new Hono<PlatformEnv>();
  const messagesOf = ({ id }: StoredContent) =>
    store.messages.all().filter(({ aboutID }) => aboutID === id);

  routes.get("/contents/:id/messages", (c) =>
    answerPage(c, context, messagesOf(discussionOfPath(c)), (message) =>
      presentMessage(context, requesterOf(c), message),
    ),
  );

  routes.post("/contents/:id/messages", async (c) => {
    discussionOfPath(c);
    const body = await readJson(c, messageSchema);
    const requester = requesterNow(c, context);
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

/** Adds a reply to a discussion, and an entry to the activity stream of who wrote it. */
export function reply(
  context: PlatformContext,
  { id: authorID }: StoredPerson,
  { id: aboutID, body: { subject } }: StoredContent,
  body: Message["body"],
): Message {
  const { store, options } = context;
  const nowMs = options.nowMs();
  const message: Message = {
    id: store.nextID(),
    authorID,
    aboutID,
    publishedAtMs: nowMs,
    updatedAtMs: nowMs,
    body,
  };
  store.messages.put(message);
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
