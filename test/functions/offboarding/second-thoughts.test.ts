import { expect, test } from "vitest";
import { dayMs, hireOf, useCompany } from "../../fixtures/company.ts";

/** Another operator than `ops`, who sends the events. */
const bossToken = "token-of-the-boss";
const company = useCompany({
  graceDays: 0,
  deletionLimitSettings: { percent: 0, min: 2, max: 2 },
  callers: {
    boss: { scheme: "bearer", keys: [bossToken], scopes: ["operate"] },
  },
});

const iso = (atMs: number) => new Date(atMs).toISOString();
const isHere = (employeeId: string) =>
  company().platform.findPerson(employeeId.toLowerCase()) !== undefined;

/** A calendar that sets somebody's status all day. */
async function sayMuch(employeeId: string): Promise<void> {
  const { store, nowMs } = company();
  for (let n = 0; n < 101; n++)
    await store.operations.accept(
      {
        id: `${employeeId}-${n}`,
        type: "status.set",
        caller: "calendar",
        employeeId,
        fingerprint: "f",
        eventAtMs: nowMs(),
      },
      nowMs() + 1_000 * dayMs,
    );
}

test("a last day that HR has moved counts, however much was said of them since", async () => {
  const { tell, find, pass, due, nowMs } = company();
  await tell("employee.hired", hireOf("T-1"));
  const lastDay = (days: number) => iso(nowMs() + days * dayMs);
  const first = { employeeId: "T-1", lastDay: lastDay(10) };
  const { id } = await tell("employee.terminated", first);
  pass(1_000);
  const later = { employeeId: "T-1", lastDay: lastDay(40) };
  await tell("employee.terminated", later);
  await sayMuch("T-1");
  pass(11 * dayMs);
  await due();
  expect((await find(id)).status).toBe("cancelled");
  expect(isHere("T-1")).toBe(true);
});

test("a termination that the deletion limit held does nothing when it is released after HR has moved the last day", async () => {
  const { tell, operate, rest, find, pass, nowMs } = company();
  pass(2 * dayMs);
  for (const employeeId of ["T-2", "T-3", "T-4"]) {
    await tell("employee.hired", hireOf(employeeId));
    pass(1_000);
  }
  await tell("employee.terminated", { employeeId: "T-2" });
  await tell("employee.terminated", { employeeId: "T-3" });
  const held = await tell("employee.terminated", { employeeId: "T-4" });
  expect(held).toMatchObject({
    status: "needs_attention",
    reason: "deletion-limit",
  });
  pass(1_000);
  const lastDay = iso(nowMs() + 90 * dayMs);
  await tell("employee.terminated", { employeeId: "T-4", lastDay });
  const released = { operations: [held.id] };
  await operate("POST", "/release", released, bossToken);
  await rest();
  expect((await find(held.id)).status).toBe("cancelled");
  expect(isHere("T-4")).toBe(true);
});

test("whom a release lets past counts for the day", async () => {
  const { tell, operate, rest, pass } = company();
  pass(2 * dayMs);
  const leave = async (employeeId: string) => {
    await tell("employee.hired", hireOf(employeeId));
    pass(1_000);
    return tell("employee.terminated", { employeeId });
  };
  await leave("T-5");
  await leave("T-6");
  const held = await leave("T-7");
  await operate("POST", "/release", { operations: [held.id] }, bossToken);
  await rest();
  expect(isHere("T-7")).toBe(false);
  pass(23 * 60 * 60_000);
  expect((await leave("T-8")).reason).toBe("deletion-limit");
});

test("somebody whom an admin has deleted by hand has left once another operator says so", async () => {
  const { tell, operate, rest, find, pass, platformAuth, personOf, store } =
    company();
  pass(2 * dayMs);
  await tell("employee.hired", hireOf("T-9"));
  await platformAuth.service.people.remove((await personOf("T-9"))?.id ?? "");
  pass(1_000);
  const { id, reason } = await tell("employee.terminated", {
    employeeId: "T-9",
  });
  expect(reason).toBe("person-missing");
  // The sender's own word is not enough.
  expect((await operate("POST", `/${id}/confirm-gone`)).status).toBe(409);
  const answer = await operate(
    "POST",
    `/${id}/confirm-gone`,
    undefined,
    bossToken,
  );
  expect(answer.status).toBe(202);
  await rest();
  expect((await find(id)).status).toBe("succeeded");
  expect((await store.employees.get("T-9"))?.state).toBe("left");
  pass(1_000);
  expect((await tell("employee.hired", hireOf("T-9"))).status).toBe(
    "succeeded",
  );
});

test("somebody whose e-mail has changed on the platform can leave once an adoption has said so", async () => {
  const { tell, pass, platformAuth, personOf } = company();
  pass(2 * dayMs);
  await tell("employee.hired", hireOf("T-10"));
  const email = "married@example.com";
  await platformAuth.service.people.update(
    (await personOf("T-10"))?.id ?? "",
    (person) => ({ ...person, emails: [{ value: email, svc_label: "Email" }] }),
  );
  pass(1_000);
  const employeeId = "T-10";
  const refused = await tell("employee.terminated", { employeeId });
  expect(refused.reason).toBe("person-differs");
  pass(1_000);
  const username = "t-10";
  await tell("employee.adopted", { employeeId, username, email });
  pass(1_000);
  const left = await tell("employee.terminated", { employeeId });
  expect(left.status).toBe("succeeded");
});

test("a rehire that HR withdraws before it starts is cancelled, and what it brought is erased", async () => {
  const { tell, find, pass, remembered, nowMs } = company();
  pass(2 * dayMs);
  await tell("employee.hired", hireOf("T-11"));
  pass(1_000);
  await tell("employee.terminated", { employeeId: "T-11" });
  pass(1_000);
  const startDate = iso(nowMs() + 300 * dayMs);
  const { id } = await tell("employee.hired", hireOf("T-11", { startDate }));
  pass(1_000);
  await tell("employee.terminated", { employeeId: "T-11" });
  expect((await find(id)).status).toBe("cancelled");
  const items = await remembered();
  expect(items.map((item) => String(item["id"]))).not.toContainEqual(
    expect.stringContaining(`data#${id}`),
  );
});
