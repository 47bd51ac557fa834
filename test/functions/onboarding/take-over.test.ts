import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import {
  type StoredHires,
  startStoredHires,
} from "../../environments/in-process/stored-hire.ts";
import { effort, isThorough } from "../../resilience/effort.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";

const tasksDown = {
  kind: "status",
  status: 503,
  path: "/people/{personID}/tasks",
} as const;

describe("an unsuccessful onboarding that the next hire continues", () => {
  let environment: StoredHires;
  beforeAll(async () => {
    environment = await startStoredHires();
  });
  afterEach(() => environment.platform.faults.clear());
  afterAll(() => environment.close());

  /** The next hire has accepted the first one again. */
  const runAgain = async (id: string) => {
    environment.advanceTime(3 * minuteMs);
    await environment.runScheduler();
    return environment.find(id);
  };

  test.runIf(isThorough)(
    "the next hire of an unsuccessful onboarding computes the same due dates and doubles no task",
    async () => {
      const { storeHire, runHire, platform } = environment;
      const hire = {
        startDate: undefined,
        tasks: [
          { subject: "One", dueInDays: 1 },
          { subject: "Two", dueInDays: 2 },
        ],
      };
      platform.faults.add({
        kind: "status",
        status: 503,
        path: "/people/{personID}/streams",
      });
      await storeHire(
        "op_1_1",
        "E-1",
        hire,
        Date.parse("2026-03-01T10:00:00Z"),
      );
      expect((await runHire("op_1_1")).operation?.status).toBe(
        "needs_attention",
      );
      platform.faults.clear();
      await storeHire(
        "op_1_2",
        "E-1",
        hire,
        Date.parse("2026-03-02T10:00:00Z"),
      );
      const { operation } = await runHire("op_1_2");
      expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
      expect(platform.tasksOf(operation?.result?.personID ?? "")).toHaveLength(
        2,
      );
    },
  );

  test("the next hire under another username lets the first one bring what is missing", async () => {
    const { storeHire, runHire, platform } = environment;
    platform.faults.add(tasksDown);
    await storeHire("op_2_1", "E-2");
    expect((await runHire("op_2_1")).operation?.status).toBe("needs_attention");
    platform.faults.clear();
    await storeHire("op_2_2", "E-2", {
      username: "another.name-2",
      title: "Director",
    });
    const { operation } = await runHire("op_2_2");
    expect(operation).toMatchObject({
      status: "succeeded",
      warnings: [
        { about: "/username", reason: "differs" },
        { about: "/title", reason: "differs" },
      ],
    });
    expect((await runAgain("op_2_1")).status).toBe("succeeded");
    expectOneOfEach(platform, "E-2", operation?.result?.personID);
  });

  test("the next hire under another username finds the person whose creation was in doubt", async () => {
    const { storeHire, runHire, runHireToEnd, platform } = environment;
    platform.faults.add({
      kind: "reset-after",
      method: "POST",
      path: "/people",
    });
    platform.faults.add({
      kind: "status",
      status: 503,
      method: "GET",
      path: "/people",
    });
    await storeHire("op_3_1", "E-3");
    expect((await runHireToEnd("op_3_1")).status).toBe("needs_attention");
    platform.faults.clear();
    await storeHire("op_3_2", "E-3", {
      username: "another.name-3",
      email: "another.name-3@example.com",
    });
    const { operation } = await runHire("op_3_2");
    expect(operation?.status).toBe("succeeded");
    expect(platform.findPerson("another.name-3")).toBeUndefined();
    expect((await runAgain("op_3_1")).status).toBe("succeeded");
    expectOneOfEach(platform, "E-3", operation?.result?.personID);
  });
});

describe.each(effort(["login"] as const, ["basic", "login"] as const))(
  "a new person with personAuth %s",
  (personAuth) => {
    let environment: StoredHires;
    beforeAll(async () => {
      environment = await startStoredHires(personAuth);
    });
    afterEach(() => environment.platform.faults.clear());
    afterAll(() => environment.close());

    test.each(["reset-before", "reset-after"] as const)(
      "a person is created once when the request meets a %s",
      async (kind) => {
        const { storeHire, runHire, platform } = environment;
        platform.faults.add({
          kind,
          method: "POST",
          path: "/people",
          times: 1,
        });
        await storeHire(`op_${kind}`, `E-${kind}`);
        const { operation } = await runHire(`op_${kind}`);
        expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
        expectOneOfEach(platform, `E-${kind}`, operation?.result?.personID);
      },
    );

    test("a hire with two equal tasks creates both once, also after a retry", async () => {
      const { storeHire, runHire, platform } = environment;
      const task = { subject: "Twice", dueDate: "2026-12-18" };
      platform.faults.add({
        kind: "reset-after",
        path: "/people/{personID}/tasks",
        method: "POST",
        times: 1,
      });
      await storeHire("op_7_1", "E-7", { tasks: [task, task] });
      const { operation } = await runHire("op_7_1");
      expect(platform.tasksOf(operation?.result?.personID ?? "")).toHaveLength(
        2,
      );
    });

    test("a hire attaches the image after its temporary image expired", async () => {
      const { storeHire, runHire, platform } = environment;
      platform.faults.add({
        kind: "status",
        status: 404,
        path: "/people/{personID}/images",
        method: "POST",
        times: 1,
      });
      const from = platform.journal.length;
      await storeHire("op_8_1", "E-8");
      const { operation } = await runHire("op_8_1");
      expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
      expect(platform.imagesOf(operation?.result?.personID ?? "")).toHaveLength(
        1,
      );
      const uploads = platform.journal
        .slice(from)
        .filter(({ path }) => path === "/profileImages/temporary");
      expect(uploads).toHaveLength(2);
    });
  },
);

test("a hire asks for attention when our record has a person whom the platform does not have", async () => {
  const { storeHire, runHire, platform, store, close } =
    await startStoredHires();
  await storeHire("op_9_1", "E-9");
  await runHire("op_9_1");
  const personID = (await store.employees.get("E-9"))?.personID ?? "";
  const credentials = Buffer.from("service:service-password").toString(
    "base64",
  );
  await fetch(`${platform.baseUrl}/api/core/v3/people/${personID}`, {
    method: "DELETE",
    headers: { authorization: `Basic ${credentials}` },
  });
  await storeHire("op_9_2", "E-9");
  expect((await runHire("op_9_2")).operation).toMatchObject({
    status: "needs_attention",
    reason: "person-missing",
  });
  await close();
});
