import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { dayMs } from "../../../shared/durations.ts";

/** Another operator than `ops`, who sends the events. */
const bossToken = "token-of-the-boss-with-32-characters";
const environment = useInProcess({
  graceDays: 0,
  deletionLimit: { percent: 0, min: 2, max: 2 },
  callers: {
    boss: { scheme: "bearer", keys: [bossToken], scopes: ["operate"] },
  },
});

const iso = (atMs: number) => new Date(atMs).toISOString();
const isHere = (employeeId: string) =>
  environment().platform.findPerson(employeeId.toLowerCase()) !== undefined;

test("a held termination does nothing when it is released after HR moved the last day", async () => {
  const { sendAndWait, operate, runUntilIdle, find, advanceTime, nowMs } =
    environment();
  advanceTime(2 * dayMs);
  for (const employeeId of ["T-2", "T-3", "T-4"]) {
    await sendAndWait("employee.hired", hireOf(employeeId));
    advanceTime(1_000);
  }
  await sendAndWait("employee.terminated", { employeeId: "T-2" });
  await sendAndWait("employee.terminated", { employeeId: "T-3" });
  const held = await sendAndWait("employee.terminated", { employeeId: "T-4" });
  expect(held).toMatchObject({
    status: "needs_attention",
    reason: "deletion-limit",
  });
  advanceTime(1_000);
  const lastDay = iso(nowMs() + 90 * dayMs);
  await sendAndWait("employee.terminated", { employeeId: "T-4", lastDay });
  const released = { operations: [held.id] };
  await operate("POST", "/release", released, bossToken);
  await runUntilIdle();
  expect((await find(held.id)).status).toBe("cancelled");
  expect(isHere("T-4")).toBe(true);
});

test.each([
  ["without a grace period", "T-9", {}],
  ["with a grace", "T-10", { graceDays: 7 }],
  ["that keeps the person", "T-11", { disposition: "disable" }],
])(
  "a person deleted by hand counts as left after another operator confirms it (termination %s)",
  async (_, employeeId, data) => {
    const {
      sendAndWait,
      operate,
      runUntilIdle,
      find,
      advanceTime,
      platformAuth,
      personOf,
      store,
    } = environment();
    advanceTime(2 * dayMs);
    await sendAndWait("employee.hired", hireOf(employeeId));
    await platformAuth.service.people.remove(
      (await personOf(employeeId))?.id ?? "",
    );
    advanceTime(1_000);
    const { id, reason } = await sendAndWait("employee.terminated", {
      employeeId,
      ...data,
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
    await runUntilIdle();
    expect((await find(id)).status).toBe("succeeded");
    expect((await store.employees.get(employeeId))?.state).toBe("left");
    advanceTime(1_000);
    expect(
      (await sendAndWait("employee.hired", hireOf(employeeId))).status,
    ).toBe("succeeded");
  },
);

test("a person whose e-mail changed on the platform can be deleted after an adoption names them", async () => {
  const { sendAndWait, advanceTime, platformAuth, personOf } = environment();
  advanceTime(2 * dayMs);
  await sendAndWait("employee.hired", hireOf("T-10"));
  const email = "married@example.com";
  await platformAuth.service.people.update(
    (await personOf("T-10"))?.id ?? "",
    (person) => ({ ...person, emails: [{ value: email, svc_label: "Email" }] }),
  );
  advanceTime(1_000);
  const employeeId = "T-10";
  const refused = await sendAndWait("employee.terminated", { employeeId });
  expect(refused.reason).toBe("person-differs");
  advanceTime(1_000);
  const username = "t-10";
  await sendAndWait("employee.adopted", { employeeId, username, email });
  advanceTime(1_000);
  const left = await sendAndWait("employee.terminated", { employeeId });
  expect(left.status).toBe("succeeded");
});
