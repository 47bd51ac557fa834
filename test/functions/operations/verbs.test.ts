import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  bulkResultSchema,
  shownOperationSchema,
} from "../../../functions/operations/contract.ts";
import { leadToken, opsToken } from "../../../infra/local/credentials.ts";
import type { ReasonCode } from "../../../shared/reason-codes.ts";
import type { FinalOutcome } from "../../../shared/store/operation.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { rows } from "../../fixtures/rows.ts";
import {
  acceptWith,
  outcomeOf,
  retry,
} from "../../shared/store/operation-for-test.ts";

const watcherToken = "token-of-the-watcher-with-over-32-characters";
const payrollToken = "token-of-payroll";
const environment = useInProcess({
  deletionLimit: { percent: 10, min: 3, max: 20 },
  disableLimit: { percent: 0, min: 0, max: 0 },
  callers: {
    payroll: { scheme: "bearer", keys: [payrollToken], scopes: ["offboard"] },
    watcher: { scheme: "bearer", keys: [watcherToken], scopes: ["observe"] },
  },
});

let count = 0;

/** An operation that `ops` has sent, and that has ended without a workflow. */
async function ended(
  status: FinalOutcome["status"],
  reason?: ReasonCode,
): Promise<string> {
  const { store, nowMs } = environment();
  const id = `op_${++count}`;
  const operation = {
    id,
    type: "employee.terminated" as const,
    caller: "ops",
    employeeId: `V-${count}`,
    fingerprint: "f",
    eventAtMs: nowMs(),
  };
  const data = { employeeId: operation.employeeId };
  const { payloadUntilMs } = await acceptWith(store, operation, { data });
  await store.operations.start(id, `${id}-1`);
  await store.operations.finish(
    { id, execution: `${id}-1`, payloadUntilMs },
    outcomeOf(status, reason),
  );
  return id;
}

/** Sends a verb as `lead`, for one operation or for a selection. */
const use = (verb: string, id: string, body?: unknown, token?: string) =>
  environment().operate("POST", `/${id}/${verb}`, body, token ?? leadToken);
const useOnMany = async (verb: string, body: unknown) => {
  const { operate } = environment();
  const answer = await operate("POST", `/${verb}`, body, leadToken);
  expect(answer.status).toBe(200);
  return bulkResultSchema.parse(await answer.json());
};
const problemSchema = z.object({
  type: z.string(),
  detail: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ pointer: z.string() }))),
});
const problemOf = async (answer: Response) => {
  const { type, ...rest } = problemSchema.parse(await answer.json());
  return { type: type.split("#").at(-1), status: answer.status, ...rest };
};

const say = (type: string, data: object) =>
  environment().sendAndWait(`employee.${type}`, data);
const hasAccess = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc.enabled ?? false;

/** The scheduler starts operations that were accepted and did not run. */
async function startAccepted(): Promise<void> {
  await environment().passTime(3 * minuteMs);
}

