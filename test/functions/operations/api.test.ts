import { settingsForTest } from "../../environments/in-process/workflows.ts";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createOperationsApp } from "../../../functions/operations/api.ts";
import { tables } from "../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../shared/dynamodb/table.ts";
import { createOperatorLists } from "../../../shared/store/operator-lists.ts";
import { sayStatement } from "../../../shared/store/say-statement.ts";
import { createStore, type Store } from "../../../shared/store/store.ts";
import {
  type FinalOutcome,
  type WaitingOutcome,
} from "../../../shared/store/operation.ts";
import { executionNameOf } from "../../../shared/workflow/execution.ts";
import { createCallers } from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import {
  acceptWith,
  newOperation,
} from "../../shared/store/operation-for-test.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const startMs = Date.UTC(2026, 0, 31, 18, 42);
const id = "op_0123456789abcdefghijkl";
const tokens = {
  owner: "the-token-of-owner",
  other: "the-token-of-other",
  ops: "the-token-of-ops-with-32-characters",
  leaver: "the-token-of-leaver-with-32-characters",
};
const bearer = (name: keyof typeof tokens, scopes: string[] = []) => ({
  scheme: "bearer",
  keys: [tokens[name]],
  scopes,
});
const secret = callersSchema.parse({
  owner: bearer("owner", ["onboard"]),
  other: bearer("other", ["onboard", "adopt", "offboard", "status:any"]),
  ops: bearer("ops", ["operate"]),
  /** This caller has all scopes and sends terminations. */
  leaver: bearer("leaver", ["offboard", "operate"]),
});

const limit = { percent: 10, min: 3, max: 20 };
const limits = {
  "disable-limit": limit,
  "deletion-limit": limit,
  "rename-limit": limit,
};

let tablesForTest: TablesForTest;
let store: Store;
let nowMs: number;
let requested: string[];
/** Started executions, in order. */
let started: string[];
let outage: { start: boolean };
let recorded: ReturnType<typeof recordLog>;

beforeEach(async () => {
  nowMs = startMs;
  tablesForTest = await startTables();
  const { documents } = tablesForTest;
  store = createStore(createTable(documents, tables.store.name), () => nowMs);
  await accept(id);
  requested = [];
  started = [];
  outage = { start: false };
  recorded = recordLog();
});
afterEach(() => tablesForTest.close());

async function accept(
  operationId: string,
  { caller = "owner", employeeId = "E-1" } = {},
  dueAtMs?: number,
): Promise<void> {
  const type = "employee.terminated";
  await store.operations.accept(
    {
      id: operationId,
      type,
      caller,
      employeeId,
      fingerprint: "f",
      eventAtMs: startMs,
    },
    dueAtMs,
  );
}

/** Runs an operation until it is final or waits. */
async function run(
  operationId: string,
  end: FinalOutcome | WaitingOutcome,
): Promise<void> {
  const execution = `${operationId}-1`;
  await store.operations.start(operationId, execution);
  await store.operations.finish({ id: operationId, execution }, end);
}

const ended = (
  status: FinalOutcome["status"],
  reason?: ReasonCode,
): FinalOutcome => ({
  status,
  steps: {},
  warnings: [],
  ...(reason && { reason }),
});
const inGrace = (): WaitingOutcome => ({
  status: "waiting",
  phase: "grace",
  dueAtMs: startMs + 7 * dayMs,
  steps: {},
  warnings: [],
});

/** Runs a termination until it waits or is held. It has said what its event says. */
async function runAndSay(end: FinalOutcome | WaitingOutcome): Promise<void> {
  await run(id, end);
  const said = {
    kind: "terminated",
    id,
    atMs: startMs,
    ownDay: Math.floor(startMs / dayMs),
    caller: "owner",
    terms: { disposition: "delete", graceDays: 7 },
  } as const;
  const open = { id, type: "employee.terminated", atMs: startMs } as const;
  const rules = { ...settingsForTest, store, nowMs: () => nowMs };
  await sayStatement(rules, "E-1", async () => said, open);
}

