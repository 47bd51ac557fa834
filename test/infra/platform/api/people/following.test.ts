import { describe, expect, test } from "vitest";
import {
  asAda,
  call,
  objectOf,
  platformWithPeople,
} from "../../platform-for-test.ts";

describe("following", () => {
  test("followerCount and followingCount count each person once", async () => {
    const { platform, ada, bob } = await platformWithPeople();
    await call(platform, "POST", `/people/${ada.id}/streams`, {
      as: asAda,
      json: { name: "News" },
    });
    platform.admin.follow(ada.id, bob.id);
    platform.admin.follow(ada.id, bob.id, "News");
    const read = async (id: string) =>
      objectOf(await call(platform, "GET", `/people/${id}`));
    expect(await read(ada.id)).toMatchObject({
      followerCount: 0,
      followingCount: 1,
    });
    expect(await read(bob.id)).toMatchObject({
      followerCount: 1,
      followingCount: 0,
    });
  });
});
