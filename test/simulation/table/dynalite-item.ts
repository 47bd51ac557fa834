import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  type QueryCommandInput,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import updateItem from "dynalite/actions/updateItem.js";
import {
  checkConditional,
  itemSize,
  matchesExprFilter,
  validateItem,
} from "dynalite/db/index.js";
import { validateExpressions } from "dynalite/validations/index.js";
import type { TableDefinition } from "../../../infra/aws/deployment/tables.ts";
import { toCreateTableInput } from "../../../infra/local/aws/dynamodb/open-tables.ts";

/** An item in the form of DynamoDB. Nothing changes it: each write makes another one. */
export type Item = Readonly<Record<string, AttributeValue>>;

/** The parts of a request that have expressions, with the names and values of their placeholders. */
type Expressions = Partial<
  Pick<UpdateItemCommandInput, "UpdateExpression" | "ConditionExpression"> &
    Pick<
      QueryCommandInput,
      | "FilterExpression"
      | "ProjectionExpression"
      | "ExpressionAttributeNames"
      | "ExpressionAttributeValues"
    >
>;
type Conditional = Expressions &
  Pick<UpdateItemCommandInput, "ReturnValuesOnConditionCheckFailure">;

/** The largest item, as on AWS. */
const maxItemBytes = 400 * 1024;

/** The size of an item. Dynalite counts the characters of a text, and DynamoDB its bytes in UTF-8. */
export function bytesOf(item: Item): number {
  return itemSize(item) + extraBytesOf(Object.values(item));
}

/** How many bytes more than characters the texts have. */
function extraBytesOf(values: readonly AttributeValue[]): number {
  let bytes = 0;
  for (const { S = "", L, M } of values)
    bytes +=
      Buffer.byteLength(S) -
      S.length +
      extraBytesOf(L ?? Object.values(M ?? {}));
  return bytes;
}

/** The part of dynalite (a DynamoDB in JavaScript) that works on one item. It runs synchronously, and without a database. */
export function createDynaliteItem(definition: TableDefinition) {
  const table = toCreateTableInput(definition);
  // With indexes, dynalite would write their entries to its database, which is not there.
  const { GlobalSecondaryIndexes: _, ...withoutIndexes } = table;

  return {
    /** @throws DynamoDBServiceException if the item is too large, or has a wrong key */
    check(item: Item): Item {
      if (bytesOf(item) > maxItemBytes)
        throw invalid("Item size has exceeded the maximum");
      const refusal = validateItem(item, table);
      if (refusal) throw invalid(refusal.message);
      return item;
    },

    /** @throws ConditionalCheckFailedException */
    requireCondition(request: Conditional, item: Item | undefined): void {
      const refusal = checkConditional(readExpressions(request), item);
      if (!refusal) return;
      const isShown = request.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
      throw new ConditionalCheckFailedException({
        message: "The conditional request failed",
        $metadata: { httpStatusCode: 400, attempts: 1 },
        ...(isShown && item && { Item: { ...item } }),
      });
    },

    /** @throws DynamoDBServiceException */
    update(request: UpdateItemCommandInput, before: Item | undefined): Item {
      const { _updates } = readExpressions(request);
      // Dynalite copies what it gets, and cannot copy bytes: it gets only what the update names.
      const named = Object.values(request.ExpressionAttributeNames ?? {});
      const others = { ...before };
      const old: Record<string, AttributeValue> = {};
      for (const name of ["id", ...named]) {
        const value = before?.[name];
        if (value) old[name] = value;
        delete others[name];
      }
      let changed: Item | undefined;
      updateItem(
        {
          getTable: (_name, done) => done(null, withoutIndexes),
          getItemDb: () => ({
            lock: (_key, run) => run((done) => done),
            get: (_key, done) => done(null, before && old),
            put(_key, item, done) {
              changed = item;
              done();
            },
          }),
          options: { maxItemSize: maxItemBytes },
        },
        { _updates, Key: { ...request.Key } },
        (refusal) => {
          if (refusal) throw invalid(refusal.message);
        },
      );
      return { ...others, ...changed };
    },

    /** Whether the item is in the answer of a query or scan with a filter. */
    fits(request: Expressions, item: Item): boolean {
      const { _filter: filter } = readExpressions(request);
      return !filter || matchesExprFilter(item, filter.expression);
    },
  };
}

/** What dynalite reads in the expressions of a request. */
type Read = {
  _updates?: object;
  _condition?: object;
  _filter?: { expression: unknown };
};

/** What was read of each text, with the values of the first request that had this text. */
const known = new Map<string, { read: Read; values: [string, unknown][] }>();

/**
 * Reads the expressions of a request. That takes longer than all the rest, so each text is read once. A later request
 * with the same text gets a copy of the result with its own values. Dynalite keeps the very objects of the values in
 * what it reads, so the copy exchanges them by identity.
 */
function readExpressions(given: Expressions): Read {
  const texts = {
    UpdateExpression: given.UpdateExpression,
    ConditionExpression: given.ConditionExpression,
    FilterExpression: given.FilterExpression,
    // Nothing is projected, but its names must count as used.
    ProjectionExpression: given.ProjectionExpression,
    ExpressionAttributeNames: given.ExpressionAttributeNames,
  };
  const { ExpressionAttributeValues } = given;
  const values = Object.entries(ExpressionAttributeValues ?? {});
  // Dynalite checks the types of the values while it reads, so they are a part of the key.
  const types = values.map(([name, value]) => [name, Object.keys(value)]);
  const key = JSON.stringify([texts, types]);
  let first = known.get(key);
  if (!first) {
    const read = parse({ ...texts, ExpressionAttributeValues });
    known.set(key, (first = { read, values }));
  }
  const own = ExpressionAttributeValues ?? {};
  return withValues(
    first.read,
    new Map(first.values.map(([name, value]) => [value, own[name]])),
  );
}

function parse(request: Expressions & Read): Read {
  const wrong = validateExpressions(request);
  if (wrong !== undefined) throw invalid(wrong);
  const { _updates, _condition, _filter } = request;
  return {
    ...(_updates && { _updates }),
    ...(_condition && { _condition }),
    ...(_filter && { _filter }),
  };
}

/** A copy in which each value that is a key of `next` is replaced. */
function withValues<T>(one: T, next: ReadonlyMap<unknown, unknown>): T {
  if (typeof one !== "object" || one === null) return one;
  if (next.has(one)) return next.get(one) as T;
  if (Array.isArray(one))
    return one.map((part: unknown) => withValues(part, next)) as T;
  const copy = { ...one };
  for (const name in copy) copy[name] = withValues(copy[name], next);
  return copy;
}

export function invalid(message: string): DynamoDBServiceException {
  return serviceError("ValidationException", 400, message);
}

/** An exception as the client of DynamoDB makes it of an answer. */
export function serviceError(
  name: string,
  status: number,
  message: string,
): DynamoDBServiceException {
  return new DynamoDBServiceException({
    name,
    message,
    $fault: status < 500 ? "client" : "server",
    $metadata: { httpStatusCode: status, attempts: 1 },
  });
}