async function ask(
  path: string,
  authorization?: string,
  method = "GET",
  body?: unknown,
): Promise<Response> {
  const app = createOperationsApp({
    rules: settingsForTest,
    callers: createCallers({ read: async () => secret, nowMs: () => nowMs }),
    store: {
      ...store,
      operations: {
        ...store.operations,
        get: (operationId) => {
          requested.push(operationId ?? "none");
          return store.operations.get(operationId);
        },
      },
    },
    lists: createOperatorLists(
      createTable(tablesForTest.documents, tables.store.name),
      () => nowMs,
    ),
    limits,
    startWorkflow: async (operation) => {
      if (outage.start) throw new Error("cannot start");
      started.push(executionNameOf(operation));
    },
    nowMs: () => nowMs,
    log: recorded.log,
  });
  const headers = authorization === undefined ? {} : { authorization };
  return app.request(path, {
    method,
    headers,
    ...(body !== undefined && {
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  });
}
type Name = keyof typeof tokens;
const askAs = (name: Name, path = `/operations/${id}`, method?: string) =>
  ask(path, `Bearer ${tokens[name]}`, method);
const typeOf = async (response: Response) =>
  ((await response.json()) as { type: string }).type.split("#").at(-1);
const get = (operationId = id) => store.operations.get(operationId);

describe("a bearer caller", () => {
  test("sees its own operation with the steps in the order of their times", async () => {
    const { operations } = store;
    const step = { status: "succeeded", attempts: 1 } as const;
    await operations.start(id, "run-1");
    for (const [after, name] of ["c", "b", "a"].entries())
      await operations.recordStep(id, name, { ...step, atMs: nowMs + after });
    const response = await askAs("owner");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      id,
      type: "employee.terminated",
      status: "running",
      employeeId: "E-1",
      verbs: [],
      steps: [
        { name: "c", ...step, at: "2026-01-31T18:42:00.000Z" },
        { name: "b", ...step, at: "2026-01-31T18:42:00.001Z" },
        { name: "a", ...step, at: "2026-01-31T18:42:00.002Z" },
      ],
      warnings: [],
      history: [
        {
          at: "2026-01-31T18:42:00.000Z",
          by: "caller:owner",
          status: "accepted",
        },
        { at: "2026-01-31T18:42:00.000Z", by: "workflow", status: "running" },
      ],
      createdAt: "2026-01-31T18:42:00.000Z",
      updatedAt: "2026-01-31T18:42:00.002Z",
    });
  });

  test("gets the same answer for another caller's operation and for one that does not exist", async () => {
    const others = await askAs("other");
    const none = await askAs("other", "/operations/op_none");
    expect(others.status).toBe(404);
    expect(none.status).toBe(404);
    expect([...others.headers]).toEqual([...none.headers]);
    expect(await others.text()).toBe(await none.text());
  });

  test("gets 404 for an operation id of any form", async () => {
    for (const odd of ["%00", "%2e%2e", "%E0%A4%A", "ö", "a".repeat(3000), ""])
      expect((await askAs("ops", `/operations/${odd}`)).status).toBe(404);
  });
});

test.each([
  [undefined, "no-token"],
  ["Bearer", "no-token"],
  ["Bearer the-token-of-nobody", "bad-token"],
  [`Basic ${tokens.owner}`, "no-token"],
  [tokens.owner, "no-token"],
])(
  "gets 401 for the header %j, the log has the reason %s, and no operation is read",
  async (given, reason) => {
    const response = await ask(`/operations/${id}`, given);
    expect(recorded.lines).toEqual([
      { level: "warn", message: "rejected", fields: { reason } },
    ]);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(response.headers.get("content-type")).toBe(
      "application/problem+json",
    );
    expect(requested).toEqual([]);
  },
);

test("a thousand requests with a wrong token cost three reads of the secret, and none of the store", async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return secret;
  };
  const untouchable = new Proxy({} as never, {
    get: (_, name) => {
      throw new Error(`the store is used: ${String(name)}`);
    },
  });
  const app = createOperationsApp({
    rules: settingsForTest,
    callers: createCallers({ read, nowMs: () => nowMs }),
    store: untouchable,
    lists: untouchable,
    limits,
    startWorkflow: untouchable,
    nowMs: () => nowMs,
    log: recorded.log,
  });
  const headers = { authorization: "Bearer the-token-of-nobody" };
  for (let i = 0; i < 1_000; i++)
    expect((await app.request("/operations", { headers })).status).toBe(401);
  // One load, then one reload of the current and the previous version.
  expect(reads).toBe(3);
});

test.each([
  [`/operations/${id}`, "POST", "GET"],
  [`/operations/${id}`, "DELETE", "GET"],
  [`/operations/${id}`, "PUT", "GET"],
  [`/operations/${id}`, "PATCH", "GET"],
  ["/operations", "POST", "GET"],
  ["/operations", "DELETE", "GET"],
  [`/operations/${id}/retry`, "GET", "POST"],
  [`/operations/${id}/cancel`, "GET", "POST"],
  [`/operations/${id}/retry`, "DELETE", "POST"],
  ["/overview", "POST", "GET"],
  ["/employees", "POST", "GET"],
  ["/employees/E-1", "DELETE", "GET"],
])(
  "gets 405 for %s: %s is not allowed, but %s is",
  async (path, method, allow) => {
    const response = await askAs("ops", path, method);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expect(await get()).toMatchObject({ status: "accepted" });
  },
);

