import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "../../../shared/durations.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort, isThorough } from "../../resilience/effort.ts";

/** A recruiting system, which may hire and do nothing else. */
const recruiting = { caller: "recruiting", token: "token-of-recruiting" };
const guardToken = "token-of-the-guard-with-32-characters";
const environment = useInProcess({
  graceDays: 7,
  rehireWithoutStartDate: "report",
  callers: {
    guard: { scheme: "bearer", keys: [guardToken], scopes: ["operate"] },
    recruiting: {
      scheme: "bearer",
      keys: [recruiting.token],
      scopes: ["onboard"],
    },
  },
});

const inDays = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString();
const svcOf = async (employeeId: string) =>
  (await environment().personOf(employeeId))?.svc;
const hire = (employeeId: string, startDate?: string, sender: object = {}) =>
  environment().sendAndWait(
    "employee.hired",
    hireOf(employeeId, startDate === undefined ? {} : { startDate }),
    sender,
  );
const leave = (employeeId: string, data: object = {}) =>
  environment().sendAndWait("employee.terminated", { employeeId, ...data });
const again = async ({ id }: Operation) => environment().find(id);

async function passDays(days: number): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  for (let day = 0; day < days; day++) {
    advanceTime(dayMs);
    await runScheduler();
  }
}

beforeEach(() => environment().advanceTime(1_000));

describe("a hire in an open employment", () => {
  test.each(
    effort(
      [["without a start date", undefined, {}]],
      [
        ["with the same start date", -10, {}],
        ["without a start date", undefined, {}],
        ["of a caller with the scope onboard alone", -10, recruiting],
      ],
    ),
  )(
    "a hire %s does not cancel a leaving that waits for the last day",
    async (what, days, sender) => {
      const employeeId = `R-1-${what.replaceAll(" ", "-")}`;
      const hired = await hire(employeeId, inDays(-10));
      environment().advanceTime(1_000);
      const left = await leave(employeeId, { lastDay: inDays(10) });
      environment().advanceTime(1_000);
      const repeated = await hire(
        employeeId,
        days === undefined ? undefined : inDays(days),
        sender,
      );
      await passDays(9);
      expect(await svcOf(employeeId)).toMatchObject({ enabled: true });
      expect(await again(repeated)).toMatchObject({
        status: "succeeded",
        sameAs: hired.id,
      });
      await passDays(2);
      expect(await again(left)).toMatchObject({ phase: "grace" });
      expect(await svcOf(employeeId)).toMatchObject({ enabled: false });
    },
  );

  test("a later start date confirms the employment, so that an older termination that arrives later has no effect", async () => {
    const { sendAndWait, advanceTime, nowMs } = environment();
    for (const [employeeId, sender, status] of [
      ["R-2", {}, "cancelled"],
      ["R-2-weak", recruiting, "waiting"],
    ] as const) {
      await hire(employeeId, inDays(-10));
      advanceTime(10_000);
      await hire(employeeId, inDays(0), sender);
      const late = await sendAndWait(
        "employee.terminated",
        { employeeId, lastDay: inDays(-1) },
        { atMs: nowMs() - 5_000 },
      );
      expect(late).toMatchObject({ status });
    }
  });

  test("a hire without a start date confirms nothing, so an older termination that arrives later takes effect", async () => {
    const { sendAndWait, advanceTime, nowMs } = environment();
    await hire("R-3");
    advanceTime(10_000);
    await hire("R-3");
    const late = await sendAndWait(
      "employee.terminated",
      { employeeId: "R-3" },
      { atMs: nowMs() - 5_000 },
    );
    expect(late).toMatchObject({ status: "waiting", phase: "grace" });
  });
});

