import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Entity } from "../../../shared/community/entity.ts";
import { clientOn, fakeApiUrl } from "../../fixtures/community-client.ts";
import {
  answer,
  answering,
  broken,
  fakeHttp,
} from "../../fixtures/fake-http.ts";

test("the client repeats updates, removals and reads whose response was lost", async () => {
  const lost = new Set<string>();
  const http = fakeHttp(({ method, url }) => {
    const request = `${method} ${url.pathname}`;
    if (lost.has(request)) return answer(200, { id: "7" });
    lost.add(request);
    return broken;
  });
  const client = clientOn(http);
  const family = client.family("places");
  await family.update("7", (item) => item);
  await family.remove("7");
  await client.blogs.find("7");
  const methods = http.requests.map(({ method }) => method);
  expect(methods.join(" ")).toBe("GET GET PUT PUT DELETE DELETE GET GET");
});

test("family returns the client's own people for their name, and throws for an unknown name", () => {
  const { family, people } = clientOn(answering());
  expect(family("people")).toBe(people);
  for (const name of ["toString", "__proto__", "People", ""])
    expect(() => family(name as "people")).toThrow(TypeError);
});

describe("item of a family", () => {
  test("keeps every field that it had before an update, and is sent without its resources", async () => {
    const texts = ["subject", "content", "description", "publishDate"];
    // The client checks these fields. A literal with `__proto__` would get another prototype and no field.
    const excluded = ["id", "type", "resources", ...texts, "__proto__"];
    const field = fc.string().filter((name) => !excluded.includes(name));
    const value = fc
      .jsonValue()
      // Through JSON, because JSON turns -0 into 0.
      .map((given) => JSON.parse(JSON.stringify(given)) as unknown);
    const ref = `${fakeApiUrl}/by-ref/7`;
    const resources = { self: { ref, allowed: ["GET", "PUT"] } };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("contents", "announcements", "places"),
        fc.dictionary(field, value),
        async (name, fields) => {
          const before = { ...fields, id: "7", type: "x" };
          const http = fakeHttp(() => answer(200, { ...before, resources }));
          const change = (item: Entity) => Object.assign(item, { note: "new" });
          await clientOn(http)
            .family(name as "places")
            .update("7", change);
          const put = http.requests[1];
          expect(put).toMatchObject({ method: "PUT", url: new URL(ref) });
          const after = { ...before, note: "new" };
          expect(JSON.parse(String(put?.body))).toEqual(after);
        },
      ),
    );
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

test("contents client reads a content of any type unchanged", async () => {
  const list = [
    announcement,
    { id: "1", type: "poll", content: "c", options: ["d", "e"] },
    { id: "1", type: "idea", subject: "g" },
    { id: "1", subject: "of chosen fields" },
  ];
  const { contents } = clientOn(answering(answer(200, { list })));
  expect(await Array.fromAsync(contents.list())).toEqual(list);
});
