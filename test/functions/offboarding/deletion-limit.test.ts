import { beforeEach, expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort, isThorough } from "../../resilience/effort.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";

const other = {
  name: "guard",
  token: "guard-token-of-the-test-with-32-characters",
};
const environment = useInProcess({
  deletionLimit: { percent: 5, min: 3, max: 20 },
  callers: {
    [other.name]: {
      scheme: "bearer",
      keys: [other.token],
      scopes: ["operate"],
    },
  },
});
const held = { status: "needs_attention", reason: "deletion-limit" };

beforeEach(() => environment().advanceTime(2 * dayMs));

test("the deletion limit counts each person, also when one employee has one after another", async () => {
  const { addPerson, sendAndWait, platform, advanceTime, deletions } =
    environment();
  const deleted = deletions();
  const employeeId = "B-30";
  const names = Array.from(
    { length: effort(5, 12) },
    (_, index) => `colleague-${index}`,
  );
  for (const username of names) {
    await addPerson(username);
    const email = `${username}@example.com`;
    await sendAndWait("employee.adopted", { employeeId, username, email });
    advanceTime(1_000);
    await sendAndWait("employee.terminated", { employeeId, graceDays: 0 });
    advanceTime(1_000);
  }
  expect(deletions() - deleted).toBe(3);
  const left = names.filter((name) => platform.findPerson(name) === undefined);
  expect(left).toEqual(["colleague-0", "colleague-1", "colleague-2"]);
});

test("a held operation is released by another caller, and by no other caller", async () => {
  const { operate, idle, find, platform } = environment();
  const [a, b] = await holdTwo("B-3");
  const mine = await release([a, b]);
  expect(await mine.json()).toEqual({
    changed: [],
    refused: [a, b].map((id) => ({ id, reason: "sent-by-yourself" })),
  });
  const answer = await release([a], other.token);
  expect(await answer.json()).toEqual({
    changed: [a],
    refused: [],
  });
  await idle();
  expect((await find(a)).status).toBe("succeeded");
  expect(await find(b)).toMatchObject(held);
  // No retry runs a held operation, and a release of an operation that is not held does nothing.
  expect((await operate("POST", `/${b}/retry`)).status).toBe(409);
  await idle();
  expect(await find(b)).toMatchObject(held);
  expect(await (await release([a], other.token)).json()).toEqual({
    changed: [],
    refused: [{ id: a, reason: "not-held" }],
  });
  expect(platform.findPerson("b-3-b")).toBeDefined();
});

test.runIf(isThorough)(
  "an operation is held again when its release expires before its use",
  async () => {
    const { operate, idle, find, platform, advanceTime } = environment();
    const [a] = await holdTwo("B-4");
    platform.faults.add({
      kind: "status",
      status: 404,
      path: "/people/{personID}",
    });
    await release([a], other.token, 2);
    await idle();
    expect((await find(a)).reason).toBe("person-missing");
    platform.faults.clear();
    advanceTime(3 * hourMs);
    await operate("POST", `/${a}/retry`);
    await idle();
    expect(await find(a)).toMatchObject(held);
    await release([a], other.token, 2);
    await idle();
    expect((await find(a)).status).toBe("succeeded");
  },
);

async function leaveAll(names: string[]) {
  const { sendAndWait } = environment();
  await Promise.all(
    names.map((name) => sendAndWait("employee.hired", hireOf(name))),
  );
  const left = [];
  for (const employeeId of names)
    left.push(await sendAndWait("employee.terminated", { employeeId }));
  return left;
}

/** Uses up the limit. Resolves to the ids of two more operations, which the deletion limit holds. */
async function holdTwo(name: string): Promise<[string, string]> {
  const letters = ["x", "y", "z", "a", "b"];
  const all = await leaveAll(letters.map((letter) => `${name}-${letter}`));
  expect(all.slice(3)).toMatchObject([held, held]);
  return [all[3]?.id ?? "", all[4]?.id ?? ""];
}

function release(operations: string[], token?: string, hours?: number) {
  return environment().operate(
    "POST",
    "/release",
    { operations, ...(hours !== undefined && { hours }) },
    token,
  );
}
