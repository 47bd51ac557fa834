import { expect, test } from "vitest";
import { mustWrite } from "../../../shared/store/must-write.ts";

test("what was written lets the rest go on", () => {
  expect(() => mustWrite(true)).not.toThrow();
});

test("where somebody else was there first the step fails, and looks again", () => {
  expect(() => mustWrite(false)).toThrow(
    expect.objectContaining({
      name: "StepFailure",
      message: "employee-changed",
      retryable: true,
    }),
  );
});
