import { startHttpServer } from "../../../pages/http-server.ts";
import { errorAnswer, inputOf, targetOf } from "../aws-error.ts";
import { withAwsConditions, type AwsConditions } from "../aws-service.ts";
import { askedOfTable, tableInputSchema } from "../permissions.ts";
import { type DynamoDbRequest, openTables } from "./open-tables.ts";
import { type IndexLag, openLaggingTables } from "./open-lagging-tables.ts";

export type LocalDynamoDb = Awaited<ReturnType<typeof startDynamoDb>>;

const wireNamespace = "com.amazonaws.dynamodb.v20120810";

/**
 * Starts DynamoDB (dynalite) on loopback with all tables of the deployment. infra/local/README.md says how it differs
 * from AWS. An expired item stays until it is overwritten, or until `deleteExpired` deletes it.
 */
export async function startDynamoDb({
  folder,
  indexLag,
  ...conditions
}: AwsConditions & {
  /** Folder that keeps the items after the process has ended. @default none: the items are in memory */
  folder?: string | undefined;
  /** Lets the indexes lag behind the items, as on AWS. @default none: an index shows a write at once */
  indexLag?: IndexLag | undefined;
} = {}) {
  const database = indexLag
    ? await openLaggingTables(folder, indexLag)
    : await openTables(folder);
  const answer = withAwsConditions(
    database.answer,
    {
      askedOf: askedOfDynamoDb,
      throttled: errorAnswer(
        400,
        `${wireNamespace}#ProvisionedThroughputExceededException`,
        "The level of configured provisioned throughput is exceeded.",
      ),
      lost: errorAnswer(
        500,
        `${wireNamespace}#InternalServerError`,
        "Internal server error",
      ),
    },
    conditions,
  );
  const front = await startHttpServer(answer);
  return {
    endpoint: front.endpoint,
    /** Answers a request of this process as the endpoint does, without a connection. */
    answer,
    close: async () => {
      await front.close();
      await database.close();
    },
  };
}

function askedOfDynamoDb(request: DynamoDbRequest) {
  const [, action = ""] = targetOf(request);
  const { data } = tableInputSchema.safeParse(inputOf(request));
  return askedOfTable(action, data);
}
