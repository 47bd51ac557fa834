import type { Content } from "../../state/content.ts";
import type { PlatformContext } from "../../http/context.ts";
import type { StoredItem } from "../../state/item.ts";
import { authorVerbs, type Resources } from "../../http/resources.ts";
import type { StoredPerson } from "../../state/platform-state.ts";

/** What a Discussion has beside `self` and `html` (the API document, §2.3). */
export function discussionResources(
  { apiUrl }: PlatformContext,
  requester: StoredPerson,
  item: StoredItem<Content>,
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
