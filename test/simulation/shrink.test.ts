import { expect, test } from "vitest";
import { type Part, shrink } from "./shrink.ts";

test("a failing run is shrunk to the events and the kinds of faults that it needs", async () => {
  const events = Array.from({ length: 40 }, (_, n) => n + 1);
  const needed = [7, 8, 31];
  const breaks = async (part: Part) =>
    needed.every((one) => part.events.includes(one)) &&
    !part.without.includes("slow");
  const kinds = ["late", "slow", "killed"];
  const found = await shrink({ events, without: [] }, kinds, breaks);
  expect(found).toEqual({ events: needed, without: ["late", "killed"] });
});
