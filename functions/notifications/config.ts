import * as z from "zod/mini";
import { storeTable, subscribersSecret } from "../../shared/runtime/config.ts";
import { resource, setting } from "../../shared/runtime/setting.ts";
import { docsUrl } from "../../shared/runtime/settings.ts";

export const notificationsConfig = {
  docsUrl,
  storeTable,
  subscribersSecret,
  /** The event bus on which each notice is put. */
  eventBus: resource("EVENT_BUS"),
  /** Whether a subscriber may be on http of the same machine. Only the local stack sets it. */
  loopbackSubscribers: setting(
    "LOOPBACK_SUBSCRIBERS",
    { schema: z.boolean(), rule: "true or false" },
    false,
  ),
};