describe("a verb", () => {
  test("is answered with the verbs that the caller can use, if it does not apply", async () => {
    const id = await ended("needs_attention", "deletion-limit");
    expect(await problemOf(await use("retry", id))).toEqual({
      type: "not-to-retry",
      status: 409,
      detail:
        "The operation is needs_attention: deletion-limit. You can use release, reject.",
    });
    const own = await use("retry", id, undefined, opsToken);
    expect(await problemOf(own)).toMatchObject({
      detail:
        "The operation is needs_attention: deletion-limit. You can use no verb.",
    });
  });

  test.each([
    ["its sender", opsToken, "sent-by-yourself"],
    ["a caller that only observes", watcherToken, "forbidden"],
    ["another operator", leadToken, undefined],
  ])(
    "on a held operation is shown as usable, or with the reason why not, to %s",
    async (_, token, reason) => {
      const id = await ended("needs_attention", "deletion-limit");
      const { ask } = environment();
      const answer = await ask("GET", `/operations/${id}`, undefined, token);
      const { verbs: usable, refusedVerbs } = shownOperationSchema.parse(
        await answer.json(),
      );
      const forCaller = ["release", "reject"] as const;
      expect(usable).toEqual(reason ? [] : forCaller);
      expect(refusedVerbs).toEqual([
        { verb: "retry", reason: "not-to-retry" },
        { verb: "cancel", reason: "not-waiting" },
        ...(reason ? forCaller.map((verb) => ({ verb, reason })) : []),
        { verb: "resolve", reason: "not-to-resolve" },
        { verb: "confirm-gone", reason: "not-missing" },
        { verb: "delete-now", reason: "not-in-grace" },
        { verb: "enable", reason: "not-kept" },
      ]);
    },
  );

  test.each([
    ["retry", { hours: 1 }, "#/hours"],
    ["retry", { note: "n" }, "#/note"],
    ["release", { hours: 25 }, "#/hours"],
    ["release", { note: "n" }, "#/note"],
    ["resolve", {}, "#/note"],
    ["resolve", undefined, "#/note"],
    ["resolve", { note: "  " }, "#/note"],
    ["resolve", { note: "n".repeat(501) }, "#/note"],
    ["resolve", { note: "n", by: "me" }, "#/by"],
    ["cancel", "{", "#"],
  ])(
    "%s with the body %j is answered 400 and changes nothing",
    async (verb, body, pointer) => {
      const id = await ended("failed", "unexpected");
      const before = await environment().find(id);
      expect(await problemOf(await use(verb, id, body))).toMatchObject({
        status: 400,
        errors: [{ pointer }],
      });
      expect(await environment().find(id)).toEqual(before);
    },
  );
});

/** A hire whose person exists and whose tasks are missing, so it keeps its salt. */
async function hireWithSalt(employeeId: string) {
  const { sendAndWait, platform } = environment();
  platform.faults.add({
    kind: "status",
    status: 503,
    path: "/people/{personID}/tasks",
  });
  const hired = await sendAndWait("employee.hired", {
    ...hireOf(employeeId),
    tasks: [{ subject: "Read the handbook", dueInDays: 1 }],
  });
  expect(hired.status).toBe("needs_attention");
  return hired;
}

describe("resolve", () => {
  test.each(["failed", "needs_attention"] as const)(
    "closes an operation that is %s, keeps the note in the audit trail and erases the payload",
    async (status) => {
      const { find, store } = environment();
      const id = await ended(status, "unexpected");
      const answer = await use("resolve", id, { note: " Created by hand " });
      expect(answer.status).toBe(200);
      const shown = shownOperationSchema.parse(await answer.json());
      expect(shown).toMatchObject({
        status: "cancelled",
        reason: "resolved",
        verbs: [],
      });
      expect(shown.history.at(-1)).toMatchObject({
        by: "caller:lead",
        status: "cancelled",
        reason: "resolved",
        note: "Created by hand",
      });
      const operation = await find(id);
      expect(
        await store.payloads.readData(operation, z.unknown()),
      ).toBeUndefined();
      expect(operation.payloadUntilMs).toBeUndefined();
      // A second time is harmless.
      expect((await use("resolve", id, { note: "Again" })).status).toBe(409);
      expect(await find(id)).toEqual(operation);
    },
  );

  test("erases the salt of a hire whose person exists, and nothing else of person and employee", async () => {
    const { store, find, personOf } = environment();
    const hired = await hireWithSalt("V-salt");
    const { passwordSalt, saltUntilMs, ...employee } =
      (await store.employees.get("V-salt")) ?? {};
    expect(passwordSalt).toBeDefined();
    expect(saltUntilMs).toBeDefined();
    const person = await personOf("V-salt");
    expect(
      (await use("resolve", hired.id, { note: "Tasks added by hand" })).status,
    ).toBe(200);
    expect(await store.employees.get("V-salt")).toEqual(employee);
    expect(await personOf("V-salt")).toEqual(person);
    expect((await find(hired.id)).status).toBe("cancelled");
    expect(await find(hired.id)).not.toHaveProperty("dueAtMs");
  });

  test("is answered 409 after a retry at the same moment, and the hire keeps its salt", async () => {
    const { store, partFailures } = environment();
    const hired = await hireWithSalt("V-race");
    partFailures.workflowStart = () => true;
    // The retry comes just before the resolution writes.
    partFailures.receiverTable = async (command, _item, input) => {
      if (command !== "UpdateItemCommand" || !input.includes("resolved"))
        return false;
      partFailures.receiverTable = undefined;
      await use("retry", hired.id);
      return false;
    };
    expect(
      await problemOf(await use("resolve", hired.id, { note: "n" })),
    ).toMatchObject({ type: "not-to-resolve", status: 409 });
    const employee = await store.employees.get("V-race");
    expect(employee?.passwordSalt).toBeDefined();
  });

  /** A suspension whose employee is unknown for 15 minutes, so an operator must look at it. */
  const suspendUnknown = async (employeeId: string) => {
    const { id } = await say("suspended", { employeeId });
    await environment().passTime(16 * minuteMs);
    return environment().find(id);
  };

  type Create = typeof hireWithSalt;
  test.each(rows<[what: string, employeeId: string, create: Create]>`
    the salt of a hire | V-later | ${hireWithSalt}
    what is open at the employee | V-open | ${suspendUnknown}
  `)(
    "leaves %s to the scheduler when the employee cannot be written at once",
    async (_what, employeeId, create) => {
      const { store, partFailures, find } = environment();
      const { id, type } = await create(employeeId);
      partFailures.receiverTable = (command, item) =>
        command === "UpdateItemCommand" && item.startsWith("employee#");
      expect((await use("resolve", id, { note: "n" })).status).toBe(200);
      partFailures.receiverTable = undefined;
      const isLeft = async () => {
        const employee = await store.employees.get(employeeId);
        return Boolean(employee?.passwordSalt ?? employee?.unfinished[0]);
      };
      expect(await isLeft()).toBe(true);
      await startAccepted();
      expect(await isLeft()).toBe(false);
      expect(await find(id)).toMatchObject({ reason: "resolved" });
      expect(await find(id)).not.toHaveProperty("dueAtMs");
      // The resolved suspension takes no access away.
      if (type === "employee.suspended") await say("hired", hireOf(employeeId));
      expect(await hasAccess(employeeId)).toBe(true);
    },
  );
});

