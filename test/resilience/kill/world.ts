import { DeleteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { routes } from "../../../infra/functions.ts";
import { localSecrets } from "../../../infra/local/credentials.ts";
import { startDynamoDb } from "../../../infra/local/aws/dynamodb/start-dynamodb.ts";
import { startGateway } from "../../../infra/local/aws/api-gateway/start-gateway.ts";
import type { ExecutionDocument } from "../../../infra/local/aws/lambda/execution-document.ts";
import { createFolderStore } from "../../../infra/local/aws/lambda/execution-store.ts";
import { startPlatform } from "../../../infra/local/platform/start-platform.ts";
import { startSecretsManager } from "../../../infra/local/aws/secrets-manager/start-secrets-manager.ts";
import { tables } from "../../../infra/tables.ts";
import { createStore } from "../../../shared/store/store.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { clientFor } from "../../fixtures/community-client.ts";
import { connect } from "../../fixtures/tables-for-test.ts";
import { createSenders } from "./senders.ts";
import { Killed } from "./spawn-process.ts";
import type { AtWork } from "./succession.ts";

type Item = Record<string, unknown>;

export type World = Awaited<ReturnType<typeof startWorld>>;

/** Longer than the scheduler leaves an accepted operation alone. */
const nextLookMs = 3 * 60_000;

/**
 * What outlives every process: the platform, the tables, the secrets, the clock, and who asks.
 *
 * @param folder - where executions lie
 * @param process - resolves to the process that is alive: where one was killed, to the next
 */
export async function startWorld(
  folder: () => string,
  process: () => Promise<AtWork>,
) {
  let aheadMs = 0;
  let journalFrom = 0;
  const nowMs = () => Date.now() + aheadMs;
  const platform = await startPlatform({
    nowMs,
    journalLimit: Number.POSITIVE_INFINITY,
  });
  const dynamodb = await startDynamoDb({ tables: Object.values(tables) });
  const secretsManager = await startSecretsManager({ secrets: localSecrets });
  const documents = connect(dynamodb.endpoint);
  const store = createStore(documents, tables.store.name, nowMs);
  const senders = createSenders({ store, nowMs, process });
  const { invoke } = senders;
  const gateway = await startGateway({ routes, nowMs, invoke });

  async function scan(TableName: string): Promise<Item[]> {
    const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
    return Items;
  }

  async function pass(durationMs: number): Promise<void> {
    aheadMs += durationMs;
    await untilSurvived(process, (alive) => alive.setAhead(aheadMs));
  }

  return {
    ...senders,
    platform,
    dynamodb,
    secretsManager,
    store,
    /** Leads to the receivers of the process, and outlives them. */
    gateway: gateway.endpoint,
    nowMs,
    aheadMs: (): number => aheadMs,

    /** Puts all clocks forward. */
    pass,

    /** Resolves when no execution runs or waits, and no request is under way, in whichever process. */
    rest: (): Promise<void> => untilSurvived(process, (alive) => alive.idle()),

    /** Has the scheduler look; a look that is killed is followed by the next, when it is time for that. */
    async due(): Promise<void> {
      const first = await invoke("scheduler-handler", {});
      if (first.status === "returned") return;
      await pass(nextLookMs);
      const next = await invoke("scheduler-handler", {});
      if (next.status === "failed") throw new Error(next.error.errorMessage);
    },

    async find(operationId: string): Promise<Operation> {
      const operation = await store.operations.get(operationId);
      if (operation) return operation;
      throw new Error(`There is no operation ${operationId}.`);
    },

    /** What the platform was asked since the last clearance. */
    journal: () => platform.journal.slice(journalFrom),

    /** All that lies in our tables. */
    async remembered(): Promise<Item[]> {
      const all = Object.values(tables).map(({ name }) => scan(name));
      return (await Promise.all(all)).flat();
    },

    /** As they lie on the disk. */
    executions: (): ExecutionDocument[] => createFolderStore(folder()).load(),

    /**
     * Forgets everybody and everything, but for the service account and its token.
     *
     * @param isCold - the token too
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

/** Asks the process; where it is killed meanwhile, the next one. */
async function untilSurvived(
  process: () => Promise<AtWork>,
  ask: (alive: AtWork) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask(await process());
    } catch (error) {
      if (!(error instanceof Killed) || tries === 4) throw error;
    }
  }
}
