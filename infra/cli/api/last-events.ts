import type {
  Overview,
  ShownOperation,
} from "../../../functions/operations/contract.ts";
import type { ApiClient } from "./client.ts";

type Caller = Overview["callers"][number];
export type CallerWithEvent = Caller & {
  /** The newest operation of the caller. Absent if the API found none among the newest operations of all callers. */
  lastEvent?: Pick<ShownOperation, "id" | "type" | "createdAt">;
};

/** Adds the last accepted event of each caller, with one short read of the newest operations for each. */
export async function readLastEvents(
  { page }: Pick<ApiClient["operations"], "page">,
  callers: readonly Caller[],
): Promise<CallerWithEvent[]> {
  return Promise.all(
    callers.map(async (caller) => {
      const { operations } = await page({ caller: caller.name }, { limit: 1 });
      const [newest] = operations;
      if (!newest) return caller;
      const { id, type, createdAt } = newest;
      return { ...caller, lastEvent: { id, type, createdAt } };
    }),
  );
}