/** A termination that the disable limit holds. */
async function held(employeeId: string) {
  await say("hired", hireOf(employeeId));
  const { id, reason } = await say("terminated", { employeeId });
  expect(reason).toBe("disable-limit");
  return id;
}

describe("a verb beside failures and other events", () => {
  test("does nothing if its write fails, so the operation stays held", async () => {
    const employeeId = "ONE-1";
    const id = await held(employeeId);
    const { partFailures } = environment();
    partFailures.receiverTable = (command, item) =>
      command === "UpdateItemCommand" && item === `operation#${id}`;
    expect((await use("release", id)).status).toBe(503);
    partFailures.receiverTable = undefined;
    await say("changed", { employeeId, title: "Lead" });
    expect(await environment().find(id)).toMatchObject(
      needsAttention("disable-limit"),
    );
    expect(await hasAccess(employeeId)).toBe(true);
  });

  test.each(["release", "reject"])(
    "takes effect although its workflow cannot start at once, also after another event: %s",
    async (verb) => {
      const employeeId = `ONE-${verb}`;
      const id = await held(employeeId);
      const { partFailures, send, find, idle, lines } = environment();
      partFailures.workflowStart = () => true;
      const answer = await use(verb, id);
      expect(answer.status).toBe(202);
      expect(answer.headers.get("location")).toBe(`/operations/${id}`);
      expect(lines.at(-1)).toMatchObject({
        level: "warn",
        message: "not started",
        fields: { operationId: id, error: "Error" },
      });
      partFailures.workflowStart = undefined;
      await send("employee.changed", { employeeId, title: "Lead" });
      await idle();
      await startAccepted();
      expect((await find(id)).status).toBe(
        verb === "release" ? "succeeded" : "cancelled",
      );
      expect(await hasAccess(employeeId)).toBe(verb === "reject");
    },
  );

  test.each(["release", "reject"])(
    "is refused to the sender of a held termination, also on the operation of another sender: %s",
    async (verb) => {
      const employeeId = `ONE-SENDER-${verb}`;
      await held(employeeId);
      const { operate, idle, find, sendAndWait } = environment();
      const { id } = await sendAndWait(
        "employee.terminated",
        { employeeId, graceDays: 40 },
        { caller: "payroll", token: payrollToken },
      );
      expect((await use("reject", id)).status).toBe(202);
      await idle();
      // The termination of `ops` counts again, and the operation of `payroll` shows that it is held.
      expect(await find(id)).toMatchObject({ reason: "disable-limit" });
      const refused = await operate("POST", `/${id}/${verb}`, {}, opsToken);
      expect(await problemOf(refused)).toMatchObject({
        type: "sent-by-yourself",
        detail:
          "The operation is needs_attention: disable-limit. You can use no verb.",
      });
      const shown = await (await operate("GET", `/${id}`)).json();
      expect(shown).toMatchObject({
        verbs: [],
        refusedVerbs: expect.arrayContaining([
          { verb, reason: "sent-by-yourself" },
        ]),
      });
      expect(await hasAccess(employeeId)).toBe(true);
      expect((await use(verb, id)).status).toBe(202);
    },
  );

  test("is stored as a statement during an outage, so it counts before other work of the employee goes on", async () => {
    const employeeId = "ONE-OUTAGE";
    const { platform, find, idle, passTime } = environment();
    platform.faults.add({ kind: "status", status: 503 });
    const { id, status } = await say("hired", hireOf(employeeId));
    expect(status).toBe("waiting");
    expect((await use("cancel", id)).status).toBe(202);
    await idle();
    const { employees } = environment().store;
    expect((await employees.get(employeeId))?.statements).toMatchObject([
      { kind: "hired" },
      { ruling: "cancelled" },
    ]);
    platform.faults.clear();
    await say("changed", { employeeId, title: "Lead" });
    await passTime(60 * minuteMs);
    expect((await find(id)).status).toBe("cancelled");
    expect(await environment().personOf(employeeId)).toBeUndefined();
  });
});