test.each([
  "/operations",
  "/operations/release",
  `/operations/${id}/retry`,
  "/overview",
  "/employees",
  "/employees/E-1",
])("gets 401 at %s without a token", async (path) => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const response = await ask(path, undefined, method);
    expect(response.status).toBe(401);
  }
  expect(requested).toEqual([]);
});

test("the type of a refusal leads to a page that explains it, without a key", async () => {
  const { type } = (await (await ask("/operations")).json()) as {
    type: string;
  };
  const page = await ask(new URL(type).pathname, undefined, "GET");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  expect(await page.text()).toContain(`<section id="unauthorized">`);
  expect(type).toMatch(/#unauthorized$/);
});

describe("the list of operations", () => {
  const listed = async (name: Name, query = "?employeeId=E-1&limit=100") => {
    const response = await askAs(name, `/operations${query}`);
    const { operations } = (await response.json()) as {
      operations: { id: string }[];
    };
    return operations.map((one) => one.id);
  };

  test("has a caller's own operations, and with the scope operate all", async () => {
    nowMs++;
    await accept("op_other", { caller: "other" });
    expect(await listed("owner")).toEqual([id]);
    expect(await listed("other")).toEqual(["op_other"]);
    expect(await listed("ops")).toEqual(["op_other", id]);
  });

  test("costs a stranger one query and no item, however many operations the employee has", async () => {
    nowMs++;
    for (let n = 0; n < 5; n++) await accept(`op_${n}`);
    const requests: string[] = [];
    tablesForTest.documents.middlewareStack.add(
      (next, { commandName = "" }) =>
        (args) => {
          requests.push(commandName);
          return next(args);
        },
      { step: "initialize" },
    );
    for (const query of ["?employeeId=E-1", "?employeeId=E-none"]) {
      expect(await listed("other", query)).toEqual([]);
      expect(requests.splice(0)).toEqual(["QueryCommand"]);
    }
  });
});

describe("a cancellation", () => {
  const cancel = (name: Name, operationId = "op_waits") =>
    askAs(name, `/operations/${operationId}/cancel`, "POST");

  test("ends a waiting operation and starts nothing", async () => {
    await accept("op_waits", {}, startMs + dayMs);
    const response = await cancel("ops");
    expect(response.status).toBe(200);
    expect(response.headers.get("location")).toBe("/operations/op_waits");
    const shown = (await response.json()) as Record<string, unknown>;
    expect(shown).toMatchObject({
      status: "cancelled",
      reason: "cancelled-by-caller",
      history: [{}, { by: "caller:ops", status: "cancelled" }],
    });
    expect(shown).not.toHaveProperty("dueAt");
    expect(started).toEqual([]);
  });

  test("erases the data of the event at once", async () => {
    const key = { id: "op_waits", fingerprint: "f" };
    await acceptWith(
      store,
      newOperation("op_waits", key),
      { data: { name: "Zoë" } },
      startMs + dayMs,
    );
    await cancel("ops");
    expect(await store.payloads.data(key, z.unknown())).toBeUndefined();
  });

  test("during the grace period starts the operation at once, which takes back the disabling", async () => {
    await runAndSay(inGrace());
    const response = await cancel("ops", id);
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ status: "accepted" });
    expect(started).toEqual([`${id}_2`]);
    expect(await get()).toMatchObject({
      ruling: { kind: "ruled", ruling: "cancelled", about: id },
    });
  });

  test("is kept if its workflow cannot start at once, and the scheduler starts it", async () => {
    await runAndSay(inGrace());
    outage.start = true;
    expect((await cancel("ops", id)).status).toBe(202);
    nowMs += 2 * minuteMs;
    const { entries } = await store.operations.due("accepted").page(25);
    expect(entries).toMatchObject([{ id }]);
    expect(recorded.lines.at(-1)).toEqual({
      level: "warn",
      message: "not started",
      fields: { operationId: id, error: "Error" },
    });
  });

  test("is answered 409 the second time, and one of two simultaneous ones too", async () => {
    await accept("op_waits", {}, startMs + dayMs);
    const both = await Promise.all([cancel("ops"), cancel("leaver")]);
    const statuses = both.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect((await cancel("ops")).status).toBe(409);
  });
});

