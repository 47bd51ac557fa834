import { describe, expect, test } from "vitest";
import {
  asAda,
  asService,
  call,
  createPerson,
  personBody,
  platformForTest,
} from "../../platform-for-test.ts";

describe("deleting a person", () => {
  test("a deletion removes the person and all its content, and frees its username", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await call(platform, "POST", `/people/${id}/streams`, {
      as: asAda,
      json: { name: "News" },
    });
    await call(platform, "PUT", `/people/${id}`, {
      json: personBody("ada", { status: "Hi" }),
    });
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(204);
    expect((await call(platform, "GET", `/people/${id}`)).status).toBe(404);
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(404);
    expect((await call(platform, "GET", "/people", { as: asAda })).status).toBe(
      401,
    );
    expect(platform.streamsOf(id)).toEqual([]);
    expect(platform.activitiesOf(id)).toEqual([]);
    expect((await createPerson(platform, "ada")).id).not.toBe(id);
  });

  test("an administrator deletes other people, and no other person deletes anyone", async () => {
    const platform = await platformForTest();
    const ada = await createPerson(platform, "ada");
    const service = platform.findPerson("service");
    const statusOf = async (id: string, as: string) =>
      (await call(platform, "DELETE", `/people/${id}`, { as })).status;
    expect(await statusOf(ada.id, asAda)).toBe(403);
    expect(await statusOf(service?.id ?? "", asService)).toBe(403);
    expect(platform.people()).toHaveLength(2);
  });

  test("a deletion in the background is answered 202 and done after a number of reads", async () => {
    const platform = await platformForTest({ deletion: { goneAfterReads: 2 } });
    const { id } = await createPerson(platform, "ada");
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(202);
    expect(
      (await call(platform, "POST", "/people", { json: personBody("ada") }))
        .status,
    ).toBe(409);
    const statuses = [];
    for (let read = 0; read < 3; read += 1) {
      statuses.push((await call(platform, "GET", `/people/${id}`)).status);
    }
    expect(statuses).toEqual([200, 200, 404]);
    expect(platform.findPerson("ada")).toBeUndefined();
  });

  test("a deletion in the background is done after a time, which a second deletion does not extend", async () => {
    let nowMs = 0;
    const platform = await platformForTest({
      deletion: { goneAfterMs: 1000 },
      nowMs: () => nowMs,
    });
    const { id } = await createPerson(platform, "ada");
    await call(platform, "DELETE", `/people/${id}`);
    nowMs = 999;
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(202);
    expect((await call(platform, "GET", `/people/${id}`)).status).toBe(200);
    nowMs = 1000;
    expect((await call(platform, "GET", `/people/${id}`)).status).toBe(404);
    const deletions = platform.journal.filter(
      ({ method }) => method === "DELETE",
    );
    expect(deletions.map(({ applied }) => applied)).toEqual([true, false]);
  });
});
