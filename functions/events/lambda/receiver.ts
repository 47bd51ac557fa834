import { createDocumentClient } from "../../../shared/aws/document-client.ts";
import { createLog } from "../../../shared/log.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createHttpHandler } from "../../../shared/runtime/http-handler.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import { warmUpHttp } from "../../../shared/runtime/warm-up.ts";
import { createStore } from "../../../shared/store/store.ts";
import { eventsReceiverConfig } from "../config.ts";
import { createEventsWebhook } from "../webhook.ts";

const { storeTable, callersSecret, docsUrl, ...settings } =
  readConfig(eventsReceiverConfig);
const log = createLog("events-receiver");
const callers = createStoredCallers(callersSecret, log);
const store = createStore(createDocumentClient(), storeTable, Date.now);

export const handler = createHttpHandler(
  createEventsWebhook({ callers, store, settings, nowMs: Date.now, log }),
  { docsUrl },
);
await warmUpHttp(handler, { callers, store, zone: settings.zone });
