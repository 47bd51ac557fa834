import * as z from "zod";
import { textSchema } from "../../state/content.ts";
import type { Family, PlatformContext } from "../../http/context.ts";
import { createItemRoutes } from "../item-routes.ts";
import { referToPerson } from "../people/present-person.ts";
import type { InboxEntry } from "../../state/platform-state.ts";

const entrySchema: z.ZodType<InboxEntry["body"]> = z.object({
  subject: z.string().min(1),
  content: textSchema,
  unread: z.boolean().exactOptional(),
});

/**
 * /inbox: the entries of the requester. A direct message creates one for each participant (docs/interface.md, §1).
 */
export function createInbox(context: PlatformContext): Family {
  const { state } = context;
  return {
    routes: createItemRoutes(context, "/inbox", {
      table: state.inboxEntries,
      newestFirst: true,
      schema: () => entrySchema,
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
    }),
  };
}
