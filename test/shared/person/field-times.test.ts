import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ChangeTime,
  orderFields,
  timeOf,
} from "../../../shared/person/field-times.ts";
import type { FieldTimes } from "../../../shared/store/employee.ts";

test("a change counts from its effective date, and without one from its event", () => {
  expect(timeOf({ eventAtMs: 5 })).toEqual([5, 5]);
  expect(timeOf({ eventAtMs: 5, effectiveAtMs: 9 })).toEqual([9, 5]);
});

test.each<[string, ChangeTime, "current" | "outdated"]>([
  ["that holds later", [11, 1], "current"],
  ["that holds from the same time and was sent later", [10, 6], "current"],
  ["of the same times, as a retry has", [10, 5], "current"],
  ["that holds from the same time and was sent before", [10, 4], "outdated"],
  ["that holds from before and was sent later", [9, 20], "outdated"],
])("a change of a field %s is %s by the times", (_, at, expected) => {
  const known = { fieldTimes: { "/title": [10, 5] as ChangeTime } };
  const { current, outdated } = orderFields(["/title"], at, known);
  expect({ current, outdated }[expected]).toEqual(["/title"]);
});

test("a field that is outdated does not hold back another one of the same event", () => {
  const known = { fieldTimes: { "/title": [10, 10] as ChangeTime } };
  expect(orderFields(["/title", "/location"], [8, 8], known)).toEqual({
    current: ["/location"],
    outdated: ["/title"],
    fieldTimes: { "/title": [10, 10], "/location": [8, 8] },
  });
});

test.each<[string, ChangeTime, string[]]>([
  ["sent before the hire", [9, 9], []],
  ["sent before the hire that holds after it", [11, 9], ["/title"]],
  ["sent after the hire that holds from before", [2, 11], ["/title"]],
])("a change %s is compared with the hire", (_, at, expected) => {
  const { current } = orderFields(["/title"], at, { openedAtMs: 10 });
  expect(current).toEqual(expected);
});

test("an identity that is older than the clearing of all identities is outdated", () => {
  const known = { fieldTimes: { "/identities": [10, 10] as ChangeTime } };
  const { outdated } = orderFields(["/identities/slack"], [9, 9], known);
  expect(outdated).toEqual(["/identities/slack"]);
});

test("the times of at most a hundred fields are kept, the newest ones", () => {
  let fieldTimes: FieldTimes = {};
  for (let at = 1; at <= 150; at++)
    ({ fieldTimes } = orderFields([`/identities/k${at}`], [at, at], {
      fieldTimes,
    }));
  expect(Object.keys(fieldTimes)).toHaveLength(100);
  expect(fieldTimes["/identities/k150"]).toEqual([150, 150]);
  expect(fieldTimes["/identities/k50"]).toBeUndefined();
});

test("the times of a hundred fields stay in their order, because none of them has to leave", () => {
  const times = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at): [string, ChangeTime] => [
        `/identities/k${at}`,
        [at, at],
      ]),
    );
  const added = orderFields(["/title"], [0, 0], { fieldTimes: times(99) });
  expect(Object.keys(added.fieldTimes)).toEqual([
    ...Object.keys(times(99)),
    "/title",
  ]);
});

test("changes with different times leave the same value of a field in every order", () => {
  const time = fc.tuple(fc.integer({ min: 1 }), fc.integer({ min: 1 }));
  const times = fc.uniqueArray(time, { minLength: 1, maxLength: 5 });
  const both = fc
    .tuple(fc.integer({ min: 1 }), times)
    .chain(([opened, all]) =>
      fc.tuple(
        fc.constant(opened),
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length }),
      ),
    );
  fc.assert(
    fc.property(both, ([openedAtMs, one, other]) => {
      const last = (order: readonly ChangeTime[]) => {
        let fieldTimes: FieldTimes = {};
        for (const at of order)
          ({ fieldTimes } = orderFields(["/title"], at, {
            fieldTimes,
            openedAtMs,
          }));
        return fieldTimes["/title"];
      };
      expect(last(one)).toEqual(last(other));
    }),
  );
});
