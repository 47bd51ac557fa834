import { beforeAll, describe, expect, test } from "vitest";
import { createApiClient } from "../../../../infra/cli/api/client.ts";
import { tables } from "../../../../infra/aws/deployment/tables.ts";
import { createTable } from "../../../../shared/dynamodb/table.ts";
import {
  ofAll,
  openOf,
  sentBy,
  warnedMark,
} from "../../../../shared/store/operation-indexes.ts";
import { effort } from "../../../resilience/effort.ts";
import { useInProcess } from "../../../environments/in-process.ts";
import { useConsole } from "./console-for-test.ts";

const meiToken = "token-of-mei-with-32-characters-or-more";
const environment = useInProcess({
  callers: { mei: { scheme: "bearer", keys: [meiToken], scopes: ["operate"] } },
});
const profile = { name: "test", origin: "https://api.test", key: meiToken };
const site = useConsole(
  createApiClient(profile, {
    fetch: async (url, init) =>
      environment().apps.operations.request(new Request(url, init)),
    nowMs: () => environment().nowMs(),
    sleepMs: () => Promise.resolve(),
  }),
);

describe("the pages of a store with many operations", () => {
  const total = effort(1_000, 10_000);
  const statuses = [
    "succeeded",
    "failed",
    "needs_attention",
    "waiting",
  ] as const;
  let requests = 0;

  beforeAll(async () => {
    const { documents, nowMs } = environment();
    const table = createTable(documents, tables.store.name);
    for (let index = 0; index < total; index++) {
      const status = statuses[index % statuses.length] ?? "succeeded";
      const createdAtMs = nowMs() - index * 60_000;
      const { caller, employeeId } = { caller: "hr", employeeId: `P-${index}` };
      await table.put({
        id: `operation#op_many_${index}`,
        type: "employee.hired",
        status,
        caller,
        employeeId,
        fingerprint: "f",
        eventAtMs: createdAtMs,
        run: 1,
        steps: {},
        warnings: [{ about: "avatar", reason: "avatar-timeout" }],
        ...(status !== "succeeded" && { reason: "unexpected" }),
        history: [],
        createdAtMs,
        updatedAtMs: createdAtMs,
        open: openOf(status),
        sentBy: sentBy({ caller, employeeId }),
        ...ofAll,
        ...warnedMark,
      });
    }
    documents.middlewareStack.add(
      (next) => (args) => {
        requests++;
        return next(args);
      },
      { step: "initialize" },
    );
  }, 300_000);

  test.each([
    ["overview", 30],
    ["operations", 90],
    ["operations?status=failed", 90],
    ["operations?status=needs_attention&reason=unexpected", 90],
    ["operations?status=succeeded", 430],
    ["operations?type=employee.hired&warning=avatar&since=2026-01-01", 90],
    ["operation?id=op_many_1", 3],
    ["callers", 60],
    ["employee?id=P-1", 10],
    ["find?id=P-1", 10],
  ])("%s takes at most %i requests to the store", async (page, most) => {
    requests = 0;
    const { status } = await site.visit(page);
    expect([page, status < 400]).toEqual([page, true]);
    expect(requests).toBeLessThanOrEqual(most);
  });
});
