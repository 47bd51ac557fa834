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
import type { ReasonCode } from "../../../../shared/reason-codes.ts";
import type { FinalOutcome } from "../../../../shared/store/operation.ts";
import { useInProcess } from "../../../environments/in-process.ts";
import { hireOf } from "../../../fixtures/hire.ts";
import {
  acceptWith,
  outcomeOf,
} from "../../../shared/store/operation-for-test.ts";
import { plain, useConsole } from "./console-for-test.ts";

const meiToken = "token-of-mei-with-32-characters-or-more";
const environment = useInProcess({
  callers: {
    mei: { scheme: "bearer", keys: [meiToken], scopes: ["operate"] },
  },
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

let count = 0;

/** A hire that has ended so, and that a retry can run. */
async function ended(status: FinalOutcome["status"], reason: ReasonCode) {
  const { store, nowMs } = environment();
  const [id, employeeId] = [`op_${++count}`, `C-${count}`];
  const hire = {
    id,
    type: "employee.hired" as const,
    caller: "ops",
    employeeId,
    fingerprint: "f",
    eventAtMs: nowMs(),
  };
  const { payloadUntilMs } = await acceptWith(store, hire, {
    data: hireOf(employeeId),
  });
  await store.operations.start(id, `${id}-1`);
  await store.operations.finish(
    { id, execution: `${id}-1`, payloadUntilMs },
    outcomeOf(status, reason),
  );
  return { id, employeeId };
}

/** The hidden fields of a form, by their names. */
const hiddenOf = (html: string, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "",
    ]),
  );

const read = async (page: string) => plain((await site.visit(page)).text);

describe("the console on the real API", () => {
  test("leads from the overview to a retry that succeeds, and the audit trail names the operator", async () => {
    const { id, employeeId } = await ended("failed", "platform-unreachable");

    const overview = await site.visit("overview");
    expect(plain(overview.text)).toContain("1 Failed");
    expect(overview.text).toContain(
      "operations?status=failed&amp;reason=platform-unreachable",
    );
    const list = await site.visit(
      "operations?status=failed&reason=platform-unreachable",
    );
    expect(list.text).toContain(`operation?id=${id}`);
    const { status } = await site.visit("act", {
      form: { verb: "retry", operation: id },
    });
    await environment().idle();

    expect(status).toBe(303);
    const text = await read(`operation?id=${id}`);
    expect(text).toContain(`Hire of ${employeeId} ${id} Succeeded`);
    expect(text).toContain("by caller mei");
    expect(text).toContain("Create the person");
    const employee = await read(`employee?id=${employeeId}`);
    const { personID } = (await environment().find(id))?.result ?? {};
    const found = await site.visit(`find?id=${personID}`);
    expect(found.headers["location"]).toBe(`employee?id=${employeeId}`);
    expect(employee).toContain("Active");
    expect(await site.visit("employees?state=active")).toMatchObject({
      text: expect.stringContaining(`employee?id=${employeeId}`),
    });
  });

  test("rejects all operations that a limit held at the question and no later one, also if repeated", async () => {
    const held = await Promise.all(
      Array.from({ length: 12 }, () =>
        ended("needs_attention", "rename-limit"),
      ),
    );
    const form = {
      verb: "reject",
      all: "1",
      status: "needs_attention",
      reason: "rename-limit",
    };
    const asked = await site.visit(
      `confirm?${new URLSearchParams(form).toString()}`,
    );
    environment().advanceTime(1_000);
    const later = await ended("needs_attention", "rename-limit");
    const confirmed = { ...form, ...hiddenOf(asked.text, ["asOf", "limit"]) };
    const reject = async () => {
      const { headers } = await site.visit("act", { form: confirmed });
      for (;;) {
        const job = await site.visit(String(headers["location"]));
        if (!job.text.includes("It goes on by itself")) return job;
      }
    };
    const first = await reject();
    const second = await reject();

    expect(plain(asked.text)).toContain("Reject 12 operations");
    expect(plain(first.text)).toContain("12 operations rejected");
    expect(plain(first.text)).toContain("1 operation is left over");
    expect(plain(second.text)).toContain("0 operations rejected");
    expect(await read(`operation?id=${later.id}`)).toContain("Held");
    expect(await read(`operation?id=${held[0]?.id}`)).toContain("rejected");
  });
});

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
