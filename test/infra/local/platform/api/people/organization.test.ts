import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  createPerson,
  objectOf,
  platformForTest,
  refOf,
} from "../../platform-for-test.ts";
import { namesAt, team } from "./team-for-test.ts";

describe("organization chart", () => {
  test("@reports is a paginated list of the direct reports", async () => {
    const { platform, boss } = await team();
    const path = `/people/${boss.id}/@reports`;
    expect(await namesAt(platform, path)).toEqual([
      "ada Example",
      "bob Example",
      "eve Example",
    ]);
    expect(await namesAt(platform, `${path}?count=1`)).toHaveLength(1);
    expect(refOf(boss, "reports")).toContain(path);
  });

  test("@manager is the manager, or 404 for a person without a manager", async () => {
    const { platform, boss, ada } = await team();
    const answer = await call(platform, "GET", refOf(ada, "manager"));
    expect(objectOf(answer)).toMatchObject({ id: boss.id, type: "person" });
    expect(
      (await call(platform, "GET", `/people/${boss.id}/@manager`)).status,
    ).toBe(404);
  });

  test("@colleagues is a paginated list of the people with the same manager", async () => {
    const { platform, boss, ada } = await team();
    expect(await namesAt(platform, refOf(ada, "colleagues"))).toEqual([
      "bob Example",
      "eve Example",
    ]);
    expect(await namesAt(platform, refOf(boss, "colleagues"))).toEqual([]);
  });

  test("@followers is a paginated list of the followers", async () => {
    const { platform, ada, bob, eve } = await team();
    platform.admin.follow(bob.id, ada.id);
    platform.admin.follow(eve.id, ada.id);
    expect(await namesAt(platform, refOf(ada, "followers"))).toEqual([
      "bob Example",
      "eve Example",
    ]);
  });

  test("an instance without organization charts has no reports, manager, colleagues and followers", async () => {
    const platform = await platformForTest({ organizationChart: false });
    const ada = await createPerson(platform, "ada");
    for (const name of ["reports", "manager", "colleagues", "followers"]) {
      expect(ada.resources).not.toHaveProperty(name);
      expect(
        (await call(platform, "GET", `/people/${ada.id}/@${name}`)).status,
      ).toBe(404);
    }
    expect(ada.resources).toHaveProperty("following");
  });

  test("a list leaves out people that the requester may not find", async () => {
    const { platform, boss, ada } = await team();
    const eve = await createPerson(platform, "mallory", {}, { visible: false });
    platform.admin.setManager(eve.id, boss.id);
    platform.admin.setManager(ada.id, eve.id);
    const { id } = boss;
    expect(
      await namesAt(platform, `/people/${id}/@reports`, asBob),
    ).not.toContain("mallory Example");
    expect(
      (await call(platform, "GET", `/people/${ada.id}/@manager`, { as: asAda }))
        .status,
    ).toBe(404);
  });

  test("a deletion of a manager keeps the reports, without a manager", async () => {
    const { platform, boss, ada } = await team();
    await call(platform, "DELETE", `/people/${boss.id}`);
    expect(
      (await call(platform, "GET", `/people/${ada.id}/@manager`)).status,
    ).toBe(404);
    expect(await namesAt(platform, "/people")).toContain("ada Example");
  });
});
