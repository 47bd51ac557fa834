import { expect, test } from "vitest";
import { isThorough } from "../../../resilience/effort.ts";
import { deployed } from "./environment.ts";

test("no function calls an action that its policy does not allow", () => {
  expect(deployed().denied()).toEqual([]);
});

// It needs the tests of all modules.
test.runIf(isThorough)(
  "no policy allows an action that its function never calls",
  () => {
    expect(deployed().unused()).toEqual([
      // It frees the round of notices, if that does not start.
      expect.stringMatching(/^scheduler-handler: dynamodb:DeleteItem .*store$/),
    ]);
  },
);
