import { describe, expect, test } from "vitest";
import {
  asAda,
  asService,
  call,
  createPerson,
  platformForTest,
} from "../../platform-for-test.ts";

describe("deleting a person", () => {
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
