import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entity } from "../../../shared/community/entity.ts";
import type { Family } from "../../../shared/community/family.ts";
import { clientOn, fakeApiUrl } from "../../fixtures/community-client.ts";
import {
  answer,
  answering,
  broken,
  fakeHttp,
} from "../../fixtures/fake-http.ts";

const names = [
  "contents",
  "announcements",
  "places",
  "members",
  "activities",
  "actions/dms",
  "inbox",
] as const;

test("the client repeats updates, removals and reads whose response was lost", async () => {
  const lost = new Set<string>();
  const http = fakeHttp(({ method, url }) => {
    const request = `${method} ${url.pathname}`;
    if (lost.has(request)) return answer(200, { id: "7" });
    lost.add(request);
    return broken;
  });
  const client = clientOn(http);
  const family: Family<Entity> = client.family("places");
  await family.update("7", (item) => item);
  await family.remove("7");
  await client.blogs.find("7");
  const methods = http.requests.map(({ method }) => method);
  expect(methods.join(" ")).toBe("GET GET PUT PUT DELETE DELETE GET GET");
});

describe("family", () => {
  test.each(names)(
    "uses the documented URLs for the collection and the items of %s",
    async (name) => {
      const http = fakeHttp(({ url }) =>
        answer(200, url.pathname.endsWith("/7") ? { id: "7" } : []),
      );
      // All families have the same operations and differ only in the shape of the items.
      const family: Family<Entity> = clientOn(http).family(name as "places");
      await Array.fromAsync(family.list({ count: 2 }));
      await family.get("7");
      await family.find("7");
      await family.update("7", (item) => item);
      await family.remove("7");
      expect(
        http.requests.map(({ method, url }) => `${method} ${url.href}`),
      ).toEqual([
        `GET ${fakeApiUrl}/${name}?count=2`,
        `GET ${fakeApiUrl}/${name}/7`,
        `GET ${fakeApiUrl}/${name}/7`,
        `GET ${fakeApiUrl}/${name}/7`,
        `PUT ${fakeApiUrl}/${name}/7`,
        `DELETE ${fakeApiUrl}/${name}/7`,
      ]);
    },
  );

  test("returns the client's own people for the name people", () => {
    const client = clientOn(answering());
    expect(client.family("people")).toBe(client.people);
  });

  test.each(["toString", "__proto__", "People", ""])(
    "throws a TypeError for the unknown family %j",
    (name) => {
      const { family } = clientOn(answering());
      expect(() => family(name as "people")).toThrow(TypeError);
    },
  );
});

describe("item of a family", () => {
  test("keeps every field that it had before an update", async () => {
    const known = ["subject", "content", "description", "publishDate"];
    const field = fc
      .string()
      .filter(
        (name) =>
          !["__proto__", "id", "type", "resources", ...known].includes(name),
      );
    const value = fc
      .jsonValue()
      // Through JSON, because JSON turns -0 into 0.
      .map((given) => JSON.parse(JSON.stringify(given)) as unknown);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.dictionary(field, value),
        async (name, fields) => {
          const before = { ...fields, id: "7", type: "x" };
          const http = fakeHttp(() => answer(200, before));
          const family: Family<Entity> = clientOn(http).family(
            name as "places",
          );
          await family.update("7", (item) => ({ ...item, note: "new" }));
          expect(JSON.parse(String(http.requests[1]?.body))).toEqual({
            ...before,
            note: "new",
          });
        },
      ),
    );
  });

  test("is sent without its resources, also after it was changed in place", async () => {
    const ref = `${fakeApiUrl}/places/by-ref/7`;
    const resources = { self: { ref, allowed: ["GET", "PUT"] } };
    const http = fakeHttp(() => answer(200, { id: "7", resources }));
    await clientOn(http)
      .family("places")
      .update("7", (place) => Object.assign(place, { name: "Looms" }));
    expect(http.requests[1]).toMatchObject({
      method: "PUT",
      url: new URL(ref),
      body: '{"id":"7","name":"Looms"}',
    });
  });

  test("is not written when the change returns undefined", async () => {
    const http = answering(answer(200, { id: "7" }));
    const { contents } = clientOn(http);
    expect(await contents.update("7", () => undefined)).toEqual({ id: "7" });
  });

  test("get throws for an absent item; find and remove do not throw", async () => {
    const { contents } = clientOn(
      fakeHttp(({ url }) =>
        url.pathname.endsWith("/people") ? answer(200, []) : answer(404),
      ),
    );
    await expect(contents.get("7")).rejects.toMatchObject({ status: 404 });
    expect(await contents.find("7")).toBeUndefined();
    await expect(contents.remove("7")).resolves.toBeUndefined();
  });
});

const announcement = {
  type: "announcement",
  id: "7",
  subject: "Engines",
  content: { type: "text/html", text: "<b>They run.</b>", "x-editable": true },
  publishDate: "2026-01-31T18:42:00.000+0000",
  "x-likes": { count: 3, by: [{ id: "1" }] },
  resources: { self: { ref: "https://a.test/7", allowed: ["GET"] } },
};

describe("contents client", () => {
  test.each([
    announcement,
    { id: "1", type: "discussion", content: { text: "a" } },
    { id: "1", type: "document", description: "b" },
    { id: "1", type: "poll", content: "c", options: ["d", "e"] },
    { id: "1", type: "post", tags: ["f"] },
    { id: "1", type: "idea", subject: "g" },
    { id: "1", subject: "of chosen fields" },
  ])("reads a content of any type unchanged: %j", async (content) => {
    const { contents } = clientOn(answering(answer(200, { list: [content] })));
    expect(await Array.fromAsync(contents.list())).toEqual([content]);
  });

  test.each([
    [{ type: "announcement", publishDate: 1 }, "/publishDate"],
    [{ type: "discussion", subject: {} }, "/subject"],
    [{ type: "discussion", content: 1 }, "/content"],
    [{ type: "idea", description: [] }, "/description"],
    [{ type: 1 }, "/type"],
    [{ resources: { self: { ref: 1 } } }, "/resources/*/ref"],
  ])("rejects a content of a wrong shape: %j", async (content, problem) => {
    const { contents } = clientOn(answering(answer(200, content)));
    await expect(contents.get("7")).rejects.toMatchObject({
      name: "ApiShapeError",
      problems: [problem],
    });
  });
});
