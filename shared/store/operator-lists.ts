import * as z from "zod/mini";
import { countEach } from "../count-each.ts";
import type { Table } from "../dynamodb/table.ts";
import { type Blocker, isNote, toReasonCode } from "../reason-codes.ts";
import {
  isPositionIn,
  type ListPosition,
  readNewestFirst,
  type IndexPartition,
} from "./newest-first.ts";
import {
  ofAll,
  type OpenList,
  openLists,
  openOf,
  sentBy,
  warnedMark,
} from "./operation-indexes.ts";
import { createOperationWriter, idOf } from "./operation-writer.ts";
import { type Operation, type Warning, warningSchema } from "./operation.ts";
import { idOfEmployee } from "./employee.ts";

/** By which attributes a list is filtered. The value of `warning` is the part or the reason of a warning, or `any`. */
const filters = [
  "status",
  "reason",
  "type",
  "employeeId",
  "caller",
  "warning",
] as const;
type Filter = (typeof filters)[number];

/** Which operations a list has. Without a filter, all. */
export type OperationListQuery = { [F in Filter]?: string | undefined } & {
  status?: Operation["status"] | undefined;
  /** Created at this time or later. */
  sinceMs?: number | undefined;
  /** Created before this time. */
  untilMs?: number | undefined;
  /** `due`: the next due operation first; only with the status `waiting`. @default newest */
  order?: "newest" | "oldest" | "due" | undefined;
};

export type ListedOperations = {
  /** In the order of the query. */
  operations: Operation[];
  /** Where the list goes on. Absent at its end. */
  next: ListPosition | undefined;
};

export type OperatorLists = ReturnType<typeof createOperatorLists>;

const anyTime = { lowMs: 0, highMs: Number.MAX_SAFE_INTEGER };
/** A page reads at most this many entries of an index. */
const maxEntries = 500;
/** A page reads at most this many operations, because some filters need the operation itself. */
const maxItems = 100;

const operationEntrySchema = z.pipe(
  z.object({
    id: z.string(),
    createdAtMs: z.optional(z.number()),
    dueAtMs: z.optional(z.number()),
    type: z.optional(z.string()),
    caller: z.optional(z.string()),
    status: z.optional(z.string()),
    reason: z.optional(z.string()),
    warnings: z.optional(z.array(warningSchema)),
  }),
  z.transform(({ createdAtMs, dueAtMs, ...entry }) => ({
    ...entry,
    // Each index has its own time only.
    atMs: createdAtMs ?? dueAtMs ?? 0,
  })),
);
const employeeEntrySchema = z.pipe(
  z.object({
    id: z.string(),
    hiredAtMs: z.number(),
    hiredBy: z.optional(z.string()),
  }),
  z.transform(({ id, hiredAtMs, hiredBy }) => ({
    id,
    atMs: hiredAtMs,
    hiredBy,
  })),
);

/**
 * What operators list and count. Every page has a bounded number of reads, however many operations there are
 * (decision 19). The other functions do not need it, so it is no part of the store.
 */
