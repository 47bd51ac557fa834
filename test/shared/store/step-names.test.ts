import { expect, test } from "vitest";
import { describeStep } from "../../../shared/store/step-names.ts";

test.each([
  ["start", "begin the operation"],
  ["reserve calls 12", "reserve calls to the platform 12"],
  ["reserve calls x", "reserve calls x"],
  ["a step of a newer version 3", "a step of a newer version 3"],
  ["constructor", "constructor"],
  ["", ""],
])("the step %j is described as %j", (name, text) => {
  expect(describeStep(name)).toEqual({ text });
});
