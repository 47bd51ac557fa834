import fc from "fast-check";
import { test } from "vitest";
import { checkAnswer, runsOf } from "./fuzz.ts";
import { anyBody } from "./hostile.ts";
import { mayBeGenuine, withBrokenToken } from "./may-be-genuine.ts";
import { mutate, mutationsArbitrary } from "./mutations.ts";
import { type AttackedReceiver, useReceivers } from "./receivers-for-test.ts";
import { recordings } from "./recordings.ts";
import { bytesOf } from "./signed.ts";
import type { WireRequest } from "./wire.ts";

const receivers = useReceivers();
const all = Object.values(recordings).flat();

test.each(["events", "status", "operations"] as const)(
  "the receiver of %s refuses every request that is not genuine, and stores nothing of it",
  async (receiver) => {
    const { effects, send } = receivers();
    const recording = fc.constantFrom(...recordings[receiver]);
    const check = async (request: WireRequest): Promise<void> => {
      const before = { ...effects };
      const { status } = checkAnswer(await send(receiver, request));
      if (mayBeGenuine(request, all)) return;
      const had =
        effects.writes + effects.starts - before.writes - before.starts;
      const isTaken = status < 400 && !isProbe(receiver, request);
      if (had !== 0 || isTaken)
        throw new Error(`answered ${status}, with ${had} effects`);
    };

    await fc.assert(
      fc.asyncProperty(
        recording,
        mutationsArbitrary,
        // A request with an intact token is genuine, with any other mutation.
        fc.nat({ max: 49 }).map((number) => number === 0),
        (recorded, mutations, isWhole) => {
          const start = isWhole ? recorded : withBrokenToken(recorded);
          return check(mutate(start, mutations, all));
        },
      ),
      runsOf(80),
    );
    await fc.assert(
      fc.asyncProperty(
        recording,
        anyBody,
        fc.string({ maxLength: 60 }),
        (recorded, body, value) => {
          const headers = recorded.headers.map(
            ([name, was]) =>
              [name, name === "content-type" ? was : value] as const,
          );
          return check({ ...recorded, headers, body: bytesOf(body) });
        },
      ),
      runsOf(10),
    );
  },
);

/** HiBob tests our URLs without a signature, and Slack that of statuses. */
function isProbe(receiver: AttackedReceiver, { body }: WireRequest): boolean {
  const text = Buffer.from(body);
  return (
    text.includes("Ping test") ||
    (receiver === "status" && text.includes("ssl_check"))
  );
}