describe("a verb on many operations", () => {
  test("changes each named operation once, or says why it does not change it", async () => {
    const { idle, find } = environment();
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(await ended("failed", "unexpected"));
    const heldId = await ended("needs_attention", "rename-limit");
    const operations = [...ids, heldId, "op_none", ids[0]];
    expect(await useOnMany("retry", { operations })).toEqual({
      changed: ids,
      refused: [
        { id: heldId, reason: "not-to-retry" },
        { id: "op_none", reason: "not-found" },
      ],
    });
    await idle();
    const isAsBefore = { status: "needs_attention", run: 1 };
    expect(await find(heldId)).toMatchObject(isAsBefore);
  });

  test("refuses operations that have changed since `asOf`, when the operator was asked", async () => {
    const { advanceTime, find, store, nowMs } = environment();
    const seen = await ended("failed", "expired");
    const endsLater = await ended("failed", "not-active");
    const asOf = new Date(nowMs()).toISOString();
    advanceTime(1_000);
    await retry(store.operations, endsLater);
    await store.operations.start(endsLater, "again");
    await store.operations.finish(
      { id: endsLater, execution: "again" },
      outcomeOf("failed", "expired"),
    );
    const operations = [seen, endsLater];
    expect(
      await useOnMany("resolve", { operations, asOf, note: "By hand" }),
    ).toEqual({
      changed: [seen],
      refused: [{ id: endsLater, reason: "not-as-asked" }],
    });
    expect((await find(endsLater)).status).toBe("failed");
  });

  test("stops after 18 seconds, and names the operations that it has not tried", async () => {
    const { partFailures, advanceTime, idle, passTime } = environment();
    const operations = [];
    for (let n = 0; n < 25; n++)
      operations.push(await ended("failed", "unexpected"));
    // Each start takes a second, and ten operations are handled at a time: the last five would begin after 20 seconds.
    partFailures.workflowStart = () => {
      advanceTime(1_000);
      return true;
    };
    expect(await useOnMany("retry", { operations })).toEqual({
      changed: operations.slice(0, 20),
      refused: operations
        .slice(20)
        .map((id) => ({ id, reason: "out-of-time" })),
    });
    delete partFailures.workflowStart;
    await passTime(3 * minuteMs);
    await idle();
  });
});
