import { expect, test } from "vitest";
import { requireWritten } from "../../../shared/store/store-conflict.ts";

test("what was written lets the rest go on", () => {
  expect(() => requireWritten(true)).not.toThrow();
});

test("where somebody else was there first the step fails, and looks again", () => {
  expect(() => requireWritten(false)).toThrow(
    expect.objectContaining({
      name: "StoreConflict",
      message: "employee-changed",
      retryable: true,
    }),
  );
});
