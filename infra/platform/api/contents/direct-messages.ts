import type { Family, PlatformContext } from "../../http/context.ts";
import { referenceToPerson } from "../../http/requester.ts";
import {
  createDirectMessageSchema,
  inboxEntrySchema,
} from "../../state/bodies.ts";
import type { DirectMessage, InboxEntry } from "../../state/platform-state.ts";
import { addItemRoutes, newItem, type ItemKind } from "../item-routes.ts";
import { referToPerson } from "../people/present-person.ts";

/** /actions/dms: messages that only their author and their participants see (docs/interface.md, §1). */
export const addDirectMessages: Family = (api, context) =>
  addItemRoutes(api, context, "/actions/dms", directMessageKind(context));

export function directMessageKind(
  context: PlatformContext,
): ItemKind<DirectMessage["body"]> {
  const { state } = context;
  return {
    table: state.directMessages,
    schema: (requester) =>
      createDirectMessageSchema(referenceToPerson(context, requester)),
    fixed: ["participants"],
    allowed: ({ id }, { authorID, body }) => {
      if (authorID === id) return ["GET", "PUT", "DELETE"];
      return body.participants.includes(id) ? ["GET"] : [];
    },
    pathOf: ({ id }) => `/actions/dms/${id}`,
    show: (requester, { body }) => ({
      type: "dm",
      ...body,
      participants: body.participants.flatMap(
        (id) => referToPerson(context, requester, id) ?? [],
      ),
    }),
    afterCreate: (author, { id, body }) => {
      const { content } = body;
      const subject = body.subject ?? `Message from ${author.svc.username}`;
      for (const participant of new Set(body.participants))
        state.inboxEntries.put(
          newItem(context, participant, { subject, content }, id),
        );
    },
  };
}

/** /inbox: the entries of the requester. A direct message creates one for each participant (docs/interface.md, §1). */
export const addInbox: Family = (api, context) => {
  const { state } = context;
  addItemRoutes<InboxEntry["body"]>(api, context, "/inbox", {
    table: state.inboxEntries,
    newestFirst: true,
    schema: () => inboxEntrySchema,
    allowed: ({ id }, { authorID }) =>
      authorID === id ? ["GET", "PUT", "DELETE"] : [],
    pathOf: ({ id }) => `/inbox/${id}`,
    show: (requester, { authorID, aboutID = "", body }) => ({
      type: "inboxEntry",
      unread: true,
      ...body,
      author: referToPerson(
        context,
        requester,
        state.directMessages.get(aboutID)?.authorID ?? authorID,
      ),
    }),
  });
};
