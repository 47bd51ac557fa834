import { tables } from "../../../infra/aws/deployment/tables.ts";
import type { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import {
  type Command,
  createMemoryClient,
  createMemoryTable,
  type MemoryTable,
  type TableClient,
} from "../table/memory-table.ts";
import { serviceError } from "../table/dynalite-item.ts";
import { clock } from "../time/virtual-clock.ts";
import { callAttempts } from "./faults.ts";
import { noteFault, type Run } from "./run.ts";

const away = "InternalServerError";
const throttled = "ProvisionedThroughputExceededException";
/** The errors after which the SDK repeats a request. */
const repeatedAfter = [away, throttled];

/** Our tables behind a network that loses, throttles and delays, and the client that repeats. */
export function createTables(run: Run): {
  documents: TableClient;
  store: MemoryTable;
  tokens: MemoryTable;
  /** Makes each request fail, or ends that. */
  setAway: (isAway: boolean) => void;
  /** Runs a function after each write into the store, and when an index shows one. */
  onWrite: (run: () => void) => void;
} {
  const { faults } = run;
  const chance = run.chance.fork("tables");
  const options = {
    lagMs: () =>
      faults.indexLagMs > 0 ? chance.between(1, faults.indexLagMs) : 0,
    after: (delayMs: number, act: () => void) => clock.after(delayMs, act),
  };
  let onWrite = (): void => undefined;
  const store = createMemoryTable(tables.store, {
    ...options,
    onWrite: () => onWrite(),
  });
  const tokens = createMemoryTable(tables.tokens, options);

  let isAway = false;

  async function attempt(command: Command, table: MemoryTable) {
    await clock.sleepMs(chance.between(1, 4));
    if (chance.happens(faults.slow)) {
      noteFault(run, `table slow ${command.constructor.name}`);
      await clock.sleepMs(chance.between(100, 2_500));
    }
    if (chance.happens(faults.throttled)) {
      noteFault(run, `table throttled ${command.constructor.name}`);
      throw serviceError(throttled, 400, "throttled");
    }
    if (isAway) throw serviceError(away, 500, "away");
    if (chance.happens(faults.lostBefore)) {
      noteFault(run, `table lost-before ${command.constructor.name}`);
      throw serviceError(away, 500, "lost");
    }
    const output = table.answer(command);
    if (!chance.happens(faults.lostAfter)) return output;
    noteFault(run, `table lost-after ${command.constructor.name}`);
    throw serviceError(away, 500, "lost");
  }

  async function send(command: Command, table: MemoryTable): Promise<object> {
    for (let number = 1; ; number++)
      try {
        const output = await attempt(command, table);
        return { ...output, $metadata: { attempts: number } };
      } catch (error) {
        const failure = error as DynamoDBServiceException;
        if (failure.$metadata) failure.$metadata.attempts = number;
        if (number === callAttempts || !repeatedAfter.includes(failure.name))
          throw error;
        await clock.sleepMs(chance.between(20, 200));
      }
  }

  const byName = { [tables.store.name]: store, [tables.tokens.name]: tokens };
  return {
    documents: createMemoryClient(byName, send),
    store,
    tokens,
    setAway: (next) => void (isAway = next),
    onWrite: (act) => void (onWrite = act),
  };
}
