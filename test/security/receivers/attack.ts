import { expect, type TestContext } from "vitest";
import { recordFigure } from "../../resilience/figures.ts";
import type {
  AttackedReceiver,
  AttackedReceivers,
} from "./receivers-for-test.ts";
import { area } from "./fuzz.ts";
import type { WireRequest } from "./wire.ts";

/** One family of handwritten attacks. It counts attempts and results. None may be answered as our own outage. */
export function attackOn(receivers: AttackedReceivers) {
  const { effects } = receivers;
  const tally = { tried: 0, serverErrors: 0, effects: 0 };

  async function send(receiver: AttackedReceiver, request: WireRequest) {
    const answer = await receivers.send(receiver, request);
    tally.tried++;
    if (answer.status >= 500) tally.serverErrors++;
    if (answer.status >= 500)
      throw new Error(`answered ${answer.status}: ${answer.body}`);
    return answer;
  }

  return {
    send,

    /** Sends a request that must be refused and leave no trace. Resolves to the status. */
    refused: async (
      receiver: AttackedReceiver,
      request: WireRequest,
    ): Promise<number> => {
      const before = { ...effects };
      const { status } = await send(receiver, request);
      tally.effects += effects.writes - before.writes;
      expect(effects).toEqual(before);
      expect(status).toBeGreaterThanOrEqual(400);
      return status;
    },

    /** The result for the table. */
    record: ({ task }: TestContext, what: string): void => {
      const { tried, serverErrors, effects } = tally;
      recordFigure(task, {
        area,
        what,
        figure: `${tried} tried, ${serverErrors} answered 5xx, ${effects} effects`,
      });
    },
  };
}

/** Expects one of several statuses, and names the caller if it is another one. */
export function expectOneOf(
  expected: readonly number[],
  status: number,
  what: string,
): void {
  const found = expected.includes(status) ? "as expected" : status;
  expect({ what, found }).toEqual({ what, found: "as expected" });
}
