import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asService,
  call,
  create,
  namesIn,
  objectOf,
  platformWithPeople,
  refOf,
  statusOf,
} from "../../platform-for-test.ts";

const text = { type: "text/plain", text: "Words" };

describe("places", () => {
  test.each(["blog", "group", "project", "space"])(
    "a place of type %s is created, found by type, and keeps its type",
    async (type) => {
      const { platform } = await platformWithPeople();
      const { id } = await create(platform, "/places", { type, name: "N" });
      const path = `/places?type=${type}`;
      expect(await namesIn(platform, path, "id")).toEqual([id]);
      const other = type === "blog" ? "group" : "blog";
      const answer = await statusOf(
        platform,
        "PUT",
        `/places/${id}`,
        asService,
        {
          type: other,
          name: "N",
        },
      );
      expect(answer).toBe(400);
    },
  );

  test("a deletion of a place removes its contents and memberships", async () => {
    const { platform } = await platformWithPeople();
    const { id } = await create(
      platform,
      "/places",
      { type: "group", name: "G" },
      asAda,
    );
    const post = { type: "post", subject: "S", content: text, place: id };
    await create(platform, "/contents", post, asBob);
    await call(platform, "DELETE", `/places/${id}`, { as: asAda });
    expect(await namesIn(platform, "/contents", "id")).toEqual([]);
    expect(await namesIn(platform, "/members", "id")).toEqual([]);
  });

  test("a person offers its blog if it exists, and the blog is deleted with the person", async () => {
    const { platform, ada } = await platformWithPeople();
    expect(ada.resources).not.toHaveProperty("blog");
    const path = `/people/${ada.id}/blog`;
    expect((await call(platform, "GET", path)).status).toBe(404);
    const json = { type: "blog", name: "Engines" };
    const { id } = await create(platform, "/places", json, asAda);
    const blogger = await call(platform, "GET", refOf(ada, "self"));
    const blog = refOf(objectOf(blogger), "blog");
    expect(blog).toBe(`${platform.origin}/api/core/v3${path}`);
    expect((await call(platform, "GET", blog)).json()).toMatchObject({
      id,
      ...json,
    });
    expect(await statusOf(platform, "POST", "/places", asAda, json)).toBe(409);
    const group = await create(
      platform,
      "/places",
      { type: "group", name: "G" },
      asAda,
    );
    await call(platform, "DELETE", `/people/${ada.id}`);
    expect(await namesIn(platform, "/places", "id")).toEqual([group.id]);
  });
});
