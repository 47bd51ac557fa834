import { beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import {
  employeePageSchema,
  operationPageSchema,
  overviewSchema,
} from "../../../functions/operations/contract.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import {
  type Operation,
  operationStatuses,
} from "../../../shared/store/operation.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { putOperations } from "../../fixtures/put-operations.ts";
import { effort } from "../../resilience/effort.ts";
import {
  outcomeOf,
  retry,
  runTo,
} from "../../shared/store/operation-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const keys = {
  watcher: "token-of-the-watcher-with-over-32-characters",
  feed: "token-of-the-feed",
};
const environment = useInProcess({
  deletionLimit: { percent: 10, min: 3, max: 20 },
  callers: {
    watcher: { scheme: "bearer", keys: [keys.watcher], scopes: ["observe"] },
    feed: { scheme: "bearer", keys: [keys.feed], scopes: ["onboard"] },
  },
});

/** How many operations there are. `npm test` has fewer. */
const total = effort(400, 3_000);
const types = ["employee.hired", "employee.terminated", "status.set"] as const;
const reasons = ["unexpected", "person-missing", "deletion-limit"] as const;
const startMs = Date.now() - 90 * dayMs;

/**
 * Operations with each status, type, caller and reason in turn. Three have the same time, and the next three follow a
 * minute later. Waiting ones are due on 13 days to come.
 */
function operationAt(index: number): Operation {
  const id = `op_${String(index).padStart(22, "0")}`;
  const status = operationStatuses[index % operationStatuses.length]!;
  const isBad = status === "failed" || status === "needs_attention";
  const isBlocked = status === "waiting" && index % 2 === 0;
  const createdAtMs = startMs + Math.floor(index / 3) * minuteMs;
  return {
    id,
    type: types[index % types.length]!,
    status,
    caller: index % 5 === 0 ? "feed" : "hr",
    employeeId: `E-${index % 100}`,
    fingerprint: "f",
    eventAtMs: createdAtMs,
    run: 1,
    steps: {},
    warnings:
      index % 11 > 0
        ? []
        : [
            index % 2 === 0
              ? { about: "avatar", reason: "avatar-timeout" }
              : { about: "tasks", reason: "platform-refused-409" },
          ],
    ...(status === "waiting" && {
      dueAtMs: startMs + (400 + (index % 13)) * dayMs,
    }),
    ...(isBad && { reason: reasons[Math.floor(index / 7) % reasons.length]! }),
    ...(isBlocked && { blockedBy: "platform", reason: "platform-unreachable" }),
    history: [],
    createdAtMs,
    updatedAtMs: createdAtMs,
  };
}

const all = Array.from({ length: total }, (_, index) => operationAt(index));
/** The times of a list. Ids are not compared, because operations of one time have no order. */
const timesOf = (operations: readonly { createdAt: string }[]) =>
  operations.map(({ createdAt }) => Date.parse(createdAt));

beforeAll(async () => {
  const { documents } = environment();
  await putOperations(environment(), all);
  const employees = Array.from({ length: 120 }, (_, index) => ({
    id: `employee#E-${index}`,
    state: index % 3 === 0 ? "left" : "active",
    hiredAtMs: startMs + index,
  }));
  const table = createTable(documents, tables.store.name);
  for (const item of employees) await table.put(item);
  documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const answer = await next(args);
        const { Items } = answer.output as { Items?: unknown[] };
        reads.push({ commandName, entries: Items?.length ?? 0 });
        return answer;
      },
    { step: "initialize" },
  );
}, 300_000);

/** The requests to the table since the last call of `get`. */
let reads: { commandName: string; entries: number }[] = [];

/** Sends a request to the API that must succeed. */
async function get<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  token?: string,
): Promise<z.output<S>> {
  reads = [];
  const answer = await environment().ask("GET", path, undefined, token);
  expect([path, answer.status]).toEqual([path, 200]);
  return schema.parse(await answer.json());
}

