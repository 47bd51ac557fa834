import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  createPerson,
  platformForTest,
} from "../../platform-for-test.ts";
import { namesAt, team } from "./team-for-test.ts";

describe("organization chart", () => {
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
