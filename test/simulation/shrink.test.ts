import { expect, test } from "vitest";
import { shrink } from "./shrink.ts";

test("a failing run is shrunk to the parts that it needs", async () => {
  const parts = Array.from({ length: 40 }, (_, n) => n + 1);
  const needed = [7, 8, 31];
  const breaks = async (fewer: readonly number[]) =>
    needed.every((one) => fewer.includes(one));
  expect(await shrink(parts, breaks)).toEqual(needed);
});