/** Expects at most 4 queries with 500 entries together, and 100 reads of an item. */
function expectFewReads(): void {
  const queries = reads.filter(
    ({ commandName }) => commandName === "QueryCommand",
  );
  const gets = reads.filter(({ commandName }) => commandName.startsWith("Get"));
  const entries = queries.reduce((sum, one) => sum + one.entries, 0);
  expect(queries.length).toBeLessThanOrEqual(4);
  expect(entries).toBeLessThanOrEqual(500);
  expect(gets.length).toBeLessThanOrEqual(100);
  expect(reads).toHaveLength(queries.length + gets.length);
}

/** All pages of a list. Each of them has few reads. */
async function pagesOf<S extends z.ZodMiniType<{ next?: string | undefined }>>(
  path: string,
  schema: S,
  token?: string,
): Promise<z.output<S>[]> {
  const pages: z.output<S>[] = [];
  let cursor: string | undefined = "";
  while (cursor !== undefined) {
    const page: z.output<S> = await get(path + cursor, schema, token);
    expectFewReads();
    pages.push(page);
    cursor = page.next && `&cursor=${page.next}`;
  }
  return pages;
}

async function readAll(query: string, token?: string) {
  const path = `/operations?limit=100&${query}`;
  const pages = await pagesOf(path, operationPageSchema, token);
  return pages.flatMap(({ operations }) => operations);
}

const day = (offset: number) =>
  new Date(startMs + offset * dayMs).toISOString();
const at = (text: string) => Date.parse(text);

const lists: [query: string, has: (operation: Operation) => boolean][] = [
  ...rows<[query: string, has: (operation: Operation) => boolean]>`
  ${""} | ${() => true}
  reason=deletion-limit | ${(one) => one.reason === "deletion-limit"}
  reason=rejected | ${() => false}
  type=status.set | ${(one) => one.type === "status.set"}
  employeeId=E-7 | ${(one) => one.employeeId === "E-7"}
  caller=feed | ${(one) => one.caller === "feed"}
  caller=none | ${() => false}
  ${`since=${day(0.4)}`} | ${(one) => one.createdAtMs >= at(day(0.4))}
  ${`until=${day(0.3)}`} | ${(one) => one.createdAtMs < at(day(0.3))}
  ${`since=${day(0.3)}&until=${day(0.2)}`} | ${() => false}
  status=needs_attention&reason=person-missing&type=employee.hired | ${(one) => one.status === "needs_attention" && one.reason === "person-missing" && one.type === "employee.hired"}
  warning=any | ${({ warnings }) => warnings.length > 0}
  warning=avatar | ${({ warnings }) => warnings[0]?.about === "avatar"}
  employeeId=E-22&warning=any&status=succeeded | ${({ employeeId, warnings, status }) => employeeId === "E-22" && warnings.length > 0 && status === "succeeded"}
  status=succeeded&caller=feed | ${(one) => one.status === "succeeded" && one.caller === "feed"}
  employeeId=E-10&caller=feed&status=failed | ${(one) => one.employeeId === "E-10" && one.caller === "feed" && one.status === "failed"}
  order=oldest | ${() => true}
  order=oldest&status=failed | ${({ status }) => status === "failed"}
  ${`order=oldest&since=${day(0.1)}&warning=any`} | ${(one) => one.createdAtMs >= at(day(0.1)) && one.warnings.length > 0}
  order=due&status=waiting | ${({ status }) => status === "waiting"}
  ${`order=due&status=waiting&type=status.set&until=${day(0.3)}`} | ${(one) => one.status === "waiting" && one.type === "status.set" && one.createdAtMs < at(day(0.3))}
  ${`status=running&since=${day(0.1)}&until=${day(0.5)}`} | ${(one) => one.status === "running" && one.createdAtMs >= at(day(0.1)) && one.createdAtMs < at(day(0.5))}
`,
  [
    `type=employee.hired&warning=avatar-timeout&since=${day(0.1)}`,
    ({ type, warnings, createdAtMs }) =>
      type === "employee.hired" &&
      warnings[0]?.about === "avatar" &&
      createdAtMs >= at(day(0.1)),
  ],
  ...operationStatuses.map((status): [string, (one: Operation) => boolean] => [
    `status=${status}`,
    (one) => one.status === status,
  ]),
];

