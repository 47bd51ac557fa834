import { expect, test } from "vitest";
import { templates } from "../../../shared/runtime/templates.ts";

test("the setting templates has a rule that the documents show", () => {
  expect(templates.value.rule).toBe(
    "a list of at most 100 rules, each with a unique name ([Templates](#templates))",
  );
});
