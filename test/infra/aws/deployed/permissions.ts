import { expect, test } from "vitest";
import { deployed } from "./environment.ts";

test("no function calls an action that its policy does not allow", () => {
  expect(deployed().denied()).toEqual([]);
});

test("no policy allows an action that its function never calls", () => {
  expect(deployed().unused()).toEqual([]);
});