export function createOperatorLists(table: Table, nowMs: () => number) {
  const { get } = createOperationWriter(table, nowMs);

  return {
    ...createListCounts(table, nowMs),

    /**
     * A page of operations. It may have fewer than `limit`, and none.
     *
     * @param limit - at most 100
     * @returns undefined if `position` is not of this list
     */
    async operations(
      query: OperationListQuery,
      limit: number,
      position?: ListPosition,
    ): Promise<ListedOperations | undefined> {
      const plan = planOf(query);
      const maxRead = plan.inItem.length > 0 ? maxItems : limit;
      const created = {
        lowMs: query.sinceMs ?? anyTime.lowMs,
        highMs: (query.untilMs ?? anyTime.highMs) - 1,
      };
      const isByDue = query.order === "due";
      const range = {
        ...(isByDue
          ? { sortKey: "dueAtMs", ...anyTime }
          : { sortKey: "createdAtMs", ...created }),
        isOldestFirst: isByDue || query.order === "oldest",
      };
      if (position && !isPositionIn(position, plan.partitions, range))
        return undefined;
      // DynamoDB refuses such a range.
      if (created.lowMs > created.highMs)
        return { operations: [], next: undefined };
      // Entries that a filter drops cost little. Operations that a filter drops are whole items, so fewer are read.
      const { entries, positionAfter } = await readNewestFirst(
        table,
        plan.partitions,
        range,
        plan.inEntry.length > 0
          ? Math.floor(maxEntries / plan.partitions.length)
          : maxRead,
        operationEntrySchema,
        position ?? [],
      );
      // `end`: how many entries the list has used up with this one.
      const selected = entries
        .map((entry, index) => ({ id: idOf(entry.id), entry, end: index + 1 }))
        .filter(({ entry }) => matchesFilters(entry, query, plan.inEntry));
      const candidates = selected.slice(0, maxRead);
      const read = await Promise.all(
        candidates.map(async ({ id, end }) => ({ one: await get(id), end })),
      );
      // An index may be a moment old, and the one of due times is not limited by the time of creation.
      const isInTime = ({ createdAtMs }: Operation) =>
        createdAtMs >= created.lowMs && createdAtMs <= created.highMs;
      const found = read
        .flatMap(({ one, end }) =>
          one && matchesFilters(one, query, filters) && isInTime(one)
            ? [{ one, end }]
            : [],
        )
        .slice(0, limit);
      const isCut = candidates.length < selected.length;
      const readTo = isCut ? candidates.at(-1)?.end : entries.length;
      // The next page begins after this page, or, if this one is not full, after all that was read.
      const end = found.length === limit ? found.at(-1)?.end : readTo;
      return {
        operations: found.map(({ one }) => one),
        next: positionAfter(end ?? entries.length),
      };
    },

    /**
     * A page of the ids of the employees in a state, the last hired first.
     *
     * @param hiredBy - only employees whom this caller has hired. A page can have none
     * @returns undefined if `position` is not of this list
     */
    async employees(
      state: string,
      limit: number,
      position?: ListPosition,
      hiredBy?: string,
    ): Promise<
      { employeeIds: string[]; next: ListPosition | undefined } | undefined
    > {
      const partitions = [partitionOf("state", "state", state)];
      const range = { sortKey: "hiredAtMs", ...anyTime };
      if (position && !isPositionIn(position, partitions, range))
        return undefined;
      const { entries, positionAfter } = await readNewestFirst(
        table,
        partitions,
        range,
        limit,
        employeeEntrySchema,
        position ?? [],
      );
      return {
        employeeIds: entries
          .filter((one) => hiredBy === undefined || one.hiredBy === hiredBy)
          .map(({ id }) => idOfEmployee(id)),
        next: positionAfter(entries.length),
      };
    },
  };
}

/** Where a list is read, which of its filters the entries of the index decide, and which only the operations. */
type Plan = {
  partitions: IndexPartition[];
  inEntry: Filter[];
  inItem: Filter[];
};

function planOf(query: OperationListQuery): Plan {
  const { status, employeeId, caller, warning, order } = query;
  const given = filters.filter((name) => query[name] !== undefined);
  const planFor = (
    partitions: IndexPartition[],
    byPartition: Filter[],
    projected: Filter[],
  ): Plan => {
    const rest = given.filter((name) => !byPartition.includes(name));
    return {
      partitions,
      inEntry: rest.filter((name) => projected.includes(name)),
      inItem: rest.filter((name) => !projected.includes(name)),
    };
  };
  if (order === "due")
    return planFor([partitionOf("due", "status", "waiting")], [], []);
  if (employeeId !== undefined && caller !== undefined) {
    const sent = sentBy({ caller, employeeId });
    const named: Filter[] = ["employeeId", "caller"];
    return planFor([partitionOf("caller", "sentBy", sent)], named, []);
  }
  if (employeeId !== undefined) {
    const ofEmployee = partitionOf("employee", "employeeId", employeeId);
    return planFor([ofEmployee], ["employeeId"], []);
  }
  const inAll: Filter[] = ["type", "caller"];
  if (warning !== undefined) {
    const warned = partitionOf("warned", "warned", warnedMark.warned);
    return planFor([warned], [], [...inAll, "status", "reason", "warning"]);
  }
  const lists = openListsOf(query);
  if (!lists)
    return planFor([partitionOf("created", "kind", ofAll.kind)], [], inAll);
  const open = lists.map((list) => partitionOf("open", "open", list));
  // The partition `active` has two statuses, so it does not decide this filter.
  const byPartition: Filter[] = status === lists[0] ? ["status"] : [];
  return planFor(open, byPartition, [...inAll, "reason"]);
}

