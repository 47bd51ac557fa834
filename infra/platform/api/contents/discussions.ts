import { readFiles, readJson } from "../../http/body.ts";
import type { Call, Family, PlatformContext } from "../../http/context.ts";
import { refuse } from "../../http/errors.ts";
import { authorVerbs, readOnlySelf } from "../../http/permissions.ts";
import { requesterAfterBody, requesterOf } from "../../http/requester.ts";
import { messageSchema } from "../../state/bodies.ts";
import {
  peopleWhoLinkTo,
  type Attachment,
  type Message,
  type StoredContent,
  type StoredPerson,
} from "../../state/platform-state.ts";
import {
  addPartRoutes,
  findItem,
  newItem,
  presentItem,
  publishActivity,
  type ShownKind,
} from "../item-routes.ts";
import { answerFollowingIn } from "../people/following.ts";
import { answerPeople } from "../people/people.ts";
import { contentKind } from "./contents.ts";

/** The resources of a discussion: likes, read, attachments, followingIn and messages (docs/interface.md, §2.3). */
export const addDiscussions: Family = (api, context) => {
  const { state, apiUrl } = context;
  const kind = contentKind(context);

  /** A handler that reads a body calls it before and after, because the discussion may be deleted meanwhile. */
  const discussionOfPath = (c: Call): StoredContent => {
    const id = c.req.param("id") ?? "";
    const item = findItem(kind, requesterOf(c), id, "GET");
    return item.body.type === "discussion"
      ? item
      : refuse(404, "The content is not a discussion.");
  };
  const markOfPath = (c: Call) => {
    const { id: from } = requesterOf(c);
    const { id: to } = discussionOfPath(c);
    return { id: `read ${from} ${to}`, from, to };
  };

  api.get("/contents/:id/likes", (c) => {
    const { id } = discussionOfPath(c);
    return answerPeople(c, context, peopleWhoLinkTo(state, "likes", id));
  });

  api.post("/contents/:id/read", (c) => {
    state.readMarks.put(markOfPath(c));
    return c.body(null, 204);
  });

  api.delete("/contents/:id/read", (c) => {
    state.readMarks.remove(markOfPath(c).id);
    return c.body(null, 204);
  });

  api.get("/contents/:id/followingIn", (c) =>
    answerFollowingIn(c, context, discussionOfPath(c).id),
  );

  // Only the author of a discussion and administrators attach files.
  addPartRoutes<Attachment>(
    api,
    context,
    "/contents/:id/attachments",
    "attachment",
    {
      partsOf: (c) => state.attachments.of(discussionOfPath(c).id),
      present: ({ id, contentID, name, bytes }) => ({
        id,
        type: "attachment",
        name,
        size: bytes.byteLength,
        resources: readOnlySelf(
          `${apiUrl}/contents/${contentID}/attachments/${id}`,
        ),
      }),
      create: async (c) => {
        if (!authorVerbs(requesterOf(c), discussionOfPath(c)).includes("PUT"))
          refuse(403, "Only the author or an administrator may do this.");
        const [file] = await readFiles(c);
        if (file === undefined) refuse(400, "The form has no file.");
        const attachment = {
          bytes: new Uint8Array(await file.arrayBuffer()),
          name: file.name,
          contentID: discussionOfPath(c).id,
          id: state.nextID(),
        };
        state.attachments.put(attachment);
        return attachment;
      },
      // Never the content type of the upload: a browser must not run the file, and JSON would get a guard line.
      answer: (c, { bytes }) =>
        c.body(bytes, 200, {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment",
          "x-content-type-options": "nosniff",
        }),
    },
  );

  // Every person may reply.
  addPartRoutes<Message>(api, context, "/contents/:id/messages", "message", {
    partsOf: (c) => state.messages.of(discussionOfPath(c).id),
    present: (message, requester) =>
      presentItem<Message["body"]>(context, shownMessage, requester, message),
    create: async (c) => {
      discussionOfPath(c);
      const body = await readJson(c, messageSchema);
      const requester = requesterAfterBody(c, context);
      return reply(context, requester, discussionOfPath(c), body);
    },
  });
};

const shownMessage: ShownKind<Message["body"]> = {
  allowed: () => ["GET"],
  pathOf: ({ id, aboutID = "" }) => `/contents/${aboutID}/messages/${id}`,
  show: (_requester, { body }) => ({ type: "message", ...body }),
};

/** Adds a reply to a discussion, and an entry to the activity stream of its author. */
export function reply(
  context: PlatformContext,
  { id: authorID }: StoredPerson,
  { id: aboutID, body: { subject } }: StoredContent,
  body: Message["body"],
): Message {
  const message = newItem(context, authorID, body, aboutID);
  context.state.messages.put(message);
  publishActivity(context, authorID, "replied", subject, message.id);
  return message;
}
