import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type StoredHires,
  startStoredHires,
} from "../../environments/in-process/stored-hire.ts";
import { expectOneOfEach } from "./expect-one-of-each.ts";

const tasksDown = {
  kind: "status",
  status: 503,
  path: "/people/{personID}/tasks",
} as const;

describe("an onboarding that ended without success, taken up by the next hire", () => {
  let environment: StoredHires;
  beforeEach(async () => {
    environment = await startStoredHires();
  });
  afterEach(() => environment.close());

  test("comes to the same due dates, and doubles no task", async () => {
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
    await storeHire("op_1", "E-1", hire, Date.parse("2026-03-01T10:00:00Z"));
    expect((await runHire("op_1")).operation?.status).toBe("needs_attention");
    platform.faults.clear();
    await storeHire("op_2", "E-1", hire, Date.parse("2026-03-02T10:00:00Z"));
    const { operation } = await runHire("op_2");
    expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
    expect(platform.tasksOf(operation?.result?.personID ?? "")).toHaveLength(2);
  });

  test("under another username completes the person that is there, and says what differs", async () => {
    const { storeHire, runHire, platform } = environment;
    platform.faults.add(tasksDown);
    await storeHire("op_1", "E-1");
    expect((await runHire("op_1")).operation?.status).toBe("needs_attention");
    platform.faults.clear();
    await storeHire("op_2", "E-1", {
      username: "another.name",
      title: "Director",
    });
    const { operation } = await runHire("op_2");
    expect(operation).toMatchObject({
      status: "succeeded",
      warnings: [
        { about: "/username", reason: "differs" },
        { about: "/title", reason: "differs" },
      ],
    });
    expectOneOfEach(platform, "E-1", operation?.result?.personID);
  });

  test("under another username finds the person whose creation was in doubt", async () => {
    const { storeHire, runHire, platform } = environment;
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
    await storeHire("op_1", "E-1");
    expect((await runHire("op_1")).operation?.reason).toBe("outcome-unknown");
    platform.faults.clear();
    await storeHire("op_2", "E-1", {
      username: "another.name",
      email: "another.name@example.com",
    });
    const { operation } = await runHire("op_2");
    expect(operation?.status).toBe("succeeded");
    expect(platform.findPerson("another.name")).toBeUndefined();
    expectOneOfEach(platform, "E-1", operation?.result?.personID);
  });

  test("under another username creates them anew where it is sure that nobody was created", async () => {
    const { storeHire, runHire, platform } = environment;
    platform.faults.add({
      kind: "status",
      status: 429,
      method: "POST",
      path: "/people",
    });
    await storeHire("op_1", "E-1");
    expect((await runHire("op_1")).operation).toMatchObject({
      status: "failed",
      reason: "platform-busy",
    });
    platform.faults.clear();
    await storeHire("op_2", "E-1", { username: "another.name" });
    const { operation } = await runHire("op_2");
    expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
    expect(platform.findPerson("another.name")?.id).toBe(
      operation?.result?.personID,
    );
  });
});

describe.each(["basic", "login"] as const)(
  "a new person who asks by %s",
  (personAuth) => {
    let environment: StoredHires;
    beforeEach(async () => {
      environment = await startStoredHires(personAuth);
    });
    afterEach(() => environment.close());

    test.each(["reset-before", "reset-after"] as const)(
      "is created once when the request meets a %s",
      async (kind) => {
        const { storeHire, runHire, platform } = environment;
        platform.faults.add({
          kind,
          method: "POST",
          path: "/people",
          times: 1,
        });
        await storeHire("op_1", "E-1");
        const { operation } = await runHire("op_1");
        expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
        expectOneOfEach(platform, "E-1", operation?.result?.personID);
      },
    );

    test("is not mistaken for somebody with the same username", async () => {
      const { storeHire, runHire } = environment;
      await storeHire("op_1", "E-1");
      await runHire("op_1");
      await storeHire("op_2", "E-2", { username: "user.e-1" });
      expect((await runHire("op_2")).operation).toMatchObject({
        status: "needs_attention",
        reason: "username-or-email-taken",
      });
    });

    test("gets two equal tasks when two are meant, also when they are tried again", async () => {
      const { storeHire, runHire, platform } = environment;
      const task = { subject: "Twice", dueDate: "2026-12-18" };
      platform.faults.add({
        kind: "reset-after",
        path: "/people/{personID}/tasks",
        method: "POST",
        times: 1,
      });
      await storeHire("op_1", "E-1", { tasks: [task, task] });
      const { operation } = await runHire("op_1");
      expect(platform.tasksOf(operation?.result?.personID ?? "")).toHaveLength(
        2,
      );
    });

    test("gets an image although the temporary one has expired", async () => {
      const { storeHire, runHire, platform } = environment;
      platform.faults.add({
        kind: "status",
        status: 404,
        path: "/people/{personID}/images",
        method: "POST",
        times: 1,
      });
      await storeHire("op_1", "E-1");
      const { operation } = await runHire("op_1");
      expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
      expect(platform.imagesOf(operation?.result?.personID ?? "")).toHaveLength(
        1,
      );
      const uploads = platform.journal.filter(
        ({ path }) => path === "/profileImages/temporary",
      );
      expect(uploads).toHaveLength(2);
    });
  },
);

test("a person whom we know and the platform does not asks for attention when hired again", async () => {
  const { storeHire, runHire, platform, store, close } =
    await startStoredHires();
  await storeHire("op_1", "E-1");
  await runHire("op_1");
  const personID = (await store.employees.get("E-1"))?.personID ?? "";
  const credentials = Buffer.from("service:service-password").toString(
    "base64",
  );
  await fetch(`${platform.baseUrl}/api/core/v3/people/${personID}`, {
    method: "DELETE",
    headers: { authorization: `Basic ${credentials}` },
  });
  await storeHire("op_2", "E-1");
  expect((await runHire("op_2")).operation).toMatchObject({
    status: "needs_attention",
    reason: "person-missing",
  });
  await close();
});
