import { createLog } from "../../../shared/log.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { connectTable } from "../../../shared/runtime/connections.ts";
import { createStore } from "../../../shared/store/store.ts";
import { eventsPreviewConfig } from "../config.ts";
import { createPreviewWebhook } from "../preview-webhook.ts";

const { storeTable, callersSecret, docsUrl, ...settings } =
  readConfig(eventsPreviewConfig);
const log = createLog("events-preview");
const callers = createStoredCallers(callersSecret, log);
const store = createStore(connectTable(storeTable), Date.now);

export const handler = createHttpHandler(
  createPreviewWebhook({ callers, store, settings, nowMs: Date.now, log }),
  { docsUrl },
);
await warmUpHttp(handler, { callers, zone: settings.zone }, () =>
  store.operations.get("nobody"),
);