function partitionOf(
  index: string,
  attribute: string,
  value: string,
): IndexPartition {
  return { index, partition: [attribute, value] };
}

/** The partitions of the index `open`, if they have all operations of the list. */
function openListsOf(query: OperationListQuery): OpenList[] | undefined {
  const { status, reason } = query;
  if (status !== undefined) {
    const list = openOf(status);
    return list && [list];
  }
  if (reason === undefined) return undefined;
  // An operation that was cancelled has a reason of this kind, and an operation that succeeded may have one.
  const isOfEnded = isNote(toReasonCode(reason));
  return isOfEnded ? undefined : [...openLists];
}

function matchesFilters(
  one: Operation | z.output<typeof operationEntrySchema>,
  query: OperationListQuery,
  names: readonly Filter[],
): boolean {
  const values = new Map<string, unknown>(Object.entries(one));
  return names.every(
    (name) =>
      query[name] === undefined ||
      (name === "warning"
        ? hasWarning(one.warnings, query[name])
        : query[name] === values.get(name)),
  );
}

function hasWarning(warnings: readonly Warning[] = [], wanted: string) {
  return warnings.some(
    ({ about, reason }) =>
      wanted === "any" || wanted === about || wanted === reason,
  );
}

/** A count stops here. */
const maxCounted = 10_000;
/** The scheduler runs each minute, so an operation that was due this long ago should have been handled. */
const overdueAfterMs = 2 * 60_000;

export type BoundedCount = { count: number; isAtLeast: boolean };

const reasonSchema = z.object({ reason: z.optional(z.string()) });
const dueSchema = z.object({ id: z.string(), dueAtMs: z.number() });

/** What the overview counts. */
function createListCounts(table: Table, nowMs: () => number) {
  const readAll = <S extends z.ZodMiniType>(
    index: string,
    partition: [attribute: string, value: string],
    schema: S,
  ) => table.all({ index, partition, limit: maxCounted }, schema);

  return {
    /** Counts open operations, and how many of them have which reason. */
    async countOpen(
      list: OpenList,
    ): Promise<BoundedCount & { byReason: Map<string, number> }> {
      const { entries, isAtLeast } = await readAll(
        "open",
        ["open", list],
        reasonSchema,
      );
      const byReason = countEach(entries.flatMap(({ reason = [] }) => reason));
      return { count: entries.length, isAtLeast, byReason };
    },

    /** Counts the operations with warnings that were created since then. Each counts once for each reason. */
    async countWarned(
      sinceMs: number,
    ): Promise<{ isAtLeast: boolean; byReason: Map<string, number> }> {
      const { entries, isAtLeast } = await table.all(
        {
          index: "warned",
          partition: ["warned", warnedMark.warned],
          between: ["createdAtMs", sinceMs, Number.MAX_SAFE_INTEGER],
          limit: maxCounted,
        },
        z.object({ warnings: z.array(warningSchema) }),
      );
      const reasons = entries.map(({ warnings }) =>
        warnings.map(({ reason }) => reason),
      );
      const byReason = countEach(reasons.flatMap((all) => [...new Set(all)]));
      return { isAtLeast, byReason };
    },

    /** Counts the operations that wait for the end of an outage. */
    async countBlocked(outage: Blocker): Promise<BoundedCount> {
      const { entries, isAtLeast } = await readAll(
        "outage",
        ["outage", outage],
        z.object({}),
      );
      return { count: entries.length, isAtLeast };
    },

    /** The operation that should have been handled longest ago. */
    async oldestOverdue() {
      const lists = await Promise.all(
        (["waiting", "accepted", "running"] as const).map(async (status) => {
          const { entries } = await table.page(
            {
              index: "due",
              partition: ["status", status],
              between: ["dueAtMs", 0, nowMs() - overdueAfterMs],
              limit: 1,
            },
            dueSchema,
          );
          return entries.map(({ id, dueAtMs }) => ({
            id: idOf(id),
            status,
            dueAtMs,
          }));
        }),
      );
      return lists
        .flat()
        .toSorted((one, other) => one.dueAtMs - other.dueAtMs)
        .at(0);
    },
  };
}
