import { expect } from "vitest";
import type { NoticeMessage } from "../../../functions/notifications/contract.ts";
import type { Operation } from "../../../shared/store/operation.ts";
import type { InProcess } from "../../environments/in-process.ts";

/**
 * Expects that the bus and the subscriber each got one notice, by its id, of each time at which one of these operations
 * needed attention or failed. A message that came again is the same message.
 *
 * @returns how many notices each of them got
 */
export function expectNotifiedOnce(
  { notices: { published, delivered } }: Pick<InProcess, "notices">,
  operations: readonly Operation[],
): number {
  const ids = new Set(operations.map(({ id }) => id));
  const noticesIn = (messages: readonly NoticeMessage[]) =>
    [...new Map(messages.map((one) => [one.id, one])).values()]
      .filter(({ type }) =>
        /^operation\.(needs_attention|failed|held)$/.test(type),
      )
      .flatMap(({ data }) => data.operations)
      .filter(({ operation }) => ids.has(operation))
      .map(({ notice }) => notice)
      .toSorted();
  const expected = operations
    .flatMap(({ id, history }) =>
      history.flatMap(({ status }, index) =>
        status === "needs_attention" || status === "failed"
          ? [`${id}_${index}`]
          : [],
      ),
    )
    .toSorted();
  expect({
    bus: noticesIn(published),
    subscriber: noticesIn(delivered),
  }).toEqual({
    bus: expected,
    subscriber: expected,
  });
  return expected.length;
}
