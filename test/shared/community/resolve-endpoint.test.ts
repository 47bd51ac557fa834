import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ApiShapeError,
  NotAllowedError,
} from "../../../shared/community/errors.ts";
import { resolveEndpoint } from "../../../shared/community/resolve-endpoint.ts";
import { clientOn, fakeApiUrl } from "../../fixtures/community-client.ts";
import { answering } from "../../fixtures/fake-http.ts";
import { rows } from "../../fixtures/rows.ts";

const apiUrl = new URL(fakeApiUrl);
const template = "/people/{personID}/images";
const imagesOf = (target: Parameters<typeof resolveEndpoint>[1]) =>
  resolveEndpoint(apiUrl, target, "images", "POST", template);
const linked = (link: { ref?: string; allowed?: string[] }) => ({
  id: "7",
  resources: { images: link },
});

describe("buildEndpoint", () => {
  test("builds the path from the id of an object without resources", () => {
    expect(imagesOf({ id: "7" })).toEqual(imagesOf("7"));
  });

  test("builds a path below the collection from any id", () => {
    const nasty = fc.constantFrom(
      "../x",
      "a/b",
      "a?b",
      "a#b",
      "%2e%2e",
      "$&",
      "{x}",
    );
    const id = fc.oneof(nasty, fc.string({ minLength: 1, unit: "grapheme" }));
    fc.assert(
      fc.property(
        id.filter((text) => text !== "." && text !== ".."),
        (text) => {
          const { url, path } = imagesOf(text);
          const segments = url.pathname.split("/");
          expect(segments.slice(0, 5).join("/")).toBe("/api/core/v3/people");
          expect(decodeURIComponent(segments[5] ?? "")).toBe(text);
          expect(segments.slice(6)).toEqual(["images"]);
          expect(url.search + url.hash).toBe("");
          expect(path).toBe(template);
        },
      ),
    );
  });

  test.each([
    "",
    ".",
    "..",
    "\ud800",
    undefined,
    null,
    7,
    true,
    [[]],
    {},
    { id: "" },
    { id: 7 },
  ])("rejects the target %j", (target) => {
    const resolve = () => imagesOf(target as string);
    expect(resolve).toThrow(TypeError);
    expect(resolve).toThrow("must be a valid id");
  });
});

describe("resolveEndpoint with a ref", () => {
  test("uses the URL of the ref instead of a built path", () => {
    const ref = `${fakeApiUrl}/pictures/of/7?size=all`;
    expect(imagesOf(linked({ ref }))).toEqual({
      url: new URL(ref),
      // Errors and metrics have the template, never the query.
      path: template,
    });
  });

  test("resolves a relative ref", () => {
    expect(imagesOf(linked({ ref: "/pictures/7" })).url.href).toBe(
      "https://community.example.test/pictures/7",
    );
  });

  test("accepts a verb that is allowed, or when no verbs are listed", () => {
    const ref = `${fakeApiUrl}/x`;
    for (const link of [{ ref }, { ref, allowed: ["GET", "POST"] }])
      expect(imagesOf(linked(link)).url.href).toBe(ref);
  });

  test.each(rows<[string, Parameters<typeof imagesOf>[0], RegExp]>`
    the verb is not allowed | ${linked({ ref: "/x", allowed: ["GET"] })} | ${/only GET/}
    no verb is allowed | ${linked({ ref: "/x", allowed: [] })} | ${/only nothing/}
    the resource has no ref | ${linked({ allowed: ["POST"] })} | ${/no "images"/}
    the ref is empty | ${linked({ ref: "" })} | ${/no "images"/}
    there is no such resource | ${{ id: "7", resources: {} }} | ${/no "images"/}
  `)("throws NotAllowedError when %s", (_title, target, reason) => {
    expect(() => imagesOf(target)).toThrow(NotAllowedError);
    expect(() => imagesOf(target)).toThrow(reason);
  });

  test("throws ApiShapeError when the ref is not a URL", () => {
    expect(() => imagesOf(linked({ ref: "https://" }))).toThrow(ApiShapeError);
  });
});

describe("client", () => {
  const self = (link: { ref: string; allowed?: string[] }) => ({
    id: "7",
    resources: { self: link },
  });

  test("sends no call that is not allowed", async () => {
    const http = answering();
    const { people, images } = clientOn(http);
    const person = self({ ref: `${fakeApiUrl}/people/7`, allowed: ["GET"] });
    await expect(people.remove(person)).rejects.toThrow(NotAllowedError);
    await expect(images.avatar(person)).rejects.toThrow(NotAllowedError);
    expect(http.requests).toEqual([]);
  });
});
