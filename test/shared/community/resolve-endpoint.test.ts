import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ApiShapeError,
  NotAllowedError,
} from "../../../shared/community/errors.ts";
import {
  isNotOffered,
  resolveEndpoint,
} from "../../../shared/community/resolve-endpoint.ts";
import { fakeApiUrl } from "../../fixtures/community-client.ts";
import { rows } from "../../fixtures/rows.ts";

const apiUrl = new URL(fakeApiUrl);
const template = "/people/{personID}/images";
const imagesOf = (target: Parameters<typeof resolveEndpoint>[1]) =>
  resolveEndpoint(apiUrl, target, "images", "POST", template);
const linked = (link: { ref?: string; allowed?: string[] }) => ({
  id: "7",
  resources: { images: link },
});

describe("resolveEndpoint without a ref", () => {
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

  test("rejects every target without a valid id", () => {
    const noIds = ["", ".", "..", "\ud800", undefined, null, 7, true, [[]], {}];
    for (const target of [...noIds, { id: "" }, { id: 7 }]) {
      const resolve = () => imagesOf(target as string);
      expect(resolve).toThrow(TypeError);
      expect(resolve).toThrow("must be a valid id");
    }
  });
});

describe("resolveEndpoint with a ref", () => {
  test.each(rows<[string, string[] | undefined, string]>`
    ${`${fakeApiUrl}/pictures/of/7?size=all`} | ${undefined}       | ${`${fakeApiUrl}/pictures/of/7?size=all`}
    /pictures/7                               | ${["GET", "POST"]} | https://community.example.test/pictures/7
  `)(
    "uses the ref %s with the verbs %j instead of a path",
    (ref, allowed, href) => {
      expect(imagesOf(linked({ ref, ...(allowed && { allowed }) }))).toEqual({
        url: new URL(href),
        // Errors and metrics have the template, never the query.
        path: template,
      });
    },
  );

  test.each(rows<[string, Parameters<typeof imagesOf>[0], RegExp]>`
    the verb is not allowed | ${linked({ ref: "/x", allowed: ["GET", "PUT"] })} | ${/only GET, PUT/}
    no verb is allowed | ${linked({ ref: "/x", allowed: [] })} | ${/only nothing/}
    the resource has no ref | ${linked({ allowed: ["POST"] })} | ${/no "images"/}
    the ref is empty | ${linked({ ref: "" })} | ${/no "images"/}
    there is no such resource | ${{ id: "7", resources: {} }} | ${/no "images"/}
  `)("throws NotAllowedError when %s", (_title, target, reason) => {
    expect(() => imagesOf(target)).toThrow(NotAllowedError);
    expect(() => imagesOf(target)).toThrow(reason);
  });

  test("throws ApiShapeError when the ref is not a URL", () => {
    const resolve = () => imagesOf(linked({ ref: "https://" }));
    expect(resolve).toThrow(ApiShapeError);
    expect(resolve).toThrow("a link that is not a URL");
  });
});

test.each(rows<[string, boolean, Parameters<typeof isNotOffered>[0]]>`
  another resource | ${true} | ${{ resources: { self: { ref: "/people/1" } } }}
  this resource | ${false} | ${{ resources: { images: { ref: "/people/1" } } }}
  no resources | ${false} | ${{}}
  only an id | ${false} | ${"1"}
`)("isNotOffered of an object with %s: %s", (_, expected, target) => {
  expect(isNotOffered(target, "images")).toBe(expected);
});
