import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  call,
  namesIn,
  objectOf,
  refOf,
} from "../../platform-for-test.ts";
import { namesAt, team } from "./team-for-test.ts";

describe("following", () => {
  test("@following is a paginated list of the people that the person follows", async () => {
    const { platform, ada, bob, eve } = await team();
    platform.admin.follow(ada.id, bob.id);
    platform.admin.follow(ada.id, eve.id);
    expect(await namesAt(platform, refOf(ada, "following"))).toEqual([
      "bob Example",
      "eve Example",
    ]);
  });

  test("followerCount and followingCount count each person once", async () => {
    const { platform, ada, bob } = await team();
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

  test("followingIn lists the requester's own streams in which it follows the person", async () => {
    const { platform, ada, bob, eve } = await team();
    await call(platform, "POST", `/people/${ada.id}/streams`, {
      as: asAda,
      json: { name: "News" },
    });
    platform.admin.follow(ada.id, bob.id, "News");
    platform.admin.follow(eve.id, bob.id);
    const path = refOf(bob, "followingIn");
    expect(await namesIn(platform, path, "name", asAda)).toEqual(["News"]);
    expect(await namesIn(platform, path, "name", asBob)).toEqual([]);
  });
});
