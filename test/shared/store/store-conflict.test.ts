import { expect, test } from "vitest";
import { requireWritten } from "../../../shared/store/store-conflict.ts";

test("a step continues when its write succeeded", () => {
  expect(() => requireWritten(true)).not.toThrow();
});

test("a step fails and reads again when another writer was first", () => {
  expect(() => requireWritten(false)).toThrow(
    expect.objectContaining({
      name: "StoreConflict",
      message: "employee-changed",
      retryable: true,
    }),
  );
});
