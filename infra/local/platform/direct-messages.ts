import * as z from "zod";
import { textSchema } from "./content.ts";
import type { Family, PlatformContext } from "./context.ts";
import { createItemRoutes, type ItemKind } from "./item-routes.ts";
import { referToPerson } from "./present-person.ts";
import { referenceToPerson } from "./references.ts";
import type { DirectMessage } from "./store.ts";

/** /actions/dms: between its author and the participants, and nobody else (the API document, §1). */
export function createDirectMessages(context: PlatformContext): Family {
  const kind = directMessageKind(context);
  return { routes: createItemRoutes(context, "/actions/dms", kind) };
}

export function directMessageKind(
  context: PlatformContext,
): ItemKind<DirectMessage["body"]> {
  const { store } = context;
  return {
    table: store.directMessages,
    schema: (requester) =>
      z.object({
        participants: z.array(referenceToPerson(context, requester)).min(1),
        subject: z.string().exactOptional(),
        content: textSchema,
      }),
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
    created: (author, { id, body, publishedAtMs }) => {
      for (const participant of new Set(body.participants)) {
        store.inboxEntries.put({
          id: store.nextID(),
          authorID: participant,
          aboutID: id,
          publishedAtMs,
          updatedAtMs: publishedAtMs,
          body: {
            subject: body.subject ?? `Message from ${author.svc.username}`,
            content: body.content,
          },
        });
      }
    },
  };
}
