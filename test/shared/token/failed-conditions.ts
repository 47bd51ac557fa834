import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { connect } from "../../fixtures/tables-for-test.ts";

type FailedConditions = {
  documents: DynamoDBDocumentClient;
  /** Operations asked for, in order. */
  requests: string[];
  close: () => Promise<void>;
};

/** A database whose every condition fails and which, unlike the embedded one, sends the old item along. */
export async function startFailedConditions(
  item: Record<string, unknown>,
): Promise<FailedConditions> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const target = String(request.headers["x-amz-target"]);
    requests.push(target.slice(target.indexOf(".") + 1));
    request.resume();
    response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
    response.end(
      JSON.stringify({
        __type:
          "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
        message: "The conditional request failed",
        Item: item,
      }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const documents = connect(`http://127.0.0.1:${port}`);
  return {
    documents,
    requests,
    async close() {
      documents.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
