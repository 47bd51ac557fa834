import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect } from "vitest";
import { operationPageSchema } from "../../../../functions/operations/contract.ts";
import { opsToken } from "../../../../infra/local/credentials.ts";
import { sendAsHr } from "../../../../infra/local/demo/send.ts";
import {
  type LocalSources,
  startLocalSources,
  type VendorName,
} from "../../../../infra/local/local-sources.ts";
import type { Source } from "../../../../infra/local/sources/start-source.ts";
import { tables } from "../../../../infra/aws/deployment/tables.ts";
import { readOperation } from "../../../environments/bundled-stack.ts";
import { connect } from "../../../fixtures/tables-for-test.ts";
import {
  type ReplyServer,
  startReplyServer,
} from "../../../functions/status-relay/reply-server.ts";
import { type Deployed, startDeployed } from "./start-deployed.ts";

let started: { sources: LocalSources; replies: ReplyServer; stack: Deployed };

beforeAll(async () => {
  const sources = await startLocalSources(0, {
    nowMs: () => Date.now() + sourceAheadMs,
    sleepMs: async () => {},
  });
  const replies = await startReplyServer();
  const stack = await startDeployed({ sources, replies });
  sources.connect(stack.origin);
  started = { sources, replies, stack };
}, 120_000);

afterAll(async () => {
  await started?.stack.close();
  await started?.sources.close();
  await started?.replies.close();
});

/** The deployed stack, with the HR systems and the chat tool that it is connected with. */
export const deployed = () => started.stack;
export const replies = () => started.replies;

let sourceAheadMs = 0;

/** Does something in an HR system. Resolves when the system has told it, and no execution runs any more. */
export async function inSource<T>(
  vendor: VendorName,
  act: (source: Source) => T,
): Promise<T> {
  // Vendors write seconds, so two acts of one second could not be told apart.
  sourceAheadMs += 1_000;
  const result = act(started.sources[vendor]);
  await started.sources[vendor].idle();
  await deployed().lambda.idle();
  return result;
}

let deliveries = 0;

/** Sends an event of HR. Resolves to the path of its operation when no execution runs any more. */
export async function deliver(
  path: string,
  sent: object,
  id = `msg_${++deliveries}`,
): Promise<string> {
  const delivery = { id, body: JSON.stringify(sent) };
  const answer = await sendAsHr(deployed().origin, path, delivery, Date.now());
  expect(answer.status).toBe(202);
  await deployed().lambda.idle();
  return answer.headers.get("location") ?? "";
}

export const operationAt = (location: string) =>
  readOperation(deployed().origin, location);

/** The path of the newest operation that a filter of the list selects, such as `type=record.changed`. */
export async function newest(filter: string): Promise<string> {
  const url = `${deployed().origin}/operations?limit=1&${filter}`;
  const headers = { authorization: `Bearer ${opsToken}` };
  const answer = await fetch(url, { headers });
  const { operations } = operationPageSchema.parse(await answer.json());
  const [first] = operations;
  if (first) return `/operations/${first.id}`;
  throw new Error(`there is no operation with ${filter}`);
}

export function event(type: string, data: object) {
  return { type, timestamp: new Date().toISOString(), data };
}

/** Sends a request of an operator. Resolves to the status of the answer when no execution runs any more. */
export async function operate(
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const answer = await fetch(deployed().origin + path, {
    method,
    headers: {
      authorization: `Bearer ${opsToken}`,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  await deployed().lambda.idle();
  return answer.status;
}

export const personOf = (username: string) =>
  deployed()
    .platform.people()
    .find(({ svc }) => svc.username === username);

async function withTables<T>(
  act: (documents: DynamoDBDocumentClient) => Promise<T>,
): Promise<T> {
  const documents = connect(deployed().dynamodb.endpoint);
  try {
    return await act(documents);
  } finally {
    documents.destroy();
  }
}

/** Changes an item of the store behind the back of the functions. */
export function changeItem(
  id: string,
  changes: Record<string, unknown>,
): Promise<unknown> {
  const set = Object.entries(changes);
  return withTables((documents) =>
    documents.send(
      new UpdateCommand({
        TableName: tables.store.name,
        Key: { id },
        UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(", ")}`,
        ExpressionAttributeNames: Object.fromEntries(
          set.map(([name]) => [`#${name}`, name]),
        ),
        ExpressionAttributeValues: Object.fromEntries(
          set.map(([name, value]) => [`:${name}`, value]),
        ),
      }),
    ),
  );
}

/** The store does not know the token of the service account any more. A sandbox that has it keeps it. */
export async function deleteToken(): Promise<void> {
  const TableName = tables.tokens.name;
  await withTables(async (documents) => {
    const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
    for (const { id } of Items)
      await documents.send(new DeleteCommand({ TableName, Key: { id } }));
  });
}

export const keyOf = (location: string) =>
  location.replace("/operations/", "operation#");

/** One run of the scheduler, and all that follows. */
export async function runScheduler(): Promise<void> {
  await deployed().runScheduler();
  await deployed().lambda.idle();
}

/** Makes an operation due, first in the given status if there is one, and runs the scheduler. */
export async function makeDue(
  location: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const dueAtMs = Date.now() - 1;
  await changeItem(keyOf(location), { dueAtMs, ...changes });
  await runScheduler();
}
