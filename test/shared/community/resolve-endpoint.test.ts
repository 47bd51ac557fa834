import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ApiShapeError,
  ForeignOriginError,
  NotAllowedError,
} from "../../../shared/community/errors.ts";
import {
  build,
  resolveEndpoint,
} from "../../../shared/community/resolve-endpoint.ts";
import { clientOn, fakeApiUrl } from "../../fixtures/community-client.ts";
import { answer, answering } from "../../fixtures/fake-http.ts";

const apiUrl = new URL(fakeApiUrl);
const template = "/people/{personID}/images";
const imagesOf = (target: Parameters<typeof resolveEndpoint>[1]) =>
  resolveEndpoint(apiUrl, target, "images", "POST", template);
const linked = (link: { ref?: string; allowed?: string[] }) => ({
  id: "7",
  resources: { images: link },
});

describe("a path is built", () => {
  test("from a bare id", () => {
    expect(imagesOf("7")).toEqual({
      url: new URL(`${fakeApiUrl}/people/7/images`),
      path: template,
    });
  });

  test("from an object that came without resources", () => {
    expect(imagesOf({ id: "7" })).toEqual(imagesOf("7"));
  });

  test("without a parameter where the template has none", () => {
    expect(build(apiUrl, "/people").url.href).toBe(`${fakeApiUrl}/people`);
  });

  test("so that no id leads anywhere but below the collection", () => {
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

  test.each(["", ".", "..", "\ud800"])("never from the id %j", (id) => {
    expect(() => imagesOf(id)).toThrow(TypeError);
  });
});

describe("a ref leads", () => {
  test("wherever it points, not where a path would be built", () => {
    const ref = `${fakeApiUrl}/pictures/of/7?size=all`;
    expect(imagesOf(linked({ ref }))).toEqual({
      url: new URL(ref),
      // Errors and metrics know it by the template, never by its query.
      path: template,
    });
  });

  test("also when it is relative", () => {
    expect(imagesOf(linked({ ref: "/pictures/7" })).url.href).toBe(
      "https://community.example.test/pictures/7",
    );
  });

  test("when the verb is among the allowed ones, or none are told", () => {
    const ref = `${fakeApiUrl}/x`;
    for (const link of [{ ref }, { ref, allowed: ["GET", "POST"] }])
      expect(imagesOf(linked(link)).url.href).toBe(ref);
  });

  test.each([
    [
      "the verb is not allowed",
      linked({ ref: "/x", allowed: ["GET"] }),
      /only GET/,
    ],
    ["no verb is allowed", linked({ ref: "/x", allowed: [] }), /only nothing/],
    ["the resource has no ref", linked({ allowed: ["POST"] }), /no "images"/],
    ["the ref is empty", linked({ ref: "" }), /no "images"/],
    ["there is no such resource", { id: "7", resources: {} }, /no "images"/],
  ])("nowhere when %s", (_title, target, reason) => {
    expect(() => imagesOf(target)).toThrow(NotAllowedError);
    expect(() => imagesOf(target)).toThrow(reason);
  });

  test("nowhere when it is no URL", () => {
    expect(() => imagesOf(linked({ ref: "https://" }))).toThrow(ApiShapeError);
  });
});

describe("the client", () => {
  const self = (link: { ref: string; allowed?: string[] }) => ({
    id: "7",
    resources: { self: link },
  });

  test("follows the self ref of a person it is given", async () => {
    const ref = `${fakeApiUrl}/people/by-ref/7`;
    const http = answering(answer(200, { id: "7" }));
    await clientOn(http).people.get(self({ ref, allowed: ["GET"] }));
    expect(http.requests[0]?.url.href).toBe(ref);
  });

  test("does not call at all what is not allowed", async () => {
    const http = answering();
    const { people, images } = clientOn(http);
    const person = self({ ref: `${fakeApiUrl}/people/7`, allowed: ["GET"] });
    await expect(people.remove(person)).rejects.toThrow(NotAllowedError);
    await expect(images.avatar(person)).rejects.toThrow(NotAllowedError);
    expect(http.requests).toEqual([]);
  });

  test("does not follow a ref to another origin", async () => {
    const http = answering();
    const ref = "https://elsewhere.example.test/api/core/v3/people/7";
    await expect(clientOn(http).people.remove(self({ ref }))).rejects.toThrow(
      ForeignOriginError,
    );
    expect(http.requests).toEqual([]);
  });
});
