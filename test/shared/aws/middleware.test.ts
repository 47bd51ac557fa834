import { GetItemCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import {
  jsonAnswer,
  startHttpServer,
} from "../../../infra/pages/http-server.ts";
import { localAwsOptions } from "../../../infra/cli/local-aws-options.ts";
import { clientOptions } from "../../../shared/aws/client-options.ts";

let prepared = 0;

class CountedCommand extends GetItemCommand {
  override resolveMiddleware(
    ...options: Parameters<GetItemCommand["resolveMiddleware"]>
  ): ReturnType<GetItemCommand["resolveMiddleware"]> {
    prepared++;
    return super.resolveMiddleware(...options);
  }
}

test("requests at the same time share the middleware, and each has its own input and answer", async () => {
  const server = await startHttpServer(async ({ body }) => {
    const { Key } = JSON.parse(body.toString()) as { Key: object };
    return jsonAnswer(200, { Item: Key });
  });
  onTestFinished(() => server.close());
  const client = new DynamoDBClient({
    ...clientOptions,
    ...localAwsOptions(server.endpoint),
  });
  onTestFinished(() => client.destroy());

  const keys = Array.from({ length: 20 }, (_, index) => ({
    id: { S: `item-${index}` },
  }));
  const answers = await Promise.all(
    keys.map((Key) =>
      client.send(new CountedCommand({ TableName: "store", Key })),
    ),
  );
  expect(answers.map(({ Item }) => Item)).toEqual(keys);
  expect(prepared).toBe(1);
});
