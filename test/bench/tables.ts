import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { targetOf } from "../../infra/local/aws/aws-error.ts";
import { startDynamoDb } from "../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { type AnswerHttp, jsonAnswer } from "../../infra/pages/http-server.ts";
import { createTablesInMemory } from "../fixtures/tables-in-memory.ts";

export type Tables = { answer: AnswerHttp; close: () => Promise<void> };

/** The local DynamoDB. Each answer says what DynamoDB would charge. */
export async function startMeteredTables(): Promise<Tables> {
  const { answer, close } = await startDynamoDb();
  return {
    close,
    answer({ headers, body }) {
      const input = JSON.parse(body.toString()) as object;
      const metered = { ...input, ReturnConsumedCapacity: "TOTAL" };
      return answer({ headers, body: Buffer.from(JSON.stringify(metered)) });
    },
  };
}

/**
 * Tables in memory, behind the protocol of DynamoDB. They answer in much less time than the local DynamoDB.
 *
 * @param maxLagMs - how long the indexes lag behind the items at most
 */
export function createFastTables(maxLagMs: number): Tables {
  const { answer, close } = createTablesInMemory({ maxLagMs });
  return {
    close,
    async answer({ headers, body }) {
      const name = `${targetOf({ headers }).at(-1)}Command`;
      const input = JSON.parse(body.toString(), fromWire) as object;
      try {
        const output = await answer({ constructor: { name }, input });
        return { status: 200, body: JSON.stringify(output, toWire) };
      } catch (error) {
        const { name: __type, message } = error as Error;
        const Item =
          error instanceof ConditionalCheckFailedException && error.Item;
        return jsonAnswer(400, { __type, message, ...(Item && { Item }) });
      }
    },
  };
}

/** In the JSON of a request or an answer, bytes are text (Base64). */
function fromWire(_: string, value: unknown): unknown {
  return isBinary(value) && typeof value.B === "string"
    ? { B: Uint8Array.from(Buffer.from(value.B, "base64")) }
    : value;
}

function toWire(_: string, value: unknown): unknown {
  return isBinary(value) && value.B instanceof Uint8Array
    ? { B: Buffer.from(value.B).toString("base64") }
    : value;
}

function isBinary(value: unknown): value is { B: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    "B" in value &&
    Object.keys(value).length === 1
  );
}
