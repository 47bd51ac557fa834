import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fromAttributes,
  toAttributes,
} from "../../../shared/dynamodb/attributes.ts";

const bytes = fc.uint8Array({ maxLength: 5 });
const texts = fc
  .array(fc.string(), { minLength: 1, maxLength: 3 })
  .map((all) => new Set(all));
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((one) => one + 0),
);
const { item } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.string(),
    number,
    fc.boolean(),
    fc.constantFrom(null, undefined),
    bytes,
    texts,
    fc.array(tie("value"), { maxLength: 3 }),
    tie("item"),
  ),
  item: fc.dictionary(
    fc.oneof(fc.string(), fc.constant("constructor")),
    tie("value"),
    { maxKeys: 4 },
  ),
}));

test("any values have the form that the SDK gives them, and come back from it as the SDK reads them", () => {
  fc.assert(
    fc.property(item as fc.Arbitrary<Record<string, unknown>>, (values) => {
      const attributes = toAttributes(values);
      expect(attributes).toEqual(
        marshall(values, {
          removeUndefinedValues: true,
          convertClassInstanceToMap: true,
        }),
      );
      expect(fromAttributes(attributes)).toEqual(unmarshall(attributes));
    }),
  );
});

test.each([NaN, Infinity, 2 ** 53, 1n, new Set(), () => 1])(
  "%s has no form, so it is refused and not written as something else",
  (value) => {
    expect(() => toAttributes({ value })).toThrow(TypeError);
  },
);
