import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import * as z from "zod";
import type { Stack } from "../../../infra/local/stack.ts";
import type { Metered, MeteredDynamoDb } from "./metered-dynamodb.ts";

/** What one operation asked of others, from the webhook to its end. */
export type Tally = {
  /** `POST /people`, in order. */
  platform: string[];
  dynamodb: Metered;
  secrets: number;
  /** Workflows started, and the engine's questions whether they are alive. */
  starts: number;
  checkpoints: number;
};

const startedSchema = z.object({
  request: z.custom<IncomingMessage>(),
  socket: z.custom<Socket>(),
});

/**
 * Counts the requests to the parts of a stack. All parts are servers in this process, and Node reports each request.
 */
export function createTally(
  stack: Stack,
  dynamodb: MeteredDynamoDb,
): () => Tally {
  const portOf = (url: string) => Number(new URL(url).port);
  const secrets = portOf(stack.secretsManager.endpoint);
  const lambda = portOf(stack.lambda.endpoint);
  let counted = empty();
  let journalFrom = 0;

  subscribe("http.server.request.start", (message) => {
    const { request, socket } = startedSchema.parse(message);
    const port = socket.localPort;
    if (port === secrets) counted.secrets++;
    else if (port === lambda && request.url?.endsWith("/checkpoint"))
      counted.checkpoints++;
    else if (port === lambda) counted.starts++;
  });

  return () => {
    const { journal } = stack.platform;
    const platform = journal
      .slice(journalFrom)
      .map(({ method, path }) => `${method} ${path}`);
    journalFrom = journal.length;
    const taken = { ...counted, platform, dynamodb: dynamodb.take() };
    counted = empty();
    return taken;
  };
}

function empty() {
  return { secrets: 0, starts: 0, checkpoints: 0 };
}