describe("a hire after a termination that was closed or kept the person", () => {
  test.each(
    effort(
      [["of a caller with the scope onboard alone", -10, recruiting]],
      [
        ["with the same start date", -10, {}],
        ["of a caller with the scope onboard alone", -10, recruiting],
      ],
    ),
  )(
    "a hire %s is a repetition after a termination that was resolved by hand, and brings nobody back",
    async (what, days, sender) => {
      const { platform, operate, outlastOperations } = environment();
      const employeeId = `R-14-${what.replaceAll(" ", "-")}`;
      const startDate = inDays(days);
      const hired = await hire(employeeId, startDate);
      const path = "/people/{personID}";
      platform.faults.add({ kind: "status", status: 404, path });
      const { id, reason } = await leave(employeeId);
      platform.faults.clear();
      expect(reason).toBe("person-missing");
      const note = { note: "the account was removed by hand" };
      await operate("POST", `/${id}/resolve`, note, guardToken);
      environment().advanceTime(1_000);
      for (const isDeleted of [false, true]) {
        if (isDeleted) await outlastOperations();
        expect(await hire(employeeId, startDate, sender)).toMatchObject({
          status: "succeeded",
          sameAs: hired.id,
        });
      }
      expect((await svcOf(employeeId))?.enabled ?? false).toBe(false);
    },
  );

  test("a hire of a caller with the scope onboard alone brings nobody back who was kept, also when the termination was deleted", async () => {
    const employeeId = "R-15";
    await hire(employeeId, inDays(-10));
    await leave(employeeId, { disposition: "disable" });
    await environment().outlastOperations();
    expect(await hire(employeeId, inDays(0), recruiting)).toMatchObject({
      status: "needs_attention",
      reason: "scope-missing",
    });
    expect(await svcOf(employeeId)).toMatchObject({ enabled: false });
  });
});

test("a hire without a username that is repeated after a rename reports no other username", async () => {
  const { sendAndWait, personOf, advanceTime } = environment();
  const employeeId = "R-13";
  const data = hireOf(employeeId, { username: undefined });
  await sendAndWait("employee.hired", data);
  advanceTime(1_000);
  const username = "r-13.new";
  await sendAndWait("employee.changed", { employeeId, username });
  expect((await personOf(employeeId))?.svc.username).toBe(username);
  advanceTime(1_000);
  expect(await sendAndWait("employee.hired", data)).toMatchObject({
    status: "succeeded",
    warnings: [],
  });
});

