import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { routes } from "../../../infra/aws/deployment/functions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { startGateway } from "../../../infra/local/aws/api-gateway/start-gateway.ts";
import { createJsonFolder } from "../../../infra/local/aws/json-folder.ts";
import {
  type ExecutionDocument,
  executionDocumentSchema,
} from "../../../infra/local/aws/lambda/execution-document.ts";
import { startPlatform } from "../../../infra/platform/start-platform.ts";
import { startSecretsManager } from "../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { lateWriteMs } from "../../../shared/store/leases.ts";
import { createStore } from "../../../shared/store/store.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { clientFor } from "../../fixtures/community-client.ts";
import { connect } from "../../fixtures/tables-for-test.ts";
import { createSenders } from "./senders.ts";
import { Killed } from "./spawn-process.ts";
import type { LiveProcess } from "./processes.ts";

type Item = Record<string, unknown>;

/** Bearer token of an operator who is not the sender of the events. */
export const operatorToken = "token-of-the-operator-with-32-characters";

const secrets = {
  ...localSecrets,
  callers: {
    ...localSecrets.callers,
    operator: { scheme: "bearer", keys: [operatorToken], scopes: ["operate"] },
  },
};

export type KillableEnvironment = Awaited<ReturnType<typeof startEnvironment>>;

/** Longer than the time after which the scheduler starts an accepted operation again. */
const nextRoundMs = 3 * 60_000;

/**
 * Starts everything that outlives the processes: the platform, the tables, the secrets, the clock and the senders.
 *
 * @param folder - the folder of the executions
 * @param process - resolves to the live process. After a kill that is the next one.
 */
export async function startEnvironment(
  folder: () => string,
  process: () => Promise<LiveProcess>,
) {
  let aheadMs = 0;
  let journalFrom = 0;
  const nowMs = () => Date.now() + aheadMs;
  const platform = await startPlatform({
    nowMs,
    journalLimit: Number.POSITIVE_INFINITY,
  });
  const dynamodb = await startDynamoDb();
  const secretsManager = await startSecretsManager({ secrets });
  const documents = connect(dynamodb.endpoint);
  const store = createStore(createTable(documents, tables.store.name), nowMs);
  const senders = createSenders({ store, nowMs, process });
  const { invoke } = senders;
  const gateway = await startGateway({ routes, nowMs, invoke });

  async function scan(TableName: string): Promise<Item[]> {
    const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
    return Items;
  }

  async function advanceTime(durationMs: number): Promise<void> {
    aheadMs += durationMs;
    await askUntilAnswered(process, (alive) => alive.setAhead(aheadMs));
  }

  /** One round of the scheduler. A round that is killed is followed by the next one, at its time. */
  async function runScheduler(): Promise<void> {
    const first = await invoke("scheduler-handler", {});
    if (first.status === "returned") return;
    await advanceTime(nextRoundMs);
    const next = await invoke("scheduler-handler", {});
    if (next.status === "failed") throw new Error(next.error.errorMessage);
  }

  function waitsForLateWrite({ status, dueAtMs, phase }: Item): boolean {
    const isSoon = Number(dueAtMs) <= nowMs() + lateWriteMs;
    return status === "waiting" && phase === undefined && isSoon;
  }

  return {
    ...senders,
    platform,
    dynamodb,
    secretsManager,
    store,
    /** The gateway in front of the receivers in the process. */
    gateway: gateway.endpoint,
    nowMs,
    aheadMs: (): number => aheadMs,

    /** Advances all clocks. */
    advanceTime,

    /**
     * Resolves when no execution runs or waits and no request is under way, also after a kill. What waits until no late
     * write can come any more goes on.
     */
    async settle(): Promise<void> {
      for (;;) {
        await askUntilAnswered(process, (alive) => alive.idle());
        const items = await scan(tables.store.name);
        if (!items.some(waitsForLateWrite)) return;
        await advanceTime(lateWriteMs);
        await runScheduler();
      }
    },

    runScheduler,

    async find(operationId: string): Promise<Operation> {
      const operation = await store.operations.get(operationId);
      if (operation) return operation;
      throw new Error(`There is no operation ${operationId}.`);
    },

    /** Every request to the platform since the last `clear`. */
    journal: () => platform.journal.slice(journalFrom),

    /** All items of our tables. */
    async storedItems(): Promise<Item[]> {
      const all = Object.values(tables).map(({ name }) => scan(name));
      return (await Promise.all(all)).flat();
    },

    /** The executions as they are on the disk. */
    executions: (): ExecutionDocument[] =>
      createJsonFolder(folder(), executionDocumentSchema).load(),

    /**
     * Deletes all persons and all items, except for the service account and its token.
     *
     * @param isCold - whether the token is deleted too
     */
    async clear({ isCold }: { isCold: boolean }): Promise<void> {
      const { store: people, tokens } = tables;
      for (const { name: TableName } of isCold ? [people, tokens] : [people])
        for (const { id } of await scan(TableName))
          await documents.send(new DeleteCommand({ TableName, Key: { id } }));
      for (const { id, svc } of platform.people())
        if (svc.username !== "service")
          await clientFor(platform).people.remove(id);
      journalFrom = platform.journal.length;
    },

    close: async (): Promise<void> => {
      documents.destroy();
      for (const part of [gateway, secretsManager, dynamodb, platform])
        await part.close();
    },
  };
}

/** Asks the process. If it is killed meanwhile, the next process is asked. */
async function askUntilAnswered(
  process: () => Promise<LiveProcess>,
  ask: (alive: LiveProcess) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask(await process());
    } catch (error) {
      if (!(error instanceof Killed) || tries === 4) throw error;
    }
  }
}
