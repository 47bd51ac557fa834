import { describe, expect, test } from "vitest";
import { NotAllowedError } from "../../../shared/community/errors.ts";
import {
  clientFor,
  clientOn,
  joinAs,
} from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";

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

  test("is not created with a date outside the years 0000-9999", async () => {
    const http = answering();
    await expect(
      clientOn(http).tasks.create("7", { ...newTask, dueAtMs: Infinity }),
    ).rejects.toThrow(RangeError);
    expect(http.requests).toEqual([]);
  });
});