describe(`a list of ${total.toLocaleString("en-US")} operations`, () => {
  test.each(lists)(
    "has each operation of a filter once, in its order, and each page needs few reads: %j",
    async (query, has) => {
      const found = await readAll(query);
      const isByDue = query.includes("order=due");
      const isNewestFirst = !query.includes("order=");
      const expected = all
        .filter(has)
        .map(({ createdAtMs, dueAtMs = 0 }) =>
          isByDue ? dueAtMs : createdAtMs,
        )
        .toSorted((one, other) => (isNewestFirst ? other - one : one - other));
      expect(new Set(found.map(({ id }) => id)).size).toBe(expected.length);
      expect(
        found.map(({ createdAt, dueAt = "" }) =>
          Date.parse(isByDue ? dueAt : createdAt),
        ),
      ).toEqual(expected);
    },
    300_000,
  );

  type Token = string | undefined;
  type Row = [query: string, pointer: string, token?: Token, nearest?: string];
  test.each<Row>([
    // The feed has neither operate nor observe.
    ["warning=any", "#/warning", keys.feed],
    ["order=due", "#/order"],
    ["type=employee.hird", "#/type"],
    ["order=due&status=failed", "#/order"],
    ["status=open", "#/status"],
    ["status=failed&status=waiting", "#/status"],
    ["limit=101", "#/limit"],
    ["since=yesterday", "#/since"],
    ["employeeId=E%01", "#/employeeId"],
    ["employee=E-1", "#/employee"],
    ["reason=deletion-limt", "#/reason", undefined, "deletion-limit"],
  ])("is refused with the filter %s", async (...row) => {
    const [query, pointer, token, nearest] = row;
    const path = `/operations?${query}`;
    const answer = await environment().ask("GET", path, undefined, token);
    const detail = nearest && `is not known: did you mean ${nearest}?`;
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { errors: [{ pointer, ...(detail && { detail }) }] },
    ]);
  });

  test("shows a caller without operate and observe only its own operations", async () => {
    const own = await readAll("", keys.feed);
    expect(own).toHaveLength(all.filter((one) => one.caller === "feed").length);
    for (const one of own) expect(one.caller).toBeUndefined();
    expect(await readAll("caller=hr", keys.feed)).toEqual([]);
    const ofEmployee = await readAll("employeeId=E-10", keys.feed);
    expect(ofEmployee.length).toBeGreaterThan(0);
  }, 300_000);

  test("shows a caller with observe the sender of each operation, and no verb", async () => {
    const { operations } = await get(
      "/operations?status=failed",
      operationPageSchema,
      keys.watcher,
    );
    // The default limit.
    expect(operations).toHaveLength(50);
    for (const one of operations) {
      expect(one.caller).toBeDefined();
      expect(one.verbs).toEqual([]);
    }
  });

  test("goes on after an operation that has left the list since the page before", async () => {
    const first = await get(
      "/operations?limit=2&status=failed",
      operationPageSchema,
    );
    const [, last] = first.operations;
    const { store } = environment();
    const operation = all.find(({ id }) => id === last?.id)!;
    await retry(store.operations, operation.id);
    const second = await get(
      `/operations?limit=2&status=failed&cursor=${first.next}`,
      operationPageSchema,
    );
    const failed = all.filter(({ status }) => status === "failed").toReversed();
    expect(timesOf(second.operations)).toEqual(
      failed.slice(2, 4).map(({ createdAtMs }) => createdAtMs),
    );
    // The other tests need the failed operation.
    await store.operations.start(operation.id, "again");
    await store.operations.finish(
      { id: operation.id, execution: "again" },
      { status: "failed", steps: {}, warnings: [], reason: operation.reason },
    );
  });
});

