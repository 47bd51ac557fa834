import { setTimeout as sleep } from "node:timers/promises";
import {
  operationPageSchema,
  type ShownOperation,
  shownOperationSchema,
} from "../../../functions/operations/contract.ts";
import { opsToken } from "../credentials.ts";

export type WatchedOperation = ShownOperation;

const readEveryMs = 40;
const unfinished = new Set(["accepted", "running"]);

/**
 * Follows an operation as caller `ops` until it ends or waits for its time.
 *
 * @param onStep - gets each step once, in the order in which they are seen, which need not be the order of their ends
 * @throws Error when it has not ended within `timeoutMs`
 */
export async function watchUntilEnd(
  origin: string,
  location: string,
  onStep: (step: WatchedOperation["steps"][number]) => void,
  timeoutMs = 30_000,
): Promise<WatchedOperation> {
  const seen = new Set<string>();
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const operation = shownOperationSchema.parse(await read(origin + location));
    for (const step of operation.steps)
      if (!seen.has(step.name)) {
        seen.add(step.name);
        onStep(step);
      }
    if (!unfinished.has(operation.status)) return operation;
    if (Date.now() > deadlineMs)
      throw new Error(`${location} is still ${operation.status}`);
    await sleep(readEveryMs);
  }
}

/**
 * Finds the newest operation of an employee that has the given type of event. Resolves to its path.
 *
 * @throws Error when there is none
 */
export async function findOperation(
  origin: string,
  employeeId: string,
  type: string,
): Promise<string> {
  const path = `/operations?employeeId=${encodeURIComponent(employeeId)}`;
  const { operations } = operationPageSchema.parse(await read(origin + path));
  const newest = operations.find((operation) => operation.type === type);
  if (!newest) throw new Error(`${employeeId} has no operation ${type}`);
  return `/operations/${newest.id}`;
}

async function read(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${opsToken}` },
  });
  return response.json();
}