describe("a hire of an employee who leaves or has left", () => {
  test.runIf(isThorough)(
    "a hire with a known start date is a repetition in the grace period and after the deletion, and enables nobody",
    async () => {
      const { platform } = environment();
      const startDate = inDays(-10);
      const { id } = await hire("R-4", startDate);
      await leave("R-4");
      const outdated = { status: "succeeded", sameAs: id };
      expect(await hire("R-4", startDate)).toMatchObject(outdated);
      expect(await svcOf("R-4")).toMatchObject({ enabled: false });
      await passDays(9);
      expect(platform.findPerson("r-4")).toBeUndefined();
      expect(await hire("R-4", startDate)).toMatchObject(outdated);
      expect(platform.findPerson("r-4")).toBeUndefined();
    },
  );

  test("a hire that is repeated after its employment ended before its first day brings nobody back", async () => {
    const { platform } = environment();
    const startDate = inDays(-1);
    const first = await hire("R-12", startDate);
    await leave("R-12", { lastDay: inDays(-5), graceDays: 0 });
    expect(platform.findPerson("r-12")).toBeUndefined();
    environment().advanceTime(1_000);
    expect(await hire("R-12", startDate)).toMatchObject({
      status: "succeeded",
      sameAs: first.id,
    });
    expect(platform.findPerson("r-12")).toBeUndefined();
  });

  test("a hire without a start date after a termination is cancelled for three days, then asks for attention once, and brings nobody back", async () => {
    const { sendAndWait, platform } = environment();
    const first = await hire("R-5");
    environment().advanceTime(1_000);
    const left = await leave("R-5");
    environment().advanceTime(1_000);
    expect(await hire("R-5")).toMatchObject({
      status: "cancelled",
      reason: "already-left",
      sameAs: left.id,
    });
    const older = await sendAndWait("employee.hired", hireOf("R-5"), {
      atMs: first.eventAtMs + 1,
    });
    expect(older).toMatchObject({ status: "succeeded", sameAs: first.id });
    await passDays(4);
    const asked = await hire("R-5");
    expect(asked).toMatchObject({
      status: "needs_attention",
      reason: "rehire-unclear",
    });
    expect(await svcOf("R-5")).toMatchObject({ enabled: false });
    await passDays(5);
    expect((await again(left)).status).toBe("succeeded");
    expect(await hire("R-5")).toMatchObject({
      status: "succeeded",
      sameAs: asked.id,
    });
    expect(platform.findPerson("r-5")).toBeUndefined();
  });

  test("a hire that starts after the last day waits while the leaving runs, and takes the person back in the grace period", async () => {
    const first = await hire("R-6", inDays(-10));
    const left = await leave("R-6", { lastDay: inDays(3) });
    environment().advanceTime(1_000);
    const rehired = await hire("R-6", inDays(6));
    expect(rehired.status).toBe("waiting");
    await passDays(4);
    expect(await again(left)).toMatchObject({ phase: "grace" });
    expect(await svcOf("R-6")).toMatchObject({ enabled: false });
    await passDays(3);
    expect(await again(rehired)).toMatchObject({
      status: "succeeded",
      result: { personID: first.result?.personID },
    });
    expect(await again(left)).toMatchObject({
      status: "cancelled",
      reason: "rehired",
    });
    expect(await svcOf("R-6")).toMatchObject({ enabled: true });
  });

  test("a hire that starts after the deletion creates a new person on that day", async () => {
    const { platform } = environment();
    const first = await hire("R-7", inDays(-10));
    await leave("R-7", { lastDay: inDays(3), graceDays: 0 });
    environment().advanceTime(1_000);
    const rehired = await hire("R-7", inDays(6));
    await passDays(4);
    expect(platform.findPerson("r-7")).toBeUndefined();
    await passDays(3);
    expect((await again(rehired)).status).toBe("succeeded");
    expect((await again(rehired)).result?.personID).not.toBe(
      first.result?.personID,
    );
    expect(await svcOf("R-7")).toMatchObject({ enabled: true });
  });

  test.runIf(isThorough)(
    "a hire that starts on the last day joins the employments, and the person keeps the access",
    async () => {
      const { advanceTime, dispatchDue, runUntilIdle } = environment();
      await hire("R-8", inDays(-10));
      const lastDay = inDays(3);
      const left = await leave("R-8", { lastDay, graceDays: 0 });
      const { id } = (await environment().personOf("R-8")) ?? {};
      environment().advanceTime(1_000);
      const rehired = await hire("R-8", lastDay);
      advanceTime(4 * dayMs);
      await dispatchDue();
      await runUntilIdle();
      expect(await again(left)).toMatchObject({
        status: "cancelled",
        reason: "rehired",
      });
      expect((await again(rehired)).status).toBe("succeeded");
      expect((await environment().personOf("R-8"))?.id).toBe(id);
      expect(await svcOf("R-8")).toMatchObject({ enabled: true });
    },
  );

  test.runIf(isThorough)(
    "a hire that was sent before the end of the first contract begins its own contract",
    async () => {
      await hire("R-9", inDays(-10));
      const rehired = await hire("R-9", inDays(14));
      environment().advanceTime(1_000);
      await leave("R-9", { lastDay: inDays(3) });
      await passDays(15);
      expect((await again(rehired)).status).toBe("succeeded");
      expect(await svcOf("R-9")).toMatchObject({ enabled: true });
    },
  );

  test("a termination that is held has not let the employee leave: a new employment ends it, and every other hire leaves it as it is", async () => {
    const { platform } = environment();
    const first = await hire("R-10", inDays(-10));
    platform.faults.add({
      kind: "status",
      status: 404,
      path: "/people/{personID}",
    });
    const left = await leave("R-10");
    platform.faults.clear();
    expect(left.status).toBe("needs_attention");
    environment().advanceTime(1_000);
    expect((await hire("R-10", inDays(-10))).sameAs).toBe(first.id);
    expect((await hire("R-10")).reason).toBe("already-left");
    const weak = await hire("R-10", inDays(0), recruiting);
    expect(weak.reason).toBe("scope-missing");
    const rehired = await hire("R-10", inDays(0));
    expect(rehired.status).toBe("succeeded");
    expect(await again(left)).toMatchObject({
      status: "cancelled",
      reason: "rehired",
      sameAs: rehired.id,
    });
    expect(await svcOf("R-10")).toMatchObject({ enabled: true });
  });
});
