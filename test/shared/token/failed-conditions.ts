import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { connect } from "../../fixtures/tables-for-test.ts";

type FailedConditions = {
  documents: DynamoDBDocumentClient;
  /** The requested operations, in order. */
  requests: string[];
  close: () => Promise<void>;
};

/** A database where every condition fails. It sends the old item with the error; the embedded database does not. */
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
