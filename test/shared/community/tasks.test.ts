import { describe, expect, test } from "vitest";
import {
  NotAllowedError,
  UnknownOutcomeError,
} from "../../../shared/community/errors.ts";
import {
  clientFor,
  clientOn,
  joinAs,
} from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";
import { platformForTest } from "../../infra/local/platform/platform-for-test.ts";

const newTask = {
  subject: "Meet your team",
  dueAtMs: Date.parse("2026-12-31T23:59:59.999Z"),
};

describe("task", () => {
  test("is created by the person with the exact due date", async () => {
    const platform = await platformForTest();
    const { person, client } = await joinAs(platform, "ada");
    const task = await client.tasks.create(person, newTask);
    expect(task).toMatchObject({
      type: "task",
      subject: "Meet your team",
      dueDate: "2026-12-31T23:59:59.999+0000",
    });
    expect(platform.tasksOf(person.id)).toMatchObject([newTask]);
  });

  test("is sent with the documented minimum of fields", async () => {
    const http = answering(answer(201, { id: "1" }));
    await clientOn(http).tasks.create("7", newTask);
    expect(JSON.parse(String(http.requests[0]?.body))).toEqual({
      type: "task",
      subject: "Meet your team",
      dueDate: "2026-12-31T23:59:59.999+0000",
    });
  });

  test("is refused for another person, also to an administrator", async () => {
    const platform = await platformForTest();
    const { person } = await joinAs(platform, "ada");
    const { tasks } = clientFor(platform);
    await expect(tasks.create(person.id, newTask)).rejects.toMatchObject({
      status: 403,
    });
    expect(platform.tasksOf(person.id)).toEqual([]);
  });

  test("is not sent when the person offers no tasks", async () => {
    const platform = await platformForTest();
    const { person } = await joinAs(platform, "ada");
    const service = clientFor(platform);
    const seenByService = await service.people.get(person.id);
    const before = platform.journal.length;
    await expect(service.tasks.create(seenByService, newTask)).rejects.toThrow(
      NotAllowedError,
    );
    expect(platform.journal).toHaveLength(before);
  });

  test("is not available before 3.1", async () => {
    const platform = await platformForTest({ version: "3.0" });
    const { person, client } = await joinAs(platform, "ada");
    await expect(client.tasks.create(person, newTask)).rejects.toThrow(
      NotAllowedError,
    );
    await expect(client.tasks.create(person.id, newTask)).rejects.toMatchObject(
      { status: 404 },
    );
  });

  test("is created once and has an unknown outcome when the response is lost", async () => {
    const platform = await platformForTest();
    const { person, client } = await joinAs(platform, "ada");
    platform.faults.add({ kind: "reset-after", method: "POST" });
    await expect(client.tasks.create(person, newTask)).rejects.toThrow(
      UnknownOutcomeError,
    );
    expect(platform.tasksOf(person.id)).toHaveLength(1);
  });

  test("is not created with a date outside the years 0000-9999", async () => {
    const http = answering();
    await expect(
      clientOn(http).tasks.create("7", { ...newTask, dueAtMs: Infinity }),
    ).rejects.toThrow(RangeError);
    expect(http.requests).toEqual([]);
  });
});

test("tasks.list lists a person's tasks over all pages", async () => {
  const { person, client } = await joinAs(await platformForTest(), "ada");
  for (const subject of ["a", "b", "c"])
    await client.tasks.create(person, { ...newTask, subject });
  const listed = await Array.fromAsync(client.tasks.list(person, { count: 2 }));
  expect(listed.map(({ subject }) => subject)).toEqual(["a", "b", "c"]);
});
