import { describe, expect, test } from "vitest";
import {
  call,
  createPerson,
  platformForTest,
} from "../../platform-for-test.ts";

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
});
