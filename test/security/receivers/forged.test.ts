import fc from "fast-check";
import { expect, test } from "vitest";
import { anyBody } from "./hostile.ts";
import { changedInTransit } from "./mutations.ts";
import {
  type AttackedReceiver,
  checkAnswer,
  runsOf,
  useReceivers,
} from "./receivers-for-test.ts";
import {
  bambooHire,
  bytesOf,
  cloudEventOf,
  commands,
  events,
  type SchemeName,
  schemeNames,
  signedRequest,
} from "./senders.ts";
import type { WireRequest } from "./wire.ts";

const receivers = useReceivers();

/** Sends a request, which must be refused without an effect. Resolves to the status of the answer. */
async function expectRefusal(
  receiver: AttackedReceiver,
  request: WireRequest,
): Promise<number> {
  const { effects, send } = receivers();
  const before = { ...effects };
  const { status } = checkAnswer(await send(receiver, request));
  const added = effects.writes - before.writes + effects.starts - before.starts;
  if (added !== 0 || status < 400)
    throw new Error(`answered ${status}, with ${added} effects`);
  return status;
}

/** The content that the caller of a scheme sends. Others send `events.leave`. */
const contents = {
  "standard-webhooks": events.hire,
  bearer: [cloudEventOf(events.status)],
  bamboohr: bambooHire,
  slack: new URLSearchParams(commands.slack),
  teams: commands.teams,
  mattermost: new URLSearchParams(commands.mattermost),
} as Partial<Record<SchemeName, unknown>>;
const contentOf = (scheme: SchemeName) => contents[scheme] ?? events.leave;

test.each(["events", "status", "operations"] as const)(
  "a sender without the key is refused, and nothing is stored: receiver of %s",
  async (receiver) => {
    const forged = schemeNames.map((scheme) =>
      signedRequest(receiver, scheme, contentOf(scheme), { isForged: true }),
    );
    for (const request of forged)
      expect(await expectRefusal(receiver, request)).toBe(401);
    await fc.assert(
      fc.asyncProperty(changedInTransit(forged), async (request) => {
        await expectRefusal(receiver, request);
      }),
      runsOf(80),
    );
  },
);

// The schemes that sign the body. `test/shared/webhook/schemes` flips each bit of the signed headers.
test.each([
  "standard-webhooks",
  "bamboohr",
  "slack",
  "teams",
  "hmac",
  "ed25519",
] as const)(
  "the signature of one body is refused with another body: %s",
  async (scheme) => {
    const genuine = signedRequest("events", scheme, events.leave);
    await fc.assert(
      fc.asyncProperty(anyBody, fc.nat(), async (other, at) => {
        const edited = Buffer.from(genuine.body);
        edited[at % edited.length]! ^= 1;
        for (const body of [bytesOf(other), edited, Buffer.alloc(0)])
          expect(await expectRefusal("events", { ...genuine, body })).toBe(401);
      }),
      runsOf(5),
    );
    // With its own body, the signature is accepted.
    const { status } = await receivers().send("events", genuine);
    expect(status).not.toBe(401);
  },
);
