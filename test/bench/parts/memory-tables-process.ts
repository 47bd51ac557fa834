import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { startHttpServer } from "../../../infra/pages/http-server.ts";
import {
  createMemoryTable,
  type MemoryTable,
  tableOf,
} from "../../simulation/table/memory-table.ts";
import { serve } from "./part.ts";

/**
 * Our tables in memory, in a process of their own, behind the protocol of DynamoDB. They are much faster than the local
 * DynamoDB, for measurements with very many items.
 */
const byName = new Map<string, MemoryTable>(
  Object.values(tables).map((one) => [one.name, createMemoryTable(one)]),
);

const { endpoint } = await startHttpServer(async ({ headers, body }) => {
  const [target = ""] = headers.get("x-amz-target") ?? [];
  const name = `${target.split(".").at(-1)}Command`;
  const input = JSON.parse(body.toString(), fromWire) as object;
  const table = byName.get(tableOf({ input }) ?? "");
  try {
    const output = table?.answer({ constructor: { name }, input });
    return { status: 200, body: JSON.stringify(output, toWire) };
  } catch (error) {
    const { name: __type, message } = error as Error;
    const Item =
      error instanceof ConditionalCheckFailedException ? error.Item : undefined;
    return {
      status: 400,
      body: JSON.stringify({ __type, message, Item }, toWire),
    };
  }
});
serve(endpoint, () => undefined);

/** Bytes are text in JSON. */
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
