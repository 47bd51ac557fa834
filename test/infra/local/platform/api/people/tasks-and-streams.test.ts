import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asService,
  call,
  createPerson,
  objectOf,
  pageOf,
  platformForTest,
} from "../../platform-for-test.ts";

const task = {
  type: "task",
  subject: "Meet your team",
  dueDate: "2026-03-01T09:00:00.000+0000",
};

describe("tasks", () => {
  test("a person creates and lists its tasks", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const created = await call(platform, "POST", `/people/${id}/tasks`, {
      as: asAda,
      json: task,
    });
    expect(created.status).toBe(201);
    expect(created.json()).toMatchObject(task);
    const { list } = pageOf(
      await call(platform, "GET", `/people/${id}/tasks`, { as: asAda }),
    );
    expect(list).toEqual([created.json()]);
    const self = objectOf(created).resources["self"];
    expect(
      (await call(platform, "GET", self?.ref ?? "", { as: asAda })).json(),
    ).toEqual(created.json());
    expect(platform.tasksOf(id)).toMatchObject([{ subject: "Meet your team" }]);
  });

  test("a task that is created twice is listed twice, in pages of count", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    for (const json of [task, task]) {
      await call(platform, "POST", `/people/${id}/tasks`, { as: asAda, json });
    }
    const page = pageOf(
      await call(platform, "GET", `/people/${id}/tasks?count=1`, { as: asAda }),
    );
    expect(page.list).toHaveLength(1);
    expect(page.links.next).toContain("startIndex=1");
  });

  test("dates are answered in UTC", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const json = { ...task, dueDate: "2026-03-01T01:30:00.000+0230" };
    const created = await call(platform, "POST", `/people/${id}/tasks`, {
      as: asAda,
      json,
    });
    expect(created.json()).toHaveProperty(
      "dueDate",
      "2026-02-28T23:00:00.000+0000",
    );
  });

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

  test.each(["9999-12-31T23:59:59.999-1400", "0000-01-01T00:00:00.000+1400"])(
    "the due date %s, outside the years 0000 to 9999 in UTC, is answered 400",
    async (dueDate) => {
      const platform = await platformForTest();
      const { id } = await createPerson(platform, "ada");
      const answer = await call(platform, "POST", `/people/${id}/tasks`, {
        as: asAda,
        json: { type: "task", subject: "s", dueDate },
      });
      expect(answer.status).toBe(400);
    },
  );

  test("a service before 3.1 has no tasks", async () => {
    const platform = await platformForTest({ version: "3.0" });
    const { id } = await createPerson(platform, "ada");
    const person = objectOf(
      await call(platform, "GET", `/people/${id}`, { as: asAda }),
    );
    expect(person.resources).not.toHaveProperty("tasks");
    expect(person.resources).toHaveProperty("streams");
    const answer = await call(platform, "POST", `/people/${id}/tasks`, {
      as: asAda,
      json: task,
    });
    expect(answer.status).toBe(404);
  });
});

describe("streams", () => {
  test("custom streams are listed after two standard streams", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const created = await call(platform, "POST", `/people/${id}/streams`, {
      as: asAda,
      json: { name: "News" },
    });
    expect(created.status).toBe(201);
    expect(created.json()).toMatchObject({
      name: "News",
      id: expect.any(String),
    });
    const { list } = pageOf(
      await call(platform, "GET", `/people/${id}/streams`, { as: asAda }),
    );
    expect(list.map(({ name }) => name)).toEqual([
      expect.any(String),
      expect.any(String),
      "News",
    ]);
    const self = objectOf(created).resources["self"];
    expect(
      (await call(platform, "GET", self?.ref ?? "", { as: asAda })).json(),
    ).toEqual(created.json());
    expect(platform.streamsOf(id)).toMatchObject([{ name: "News" }]);
  });

  test("a taken name is answered 409, and is free for another person", async () => {
    const platform = await platformForTest();
    const ada = await createPerson(platform, "ada");
    const bob = await createPerson(platform, "bob");
    const post = async (id: string, as: string) =>
      (
        await call(platform, "POST", `/people/${id}/streams`, {
          as,
          json: { name: "News" },
        })
      ).status;
    expect(await post(ada.id, asAda)).toBe(201);
    expect(await post(ada.id, asAda)).toBe(409);
    expect(await post(bob.id, asBob)).toBe(201);
    expect(platform.streamsOf(ada.id)).toHaveLength(1);
  });

  test("the eleventh custom stream is answered 409", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const statuses = [];
    for (let index = 0; index < 11; index += 1) {
      const json = { name: `Stream ${index}` };
      statuses.push(
        (
          await call(platform, "POST", `/people/${id}/streams`, {
            as: asAda,
            json,
          })
        ).status,
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(201), 409]);
    expect(platform.streamsOf(id)).toHaveLength(10);
  });

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

  test("a deletion of the person removes them", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await call(platform, "POST", `/people/${id}/${name}`, {
      as: asAda,
      json: { ...task, name: "News" },
    });
    await call(platform, "DELETE", `/people/${id}`);
    expect([...platform.tasksOf(id), ...platform.streamsOf(id)]).toEqual([]);
  });

  test("an unknown id is answered 404", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    expect(
      (await call(platform, "GET", `/people/${id}/${name}/1`, { as: asAda }))
        .status,
    ).toBe(404);
  });
});