describe("a cursor", () => {
  const expectRefused = async (path: string, token?: string) => {
    const answer = await environment().ask("GET", path, undefined, token);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: "#/cursor" }],
    });
  };

  test("is refused with other filters, for another caller and for the list of employees", async () => {
    const { next } = await get("/operations?limit=1", operationPageSchema);
    await expectRefused(`/operations?status=failed&cursor=${next}`);
    await expectRefused(`/operations?cursor=${next}`, keys.feed);
    await expectRefused(`/employees?state=active&cursor=${next}`);
  });

  test("is refused if it was changed, or is any other text", async () => {
    const text = (value: unknown) =>
      Buffer.from(JSON.stringify(value)).toString("base64url");
    const { next = "" } = await get("/operations?limit=1", operationPageSchema);
    // A cursor is a digest of the filters and the caller, and a place in the list.
    const [digest] = JSON.parse(Buffer.from(next, "base64url").toString()) as [
      string,
    ];
    for (const wrong of [
      "x",
      "%20",
      text([]),
      text([digest]),
      text([digest, []]),
      text([digest, ["start", "start"]]),
      text([digest, ["middle"]]),
      text([digest, [[-1, "operation#a"]]]),
      text([digest, [[1, ""]]]),
      text([digest, [[1.5, "operation#a"]]]),
      `${next}x`.slice(3),
    ])
      await expectRefused(`/operations?cursor=${wrong}`);
    const long = await environment().ask(
      "GET",
      `/operations?cursor=${"x".repeat(2_049)}`,
    );
    expect(long.status).toBe(400);
  });

  test("may be used with another limit", async () => {
    const { next } = await get("/operations?limit=1", operationPageSchema);
    const { operations } = await get(
      `/operations?limit=7&cursor=${next}`,
      operationPageSchema,
    );
    expect(operations).toHaveLength(7);
  });
});

describe("the overview", () => {
  const counted = (has: (one: Operation) => boolean) => ({
    count: all.filter(has).length,
    isAtLeast: false,
  });

  test("counts by status and reason with a bounded number of reads", async () => {
    const overview = await get("/overview", overviewSchema, keys.watcher);
    const isActive = ({ status }: Operation) =>
      status === "accepted" || status === "running";
    expect(overview.statuses).toEqual([
      { status: "active", ...counted(isActive) },
      ...(["waiting", "needs_attention", "failed"] as const).map((status) => ({
        status,
        ...counted((one) => one.status === status),
      })),
    ]);
    const countOf = (status: string, reason: string) =>
      counted((one) => one.status === status && one.reason === reason);
    expect(overview.reasons).toContainEqual({
      status: "failed",
      reason: "person-missing",
      ...countOf("failed", "person-missing"),
    });
    // Some operations are blocked, although no outage goes on.
    expect(overview.blocked).toEqual([]);
    expect(overview.reasons).toContainEqual({
      status: "waiting",
      reason: "platform-unreachable",
      ...countOf("waiting", "platform-unreachable"),
    });
    expect(overview.limits).toContainEqual({
      name: "deletion-limit",
      used: 0,
      // 10 % of 80 active employees.
      allowed: 8,
      held: countOf("needs_attention", "deletion-limit"),
    });
    expect(reads.length).toBeLessThanOrEqual(30);
  });

  test("counts the operations of the last seven days by the reasons of their warnings", async () => {
    const { store, nowMs } = environment();
    const about = "avatar";
    const warnings = [{ about, reason: "avatar-too-large" } as const];
    const warned = { ...outcomeOf("succeeded"), warnings };
    for (const id of ["op_warned_1", "op_warned_2"])
      await runTo(store.operations, id, warned, { eventAtMs: nowMs() });
    const overview = await get("/overview", overviewSchema, keys.watcher);
    // The many operations are older.
    expect(overview.warnings).toEqual([
      { reason: "avatar-too-large", count: 2, isAtLeast: false },
    ]);
  });
});

describe("the list of employees", () => {
  test("has the employees of a state, the latest hire first, page by page", async () => {
    const path = "/employees?state=left&limit=30";
    const pages = await pagesOf(path, employeePageSchema);
    // Every third employee has left.
    expect(pages.flatMap(({ employees }) => employees)).toMatchObject(
      Array.from({ length: 40 }, (_, index) => ({
        employeeId: `E-${117 - 3 * index}`,
        state: "left",
      })),
    );
  });

  test.each([
    "",
    "?state=",
    "?state=here",
    "?state=left&limit=0",
    "?state=left&personID=1",
  ])("is answered 400 if the query is %j", async (query) => {
    const answer = await environment().ask("GET", `/employees${query}`);
    expect(answer.status).toBe(400);
  });
});

test.each(["/overview", "/employees?state=active", "/employees/E-1"])(
  "%s is answered 403 without operate and observe",
  async (path) => {
    const answer = await environment().ask("GET", path, undefined, keys.feed);
    expect(answer.status).toBe(403);
  },
);
