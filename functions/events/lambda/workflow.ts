import { createStartWorkflow } from "../../../shared/aws/start-workflow.ts";
import { createLog } from "../../../shared/log.ts";
import { createPublicRequest } from "../../../shared/public-request.ts";
import { readConfig } from "../../../shared/runtime/config.ts";
import { createDurableHandler } from "../../../shared/runtime/durable-handler.ts";
import { createStoredCallers } from "../../../shared/runtime/stored-callers.ts";
import { createStoredSources } from "../../../shared/runtime/stored-sources.ts";
import { createSourceReader } from "../../../shared/source/source-reader.ts";
import {
  connectDynamoDb,
  connectLambda,
  connectTable,
} from "../../../shared/runtime/connections.ts";
import { createStore } from "../../../shared/store/store.ts";
import { createTokenStore } from "../../../shared/token/token-store.ts";
import { eventsWorkflowConfig } from "../config.ts";
import { createEventsWorkflow } from "../workflow.ts";

const {
  storeTable,
  tokensTable,
  callersSecret,
  sourcesSecret,
  loopbackHttp,
  statusMaxLength,
  ...config
} = readConfig(eventsWorkflowConfig);
const log = createLog("events-workflow");
const dynamodb = connectDynamoDb();
const sources = createSourceReader({
  store: createTokenStore(connectTable(tokensTable, dynamodb)),
  request: createPublicRequest({ allowsLoopback: loopbackHttp }),
});

export const handler = createDurableHandler(
  createEventsWorkflow({
    store: createStore(connectTable(storeTable, dynamodb), Date.now),
    callers: createStoredCallers(callersSecret, log),
    findSource: createStoredSources(sourcesSecret, log),
    sources,
    startWorkflow: createStartWorkflow(connectLambda(), config),
    statusMaxLength,
    settings: config,
    nowMs: Date.now,
    random: Math.random,
    log,
  }),
  log,
);
