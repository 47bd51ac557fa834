import * as z from "zod";
import { textSchema } from "../../state/content.ts";
import type { Family, PlatformContext } from "../../http/context.ts";
import { createItemRoutes, type ItemKind } from "../item-routes.ts";
import { referToPerson } from "../people/present-person.ts";
import { referenceToPerson } from "../../http/references.ts";
import type { DirectMessage } from "../../state/platform-state.ts";

/** /actions/dms: messages that only their author and their participants see (docs/interface.md, §1). */
export function createDirectMessages(context: PlatformContext): Family {
  const kind = directMessageKind(context);
  return { routes: createItemRoutes(context, "/actions/dms", kind) };
}

export function directMessageKind(
  context: PlatformContext,
): ItemKind<DirectMessage["body"]> {
  const { state } = context;
  return {
    table: state.directMessages,
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
    afterCreate: (author, { id, body, publishedAtMs }) => {
      for (const participant of new Set(body.participants)) {
        state.inboxEntries.put({
          id: state.nextID(),
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
