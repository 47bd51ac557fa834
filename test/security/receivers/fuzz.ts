import fc from "fast-check";
import { effort } from "../../resilience/effort.ts";
import type {
  Answer,
  AttackedReceiver,
  AttackedReceivers,
} from "./receivers-for-test.ts";
import { anyBody, nearly } from "./hostile.ts";
import { mutate, mutationsArbitrary } from "./mutations.ts";
import { mayBeGenuine, withBrokenToken } from "./may-be-genuine.ts";
import { recordings } from "./recordings.ts";
import { bytesOf } from "./signed.ts";
import type { WireRequest } from "./wire.ts";

const seed = Number(process.env["SEED"] ?? 20260131);

/** The number of runs for a property: for a hundred thousand requests in total, or for a few hundred. */
export const runsOf = <T>(percent: number): fc.Parameters<T> => ({
  seed,
  numRuns: effort(2, 1_000) * percent,
  // A failure prints the seed and the smallest request only.
  verbose: fc.VerbosityLevel.None,
});

/** The rules for every answer. Plain comparisons: for this number, `expect` would take longer than the receivers. */
export function checkAnswer(answer: Answer): Answer {
  const { status, headers, body } = answer;
  if (status < 200 || status >= 500)
    throw new Error(`answered ${status}: ${body}`);
  const type = headers["content-type"];
  if (body !== "" && status >= 400 && type !== "application/problem+json")
    throw new Error(`answered ${status} as ${type}`);
  return answer;
}

/** Mutated recordings and generated requests: a request that is not genuine is refused and leaves no trace. */
export async function expectUnsignedRefused(
  receivers: AttackedReceivers,
  receiver: AttackedReceiver,
): Promise<void> {
  const { effects } = receivers;
  const mine = recordings[receiver];
  const others = Object.values(recordings).flat();

  const check = async (request: WireRequest): Promise<void> => {
    const before = { ...effects };
    const { status } = checkAnswer(await receivers.send(receiver, request));
    if (mayBeGenuine(request, others)) return;
    const had =
      effects.writes - before.writes + (effects.starts - before.starts);
    const isTaken = status < 400 && !isProbe(receiver, request);
    if (had !== 0 || isTaken)
      throw new Error(`answered ${status}, with ${had} effects`);
  };

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...mine),
      mutationsArbitrary,
      // A request with an intact token is genuine, with any other mutation.
      fc.nat({ max: 49 }).map((number) => number === 0),
      (recording, mutations, isWhole) => {
        const start = isWhole ? recording : withBrokenToken(recording);
        return check(mutate(start, mutations, others));
      },
    ),
    runsOf(80),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...mine),
      anyBody,
      fc.string({ maxLength: 60 }),
      (recording, body, value) => {
        const headers = recording.headers.map(
          ([name, was]) =>
            [name, name === "content-type" ? was : value] as const,
        );
        return check({ ...recording, headers, body: bytesOf(body) });
      },
    ),
    runsOf(10),
  );
}

/** HiBob tests our URLs without a signature, and Slack that of statuses. */
function isProbe(receiver: AttackedReceiver, { body }: WireRequest): boolean {
  const text = Buffer.from(body);
  return (
    text.includes("Ping test") ||
    (receiver === "status" && text.includes("ssl_check"))
  );
}

/** Correctly signed bodies of all kinds: they are accepted or refused, and never cause a 5xx. */
export async function expectSignedHandled(
  receivers: AttackedReceivers,
  receiver: AttackedReceiver,
  request: (body: string | Uint8Array) => WireRequest,
  bodies: readonly object[],
  percent: number,
  /** Whether the signature alone decides, so no body can invalidate it. */
  isWhole = true,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(anyBody, ...bodies.map((one) => nearly(one))),
      async (body) => {
        const answer = await receivers.send(receiver, request(body));
        const { status } = checkAnswer(answer);
        if (isWhole && status === 401) throw new Error("answered 401");
      },
    ),
    runsOf(percent),
  );
}
