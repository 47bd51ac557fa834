import { createServer } from "node:http";
import { GetItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { closeServer, listen } from "../../../infra/local/http-server.ts";
import { timeouts } from "../../../shared/aws/timeouts.ts";

test("a request to which AWS does not respond ends with a timeout", async () => {
  const silent = createServer(() => undefined);
  const port = await listen(silent, 0);
  onTestFinished(() => closeServer(silent));
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
    requestHandler: { ...timeouts.requestHandler, requestTimeout: 20 },
  });
  onTestFinished(() => client.destroy());
  const asked = client.send(
    new GetItemCommand({ TableName: "store", Key: { id: { S: "1" } } }),
  );
  await expect(asked).rejects.toMatchObject({ name: "TimeoutError" });
});
