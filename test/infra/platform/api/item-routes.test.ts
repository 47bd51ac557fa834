import { describe, expect, test } from "vitest";
import {
  asAda,
  call,
  create,
  namesIn,
  platformWithPeople,
  refOf,
  statusOf,
} from "../platform-for-test.ts";

const text = { type: "text/plain", text: "Words" };

describe.each<[string, (ids: { bob: string; place: string }) => object]>([
  ["/contents", () => ({ type: "post", subject: "S", content: text })],
  [
    "/announcements",
    () => ({ type: "announcement", subject: "S", content: text }),
  ],
  ["/places", () => ({ type: "space", name: "Everybody" })],
  ["/members", ({ bob, place }) => ({ person: bob, place, state: "member" })],
  ["/activities", () => ({ content: text, verb: "tested" })],
  ["/actions/dms", ({ bob }) => ({ participants: [bob], content: text })],
  ["/inbox", () => ({ subject: "S", content: text, unread: false })],
])("the family %s", (path, bodyFor) => {
  test("has create and list on the collection, read, update and delete on the item", async () => {
    const { platform, bob } = await platformWithPeople();
    const place = await create(
      platform,
      "/places",
      { type: "group", name: "G" },
      asAda,
    );
    const json = bodyFor({ bob: bob.id, place: place.id });
    const created = await create(platform, path, json, asAda);
    const item = `${path}/${created.id}`;
    expect(refOf(created, "self")).toBe(
      `${platform.origin}/api/core/v3${item}`,
    );
    expect(created).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      type: expect.any(String),
    });

    expect(await namesIn(platform, path, "id", asAda)).toContain(created.id);
    const read = await call(platform, "GET", item, { as: asAda });
    expect(read.json()).toEqual(created);

    // A PUT accepts the answer of a GET.
    const put = await call(platform, "PUT", item, {
      as: asAda,
      json: read.json(),
    });
    expect(put.status).toBe(200);
    expect(put.json()).toEqual({ ...created, updated: expect.any(String) });
    expect(await statusOf(platform, "PUT", item, asAda, {})).toBe(400);

    expect(await statusOf(platform, "DELETE", item, asAda)).toBe(204);
    expect(await statusOf(platform, "GET", item, asAda)).toBe(404);
    expect(await namesIn(platform, path, "id", asAda)).not.toContain(
      created.id,
    );
  });
});
