import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asService,
  call,
  createPerson,
  platformForTest,
} from "../../platform-for-test.ts";

const task = {
  type: "task",
  subject: "Meet your team",
  dueDate: "2026-03-01T09:00:00.000+0000",
};

describe("tasks", () => {
  test.each<[string, Record<string, unknown>]>([
    ["type", { type: "note" }],
    ["type", { type: undefined }],
    ["subject", { subject: "" }],
    ["subject", { subject: 7 }],
    ["dueDate", { dueDate: undefined }],
    ["dueDate", { dueDate: "2026-03-01" }],
    ["dueDate", { dueDate: "2026-03-01T09:00:00.000Z" }],
    ["dueDate", { dueDate: "2026-03-01T09:00:00.000+00:00" }],
    ["dueDate", { dueDate: "2026-03-01T09:00:00+0000" }],
    ["dueDate", { dueDate: "2026-02-30T09:00:00.000+0000" }],
    ["dueDate", { dueDate: "2026-13-01T09:00:00.000+0000" }],
    ["dueDate", { dueDate: "2026-03-01T25:00:00.000+0000" }],
    ["dueDate", { dueDate: "2026-03-01T09:00:00.000+9900" }],
  ])("an invalid %s is answered 400 (%j)", async (field, change) => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const answer = await call(platform, "POST", `/people/${id}/tasks`, {
      as: asAda,
      json: { ...task, ...change },
    });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      error: { message: expect.stringMatching(`^${field}: `) },
    });
    expect(platform.tasksOf(id)).toEqual([]);
  });
});

describe("streams", () => {
  test("the limit of custom streams is an option", async () => {
    const platform = await platformForTest({ customStreamLimit: 0 });
    const { id } = await createPerson(platform, "ada");
    const answer = await call(platform, "POST", `/people/${id}/streams`, {
      as: asAda,
      json: { name: "News" },
    });
    expect(answer.status).toBe(409);
  });

  test.each([{}, { name: "" }, { name: 7 }, [], "News"])(
    "the body %j is answered 400",
    async (json) => {
      const platform = await platformForTest();
      const { id } = await createPerson(platform, "ada");
      const answer = await call(platform, "POST", `/people/${id}/streams`, {
        as: asAda,
        json,
      });
      expect(answer.status).toBe(400);
    },
  );
});

describe.each(["tasks", "streams"])("%s of a person", (name) => {
  test.each(["GET", "POST"])(
    "a request by another person, also an administrator, is answered 403 (%s)",
    async (method) => {
      const platform = await platformForTest();
      const { id } = await createPerson(platform, "ada");
      await createPerson(platform, "bob");
      for (const as of [asBob, asService]) {
        const answer = await call(platform, method, `/people/${id}/${name}`, {
          as,
          ...(method === "POST" && { json: { ...task, name: "News" } }),
        });
        expect(answer.status).toBe(403);
      }
      expect([...platform.tasksOf(id), ...platform.streamsOf(id)]).toEqual([]);
    },
  );
});
