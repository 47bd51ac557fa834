import { describe, expect, test } from "vitest";
import { lacks } from "../../../shared/community/absence.ts";
import { basicAuth } from "../../../shared/community/authorizer.ts";
import {
  ApiError,
  ApiShapeError,
  isRefusedSignIn,
  LoginRefusedError,
} from "../../../shared/community/errors.ts";

const attempted = { method: "GET", path: "/people/{personID}" };

describe("an answer that does not fit", () => {
  const pointers = ["/a", "/b", "/c", "/d", "/e", "/f", "/g"];

  test("is told by its first five places, and how many more there are", () => {
    const { message, problems } = new ApiShapeError(attempted, pointers);
    expect(message).toContain("/a, /b, /c, /d, /e, and 2 more");
    expect(message).not.toContain("/f");
    expect(problems).toEqual(pointers);
  });

  test("in five places is told by all of them", () => {
    const { message } = new ApiShapeError(attempted, pointers.slice(0, 5));
    expect(message).toMatch(/\/a, \/b, \/c, \/d, \/e$/);
  });
});

describe("somebody was not let in", () => {
  test.each<[string, unknown, boolean]>([
    ["by the login", new LoginRefusedError(400), true],
    ["by the API", new ApiError(attempted, 401), true],
    ["but may not do this", new ApiError(attempted, 403), false],
    ["but something else went wrong", { status: 401 }, false],
  ])("%s", (_what, error, expected) => {
    expect(isRefusedSignIn(error)).toBe(expected);
  });
});

test("a username with a colon is refused here, for the platform would take its end for the password", () => {
  expect(() => basicAuth("zoe:admin", "secret")).toThrow("must have no colon");
});

describe("a resource", () => {
  test("is lacking where those that are there are told, and it is not among them", () => {
    const target = { resources: { self: { ref: "/people/1" } } };
    expect(lacks(target, "images")).toBe(true);
    expect(lacks(target, "self")).toBe(false);
  });

  test("is not known to lack where nothing is told", () => {
    expect(lacks("/people/1", "images")).toBe(false);
    expect(lacks({}, "images")).toBe(false);
  });
});
