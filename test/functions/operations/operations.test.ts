import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOperationsApp } from "../../../functions/operations/operations.ts";
import { tables } from "../../../infra/tables.ts";
import {
  createLifecycle,
  type Lifecycle,
} from "../../../shared/lifecycle/lifecycle.ts";
import { createCallers } from "../../../shared/webhook/callers.ts";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { recordLog } from "../../fixtures/recorded-log.ts";
import {
  startTables,
  type TablesForTest,
} from "../../fixtures/tables-for-test.ts";

const nowMs = Date.UTC(2026, 0, 31, 18, 42);
const id = "op_0123456789abcdefghijkl";
const tokens = {
  owner: "the-token-of-owner",
  other: "the-token-of-other",
  ops: "the-token-of-ops",
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
});

let tablesForTest: TablesForTest;
let lifecycle: Lifecycle;
let requested: string[];

beforeEach(async () => {
  tablesForTest = await startTables();
  const { documents } = tablesForTest;
  lifecycle = createLifecycle(documents, tables.lifecycle.name, () => nowMs);
  await lifecycle.operations.accept({
    id,
    type: "employee.hired",
    caller: "owner",
    employeeId: "E-1",
    fingerprint: "f",
    eventAtMs: nowMs,
  });
  requested = [];
});
afterEach(() => tablesForTest.close());

async function ask(
  path: string,
  authorization?: string,
  method = "GET",
): Promise<Response> {
  const app = createOperationsApp({
    callers: createCallers({ read: async () => secret, nowMs: () => nowMs }),
    operations: {
      get: (operationId) => {
        requested.push(operationId);
        return lifecycle.operations.get(operationId);
      },
    },
    log: recordLog().log,
  });
  const headers = authorization === undefined ? {} : { authorization };
  return app.request(path, { method, headers });
}
const askAs = (name: keyof typeof tokens, path = `/operations/${id}`) =>
  ask(path, `Bearer ${tokens[name]}`);

describe("a bearer caller", () => {
  test("sees its own operation, whose steps come in the order they happened", async () => {
    const { operations } = lifecycle;
    const step = { status: "succeeded", attempts: 1 } as const;
    await operations.start(id);
    for (const [after, name] of ["c", "b", "a"].entries())
      await operations.recordStep(id, name, { ...step, atMs: nowMs + after });
    const response = await askAs("owner");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id,
      type: "employee.hired",
      status: "running",
      employeeId: "E-1",
      steps: [
        { name: "c", ...step, at: "2026-01-31T18:42:00.000Z" },
        { name: "b", ...step, at: "2026-01-31T18:42:00.001Z" },
        { name: "a", ...step, at: "2026-01-31T18:42:00.002Z" },
      ],
      warnings: [],
      createdAt: "2026-01-31T18:42:00.000Z",
      updatedAt: "2026-01-31T18:42:00.002Z",
    });
  });

  test("gets an answer that nobody may keep", async () => {
    const response = await askAs("owner");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("sees all operations with the scope operate", async () => {
    expect((await askAs("ops")).status).toBe(200);
  });

  test("cannot tell another's operation from none", async () => {
    const others = await askAs("other");
    const none = await askAs("other", "/operations/op_none");
    expect(others.status).toBe(404);
    expect(none.status).toBe(404);
    expect([...others.headers]).toEqual([...none.headers]);
    expect(await others.text()).toBe(await none.text());
  });

  test("is told that there is no operation under an id of any form", async () => {
    for (const odd of ["%00", "%2e%2e", "%E0%A4%A", "ö", "a".repeat(3000), ""])
      expect((await askAs("ops", `/operations/${odd}`)).status).toBe(404);
  });
});

test.each([
  undefined,
  "Bearer",
  "Bearer the-token-of-nobody",
  `Basic ${tokens.owner}`,
  tokens.owner,
])("a request that says %j is 401, and nothing is looked up", async (given) => {
  const response = await ask(`/operations/${id}`, given);
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe("Bearer");
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(requested).toEqual([]);
});

test.each(["POST", "PUT", "PATCH", "DELETE"])(
  "%s is not allowed",
  async (method) => {
    const authorization = `Bearer ${tokens.ops}`;
    const response = await ask(`/operations/${id}`, authorization, method);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET");
  },
);

test("there is no list", async () => {
  expect((await askAs("ops", "/operations")).status).toBe(404);
});

test("while the store is out, the answer is to try again later", async () => {
  await tablesForTest.close();
  const response = await askAs("owner");
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("10");
});
