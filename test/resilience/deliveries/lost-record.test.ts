import { expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { endPartFailures } from "../../environments/in-process/part-failures.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess({ graceDays: 7 });

const inlineAvatar = { base64: Buffer.from(sampleAvatar).toString("base64") };

test.each(rows<[string, boolean]>`
  was lost before it recorded its end | ${false}
  goes on after it was declared lost  | ${true}
`)(
  "a retry finds all data of a hire whose execution %s, and doubles nothing",
  async (_, isAlive) => {
    const employeeId = `R-${isAlive}`;
    const changes = { biography: "Long", avatar: inlineAvatar };
    const id = await loseHire(employeeId, { isAlive, changes });
    await expectEndedByRetry(id, employeeId.toLowerCase());
    const items = JSON.stringify(await environment().storedItems());
    expect(items).not.toContain("Long");
  },
);

test("an execution that was declared lost and still runs deletes no person who was hired since", async () => {
  const {
    sendAndWait,
    send,
    runUntilIdle,
    operation,
    partFailures,
    ...others
  } = environment();
  const { store, personOf } = others;
  await sendAndWait("employee.hired", hireOf("R-lost"));
  // The execution stops right before it asks the limit, and begins the deletion.
  let isAsked = false;
  partFailures.workflowTable = (_command, id) => {
    isAsked ||= id === "deletion-limit";
    return id === "deletion-limit";
  };
  const leaving = await send("employee.terminated", {
    employeeId: "R-lost",
    graceDays: 0,
  });
  await until(async () => isAsked);
  await store.operations.markLost(await operation(leaving));
  const hiring = await send("employee.hired", hireOf("R-lost"));
  await until(async () => {
    const item = await store.employees.get("R-lost");
    return item?.unfinished.length === 2;
  });
  partFailures.workflowTable = undefined;
  await runUntilIdle();
  expect(await operation(hiring)).toMatchObject({ status: "succeeded" });
  expect((await personOf("R-lost"))?.svc.enabled).toBe(true);
  expect((await store.employees.get("R-lost"))?.state).toBe("active");
});

/** Resolves to the id of a hire that did all of its work and was declared lost before it recorded its end. */
async function loseHire(
  employeeId: string,
  { isAlive, changes }: { isAlive: boolean; changes: object },
): Promise<string> {
  const { send, operation, partFailures, store, idle, find, engine } =
    environment();
  const recording = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  partFailures.workflowTable = async (_command, id, input) => {
    if (!id.startsWith("operation#") || !input.includes("result")) return false;
    recording.resolve();
    await lost.promise;
    return !isAlive;
  };
  const hire = hireOf(employeeId, {
    tasks: [{ subject: "Meet your team", dueInDays: 1 }],
    streams: ["Incidents"],
    ...changes,
  });
  const { id } = await operation(await send("employee.hired", hire));
  await recording.promise;
  const running = await find(id);
  if (!isAlive) engine.stop(running.execution ?? "");
  await store.operations.markLost(running);
  if (!isAlive) endPartFailures(partFailures);
  lost.resolve();
  await idle();
  endPartFailures(partFailures);
  expect(await find(id)).toMatchObject({
    status: "needs_attention",
    reason: "execution-lost",
  });
  return id;
}

async function expectEndedByRetry(id: string, username: string): Promise<void> {
  const { operate, idle, find, platform } = environment();
  await operate("POST", `/${id}/retry`);
  await idle();
  expect(await find(id)).toMatchObject({ status: "succeeded", warnings: [] });
  const found = platform
    .people()
    .filter(({ svc }) => svc.username === username);
  expect(found).toHaveLength(1);
  const personID = found[0]?.id ?? "";
  expect(platform.tasksOf(personID)).toHaveLength(1);
  expect(platform.streamsOf(personID)).toHaveLength(1);
}

/** Resolves when the condition is true. Checks it each turn of the event loop. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