describe("a retry", () => {
  const retry = (name: Name, operationId = id) =>
    askAs(name, `/operations/${operationId}/retry`, "POST");

  test.each(["failed", "needs_attention"] as const)(
    "of an operation that ended as %s starts it again in a new run",
    async (status) => {
      await run(id, ended(status, "unexpected"));
      const response = await retry("ops");
      expect(response.status).toBe(202);
      expect(response.headers.get("location")).toBe(`/operations/${id}`);
      const shown = (await response.json()) as Record<string, unknown>;
      expect(shown).toMatchObject({ status: "accepted" });
      expect(shown).not.toHaveProperty("reason");
      expect(started).toEqual([`${id}_2`]);
    },
  );
});

describe("a change of an operation", () => {
  const changes: [path: string, method: string][] = [
    [`/operations/${id}/cancel`, "POST"],
    [`/operations/${id}/retry`, "POST"],
  ];

  test.each(changes)("needs the scope operate: %s %s", async (path, method) => {
    await run(id, ended("failed"));
    const before = await get();
    // The caller may see its own operation. Another caller's operation does not exist for it.
    expect((await askAs("owner", path, method)).status).toBe(403);
    expect((await askAs("other", path, method)).status).toBe(404);
    expect(await get()).toEqual(before);
    expect(started).toEqual([]);
  });

  test.each(changes)(
    "gets the same answer for another caller's operation and for one that does not exist: %s %s",
    async (path, method) => {
      const others = await askAs("other", path, method);
      const none = await askAs("other", path.replace(id, "op_none"), method);
      expect([...others.headers]).toEqual([...none.headers]);
      expect(await others.text()).toBe(await none.text());
      expect(
        (await askAs("ops", path.replace(id, "op_none"), method)).status,
      ).toBe(404);
    },
  );
});

describe("a release from the deletion limit", () => {
  const release = (name: Name, body: unknown) =>
    ask("/operations/release", `Bearer ${tokens[name]}`, "POST", body);
  const held = () => runAndSay(ended("needs_attention", "deletion-limit"));
  const released = async () => (await get())?.ruling;

  test("lets a held operation continue for an hour, and starts it", async () => {
    await held();
    const response = await release("ops", { operations: [id] });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ changed: [id], refused: [] });
    expect(started).toEqual([`${id}_2`]);
    expect(await get()).toMatchObject({
      status: "accepted",
      history: [{}, {}, {}, { by: "caller:ops", status: "accepted" }],
    });
    expect(await released()).toMatchObject({
      ruling: "released",
      limit: "delete",
      untilMs: startMs + 60 * minuteMs,
    });
  });

  test.each([0.5, 24])("may last %d hours", async (hours) => {
    await held();
    await release("ops", { operations: [id], hours });
    expect(await released()).toMatchObject({
      untilMs: startMs + hours * 60 * minuteMs,
    });
  });

  test("gives a reason for each refused operation, and releases each of the others once", async () => {
    await held();
    await accept("op_failed");
    await run("op_failed", ended("needs_attention", "person-differs"));
    const operations = ["op_failed", id, "op_none", id];
    const response = await release("ops", { operations });
    expect(await response.json()).toEqual({
      changed: [id],
      refused: [
        { id: "op_failed", reason: "not-held" },
        { id: "op_none", reason: "not-found" },
      ],
    });
    expect(started).toEqual([`${id}_2`]);
  });

  test("needs the scope operate", async () => {
    await held();
    for (const name of ["owner", "other"] as const)
      expect((await release(name, { operations: [id] })).status).toBe(403);
    expect(await get()).toMatchObject({ status: "needs_attention" });
  });

  test.each(rows<[string, string | object]>`
    no JSON | {
    nothing | ${{}}
    no operations | ${{ operations: [] }}
    too many | ${{ operations: Array.from({ length: 101 }, (_, n) => `op_${n}`) }}
    an id of no form | ${{ operations: ["op/1"] }}
    no time | ${{ operations: [id], hours: 0 }}
    more than a day | ${{ operations: [id], hours: 24.1 }}
    an unknown field | ${{ operations: [id], all: true }}
    a note | ${{ operations: [id], note: "n" }}
    an unknown status | ${{ status: "open" }}
    operations and a status | ${{ operations: [id], status: "failed" }}
  `)("of %s is answered 400 and releases nothing", async (_what, body) => {
    await held();
    const response = await release("ops", body);
    expect(response.status).toBe(400);
    expect(await typeOf(response)).toBe("validation-error");
    expect(started).toEqual([]);
    expect(await get()).toMatchObject({ status: "needs_attention" });
  });

  test("is answered 413 if its body has more than 64 KiB", async () => {
    const body = { operations: [id], padding: "p".repeat(64 * 1024) };
    expect((await release("ops", body)).status).toBe(413);
  });
});

test("the operators' API answers 503 while the store is down", async () => {
  await tablesForTest.close();
  const response = await askAs("owner");
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("10");
});
