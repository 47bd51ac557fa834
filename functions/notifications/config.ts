import {
  loopbackHttp,
  storeTable,
  subscribersSecret,
} from "../../shared/runtime/config.ts";
import { resource } from "../../shared/runtime/setting.ts";
import { docsUrl } from "../../shared/runtime/settings.ts";

export const notificationsConfig = {
  docsUrl,
  storeTable,
  subscribersSecret,
  /** The event bus on which each notice is put. */
  eventBus: resource("EVENT_BUS"),
  loopbackHttp,
};
