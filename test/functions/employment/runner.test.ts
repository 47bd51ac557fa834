import { expect, test, vi } from "vitest";
import { dayMs, minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { needsAttention } from "../../fixtures/needs-attention.ts";
import { hireOf } from "../../fixtures/hire.ts";

const environment = useInProcess();

test("a suspension that arrives while the platform refuses a change takes effect", async () => {
  const { hire, say, send, idle, operation, ...others } = environment();
  const { partFailures, platform, personOf, store } = others;
  const employeeId = "REFUSED-1";
  await hire(employeeId);
  platform.faults.add({ kind: "status", status: 403, method: "PUT" });
  let answer = new Response();
  // Before the refusal is written, the platform works again and the suspension arrives.
  partFailures.workflowTable = async (command, _id, input) => {
    if (command !== "UpdateItemCommand" || !input.includes('"isRefused":true'))
      return false;
    partFailures.workflowTable = undefined;
    platform.faults.clear();
    answer = await send("employee.suspended", { employeeId });
    await vi.waitFor(async () => {
      const item = await store.employees.get(employeeId);
      expect(item?.statements.at(-1)?.kind).toBe("suspended");
    });
    return false;
  };
  await say("changed", employeeId, { title: "Lead" });
  await idle();
  expect((await operation(answer)).status).toBe("succeeded");
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
});

test("an operation ends also if its last write fails after its runner has freed the employee", async () => {
  const { hire, send, idle, operation, partFailures } = environment();
  const employeeId = "FREED-1";
  await hire(employeeId);
  const changed = { employeeId, title: "Lead" };
  partFailures.workflowTable = (command, id, input) => {
    const isEnd =
      command === "UpdateItemCommand" &&
      id.startsWith("operation#") &&
      input.includes('"succeeded"') &&
      input.includes('"history"');
    if (isEnd) partFailures.workflowTable = undefined;
    return isEnd;
  };
  const answer = await send("employee.changed", changed);
  await idle();
  expect(partFailures.workflowTable).toBeUndefined();
  expect((await operation(answer)).status).toBe("succeeded");
});

test("a change whose day comes while its run writes the outcome waits, and the scheduler starts it", async () => {
  const { hire, say, send, idle, operation, partFailures, ...others } =
    environment();
  const { advanceTime, dateIn, dispatchDue, personOf } = others;
  const employeeId = "DAY-1";
  await hire(employeeId);
  const tomorrow = dateIn(1);
  await say("suspended", employeeId, { from: tomorrow });
  // The day comes when the run reads the operation for the last time.
  partFailures.workflowTable = (command, id) => {
    if (command !== "GetItemCommand" || !id.startsWith("operation#"))
      return false;
    partFailures.workflowTable = undefined;
    advanceTime(dayMs);
    return false;
  };
  const answer = await send("employee.changed", {
    employeeId,
    title: "Lead",
    effectiveDate: tomorrow,
  });
  await idle();
  expect(partFailures.workflowTable).toBeUndefined();
  expect((await operation(answer)).status).toBe("waiting");
  await dispatchDue();
  await idle();
  expect((await operation(answer)).status).toBe("succeeded");
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
});

const fields = [
  "title",
  "department",
  "location",
  "company",
  "expertise",
  "biography",
];
/** 24 changes, each of which needs a move. */
const changes = [
  ...fields.map((field) => ({ [field]: "1" })),
  ...Array.from({ length: 18 }, (_, nth) => ({
    identities: { [`kind-${nth}`]: "of-1" },
  })),
];

test("an execution frees the employee after twenty moves, and the next execution makes the rest", async () => {
  const { hire, send, idle, dispatchDue, store, operation } = environment();
  const employeeId = "MANY-1";
  await hire(employeeId);
  const answers = await Promise.all(
    changes.map((one) => send("employee.changed", { employeeId, ...one })),
  );
  await idle();
  const between = await store.employees.get(employeeId);
  expect(between?.runner).toBeUndefined();
  expect(between?.unfinished.length).toBeGreaterThan(0);
  await dispatchDue();
  await idle();
  for (const answer of answers)
    expect(await operation(answer)).toMatchObject({ status: "succeeded" });
});

test("an operation that ends in the run of another one is logged, and its notice is due, like any other", async () => {
  const { say, advanceTime, find, lines, storedItems } = environment();
  const employeeId = "OTHERS-1";
  const { id, status } = await say("suspended", employeeId);
  expect(status).toBe("waiting");
  advanceTime(16 * minuteMs);
  const changed = await say("changed", employeeId, { title: "Lead" });
  expect(await find(id)).toMatchObject(needsAttention("unknown-employee"));
  const { history } = await find(id);
  expect(history.at(-1)).toMatchObject({ by: `operation:${changed.id}` });
  const own = lines.filter(
    ({ level, fields }) => level === "error" && fields?.["operationId"] === id,
  );
  expect(own).toMatchObject([
    {
      message: "employment ended",
      fields: {
        type: "employee.suspended",
        status: "needs_attention",
        reason: "unknown-employee",
      },
    },
  ]);
  const notice = "pending";
  expect(await storedItems(`operation#${id}`)).toMatchObject([{ notice }]);
});

test("the last day counts also if the termination ended before its runner freed the employee", async () => {
  const { hire, say, store, personOf, find, dateIn, passDays } = environment();
  const employeeId = "SAID-2";
  const lastDay = dateIn(3);
  await hire(employeeId);
  const { id } = await say("terminated", employeeId, { lastDay });
  // The runner ends the operation and dies, so the item of the employee still lists the operation.
  const isShown = await store.operations.show(
    await find(id),
    { status: "cancelled", reason: "left", warnings: [] },
    "another",
  );
  expect(isShown).toBe(true);
  await say("changed", employeeId, { title: "Lead" });
  await passDays(5);
  expect(await personOf(employeeId)).toBeUndefined();
});

test("a suspension begins also if an operation that another one has ended says its statement once more", async () => {
  const { hire, say, send, idle, store, find, personOf, passDays, ...others } =
    environment();
  const { dateIn, partFailures } = others;
  const employeeId = "SAID-3";
  await hire(employeeId);
  const suspended = await say("suspended", employeeId, { from: dateIn(5) });
  // The suspension holds, and its operation does not wait for it any more, so that another one must.
  await store.operations.show(
    suspended,
    { status: "cancelled", reason: "left", warnings: [] },
    "another",
  );
  const changes = [{ title: "Lead" }, { department: "Platform" }];
  for (const change of changes)
    await send("employee.changed", {
      employeeId,
      effectiveDate: dateIn(2),
      ...change,
    });
  await idle();
  const ofBoth = (await store.employees.get(employeeId))?.unfinished ?? [];
  const [first = "", second = ""] = ofBoth.map(({ id }) => id);
  // The first one starts, and before it says anything, the second one starts and ends it.
  let hasStarted = false;
  const isHeld = Promise.withResolvers<void>();
  partFailures.workflowTable = async (command, id) => {
    if (id === `operation#${second}`) await isHeld.promise;
    hasStarted ||= id === `operation#${first}`;
    if (!hasStarted || command !== "GetItemCommand") return false;
    partFailures.workflowTable = undefined;
    isHeld.resolve();
    await vi.waitFor(async () => {
      expect((await find(first)).status).toBe("succeeded");
      expect((await find(second)).status).toBe("waiting");
    });
    return false;
  };
  await passDays(2);
  expect(partFailures.workflowTable).toBeUndefined();
  await passDays(4);
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
});

test("an execution that was given up and goes on does nothing more after the next one has begun", async () => {
  const { hire, say, store, find, personOf, platform, ...others } =
    environment();
  const { advanceTime, dispatchDue, partFailures } = others;
  const employeeId = "TWICE-1";
  await hire(employeeId);
  const writesBefore = writesOf(platform);
  let id = "";
  // As the first execution takes the lease, it counts as lost, and the next one makes the change.
  partFailures.workflowTable = async (_command, item, input) => {
    if (item !== `employee#${employeeId}` || !input.includes('"leaseBy"'))
      return false;
    partFailures.workflowTable = undefined;
    const { unfinished = [] } = (await store.employees.get(employeeId)) ?? {};
    id = unfinished[0]?.id ?? "";
    await store.operations.acceptLost(await find(id));
    advanceTime(5 * minuteMs);
    await dispatchDue();
    await vi.waitFor(async () =>
      expect((await find(id)).status).toBe("succeeded"),
    );
    return false;
  };
  const changed = await say("changed", employeeId, { title: "Lead" });
  expect(changed).toMatchObject({
    id,
    run: 2,
    result: { changed: ["/title"] },
  });
  expect(changed.history.map(({ status }) => status)).toEqual([
    "accepted",
    "running",
    "accepted",
    "running",
    "succeeded",
  ]);
  expect(writesOf(platform) - writesBefore).toBe(1);
  expect(await personOf(employeeId)).toBeDefined();
  expect(await store.employees.get(employeeId)).not.toHaveProperty("runner");
});

test("a suspension that arrives while a hire creates the person takes effect without any pause", async () => {
  const { send, idle, operation, personOf, platform, pauses } = environment();
  const employeeId = "AT-ONCE-1";
  const from = pauses.length;
  platform.faults.add({ kind: "latency", ms: 300, path: "/people", times: 1 });
  await send("employee.hired", hireOf(employeeId));
  const suspended = await send("employee.suspended", { employeeId });
  await idle();
  expect((await operation(suspended)).status).toBe("succeeded");
  expect((await personOf(employeeId))?.svc.enabled).toBe(false);
  // The virtual time of an execution is that of its pauses.
  expect(pauses.slice(from)).toEqual([]);
});

function writesOf({ journal }: { journal: readonly { method: string }[] }) {
  return journal.filter(({ method }) => method === "PUT").length;
}

/** What the operations of an employee say was done with the person, the newest operation first. */
async function factsOf(employeeId: string) {
  const { operations } = environment().store;
  const trails = await operations.ofEmployee(employeeId, 9);
  return trails.flatMap(({ history }) =>
    history.flatMap(({ person }) => person ?? []),
  );
}

test("what was done with a person is told once, also if an execution is killed before one of its checkpoints", async () => {
  const { hire, say, partFailures } = environment();
  let isKilled = true;
  for (let nth = 1; isKilled; nth++) {
    const employeeId = `FACT-KILL-${nth}`;
    isKilled = false;
    const killAt = (last: number) => {
      let count = 0;
      partFailures.kill = () => {
        if (++count !== last) return undefined;
        isKilled = true;
        return "before";
      };
    };
    killAt(nth);
    await hire(employeeId);
    killAt(nth);
    await say("terminated", employeeId);
    partFailures.kill = undefined;
    expect(await factsOf(employeeId)).toEqual(["left", "onboarded"]);
  }
});

test("a change whose execution died after its write tells all its fields, also if another operation goes on with it", async () => {
  const { hire, say, find, partFailures, advanceTime } = environment();
  const { passTime } = environment();
  const employeeId = "DIED-1";
  await hire(employeeId);
  let isDead = false;
  partFailures.killAt = (request) => {
    if (isDead) return "before";
    isDead = request.startsWith("PUT /people");
    return isDead ? "unanswered" : undefined;
  };
  const died = await say("changed", employeeId, { title: "Lead" });
  partFailures.killAt = undefined;
  expect(died.status).toBe("running");
  // After this time, another operation takes the employee.
  advanceTime(76 * minuteMs);
  await say("changed", employeeId, { location: "Bern" });
  await passTime(5 * minuteMs);
  expect(await find(died.id)).toMatchObject({
    status: "succeeded",
    result: { changed: ["/title"] },
  });
});

test("a person who is suspended while the tasks of the hire wait is told as onboarded, too", async () => {
  const { send, idle, platform, store } = environment();
  const employeeId = "FACT-EXTRAS-1";
  const path = "/people/{personID}/tasks";
  platform.faults.add({ kind: "latency", ms: 300, path, times: 1 });
  const tasks = [{ subject: "Read", dueInDays: 1 }];
  await send("employee.hired", { ...hireOf(employeeId), tasks });
  await vi.waitFor(async () => {
    const item = await store.employees.get(employeeId);
    expect(item?.person.is).toBe("enabled");
  });
  platform.faults.add({ kind: "status", status: 503, path, times: 1 });
  await send("employee.suspended", { employeeId });
  await idle();
  expect(await factsOf(employeeId)).toEqual(["suspended", "onboarded"]);
});
