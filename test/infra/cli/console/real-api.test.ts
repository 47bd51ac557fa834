import { beforeAll, expect, test } from "vitest";
import { useInProcess } from "../../../environments/in-process.ts";
import { effort } from "../../../resilience/effort.ts";
import { useConsole } from "./console-for-test.ts";
import { operation, putOperations } from "../../../fixtures/put-operations.ts";

const environment = useInProcess();
const site = useConsole(environment);
const total = effort(1_000, 10_000);
const statuses = ["succeeded", "failed", "needs_attention", "waiting"] as const;
let requests = 0;

beforeAll(async () => {
  const { documents, nowMs } = environment();
  const many = Array.from({ length: total }, (_, nth) => {
    const status = statuses[nth % statuses.length] ?? "succeeded";
    return operation(`op_many_${nth}`, {
      status,
      employeeId: `P-${nth}`,
      createdAtMs: nowMs() - nth * 60_000,
      warnings: [{ about: "avatar", reason: "avatar-timeout" }],
      ...(status !== "succeeded" && { reason: "unexpected" as const }),
    });
  });
  for (let from = 0; from < total; from += 100)
    await putOperations(environment(), many.slice(from, from + 100));
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
])(
  "of a store with many operations, the page %s takes at most %i requests",
  async (page, most) => {
    requests = 0;
    const { status } = await site.visit(page);
    expect([page, status < 400]).toEqual([page, true]);
    expect(requests).toBeLessThanOrEqual(most);
  },
);
