import { describe, expect, test } from "vitest";
import { isNotOffered } from "../../../shared/community/resolve-endpoint.ts";
import {
  ApiError,
  ApiShapeError,
  isRefusedSignIn,
  LoginRefusedError,
} from "../../../shared/community/errors.ts";

const attempted = { method: "GET", path: "/people/{personID}" };

describe("ApiShapeError", () => {
  const pointers = ["/a", "/b", "/c", "/d", "/e", "/f", "/g"];

  test("names the first five problems and the number of further ones", () => {
    const { message, problems } = new ApiShapeError(attempted, pointers);
    expect(message).toContain("/a, /b, /c, /d, /e, and 2 more");
    expect(message).not.toContain("/f");
    expect(problems).toEqual(pointers);
  });
});

describe("isRefusedSignIn", () => {
  test.each<[string, unknown, boolean]>([
    ["a refusal by the login", new LoginRefusedError(400), true],
    ["a 401 of the API", new ApiError(attempted, 401), true],
    ["a 403 of the API", new ApiError(attempted, 403), false],
    ["another value with the status 401", { status: 401 }, false],
  ])("%s", (_what, error, expected) => {
    expect(isRefusedSignIn(error)).toBe(expected);
  });
});

describe("isNotOffered", () => {
  test("is true when the object lists its resources without this one", () => {
    const target = { resources: { self: { ref: "/people/1" } } };
    expect(isNotOffered(target, "images")).toBe(true);
    expect(isNotOffered(target, "self")).toBe(false);
  });

  test("is false when the object does not list its resources", () => {
    expect(isNotOffered("/people/1", "images")).toBe(false);
    expect(isNotOffered({}, "images")).toBe(false);
  });
});
