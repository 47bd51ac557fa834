import { Agent, request } from "node:http";
import { cp, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { startPart } from "../../environments/parts/part.ts";

const root = resolve(import.meta.dirname, "../../..");
const batch = 25;
const writers = 4;

/**
 * Resolves to a temporary copy of a DynamoDB folder with this many active employees. The original is created once for
 * each number, because that takes long.
 */
export async function populatedFolder(people: number): Promise<string> {
  const kept = join(root, `dist/bench/people-${people}`);
  if (!(await stat(kept).catch(() => undefined))) {
    const unfinished = `${kept}-unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    await populate(unfinished, people);
    await rename(unfinished, kept);
  }
  const copy = await mkdtemp(join(tmpdir(), "bench-growth-"));
  await cp(kept, copy, { recursive: true });
  return copy;
}

async function populate(folder: string, people: number): Promise<void> {
  const dynamodb = await startPart(
    join(import.meta.dirname, "../../environments/parts/dynamodb-process.ts"),
    { args: [folder] },
  );
  const agent = new Agent({ keepAlive: true, maxSockets: writers });
  let next = 0;
  const writeOn = async () => {
    while (next < people) {
      const from = next;
      next += batch;
      const size = Math.min(batch, people - from);
      await write(
        String(dynamodb.ready),
        agent,
        Array.from({ length: size }, (_, index) => employeeOf(from + index)),
      );
    }
  };
  await Promise.all(Array.from({ length: writers }, writeOn));
  agent.destroy();
  await dynamodb.close();
}

/** The item of an active employee, in DynamoDB's own JSON. */
function employeeOf(number: number) {
  const hiredAtMs = String(Date.UTC(2020, 0, 1) + number * 1_000);
  return {
    id: { S: `employee#CROWD-${number}` },
    generation: { N: "1" },
    state: { S: "active" },
    openedAtMs: { N: hiredAtMs },
    hiredAtMs: { N: hiredAtMs },
    operationId: { S: `crowd-operation-${number}` },
    username: { S: `crowd.${number + 1}` },
    // As the stand-in numbers them: the service account is the first.
    personID: { S: String(1_002 + number) },
    emailHash: { S: "1.crowd-crowd-crowd-crowd-crowd-crowd-crowd-cr" },
  };
}

/** By hand: the client of the SDK would take most of the time. */
function write(
  endpoint: string,
  agent: Agent,
  items: Record<string, unknown>[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "DynamoDB_20120810.BatchWriteItem",
      "x-amz-date": "20260101T000000Z",
      authorization:
        "AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none",
    };
    request(endpoint, { method: "POST", agent, headers }, (answer) => {
      void text(answer).then((body) => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`BatchWriteItem: ${body}`));
      }, reject);
    })
      .on("error", reject)
      .end(
        JSON.stringify({
          RequestItems: {
            [tables.store.name]: items.map((Item) => ({
              PutRequest: { Item },
            })),
          },
        }),
      );
  });
}
