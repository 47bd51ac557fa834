import { setTimeout as sleep } from "node:timers/promises";
import type { Warning } from "../../shared/store/operation.ts";
import type { ReasonCode } from "../../shared/reason-codes.ts";
import { StepFailure } from "../../shared/step-failure.ts";
import { PublicRequestError } from "../../shared/public-request.ts";
import {
  SourceError,
  type SourceErrorCode,
} from "../../shared/source/source-error.ts";
import type {
  AskedRecord,
  SourceReader,
} from "../../shared/source/source-reader.ts";
import {
  checkAvatar,
  type Avatar,
} from "../../shared/person/avatar/check-avatar.ts";
import { maxInlineBytes } from "../../shared/person/avatar/limits.ts";

/**
 * Reads the avatar of a record from the URLs of its lookup, in their order. A URL that answers 404 has no image. If an
 * image is too large or the bytes are no image, the next URL follows, because it usually has a smaller size.
 *
 * @param maxBytes - the size of the largest image that is accepted. @default the largest image inside an event
 * @returns undefined if no URL has an image
 * @throws StepFailure `avatar-...`, whose `retryable` says whether another attempt may succeed
 */
export async function lookUpAvatar(
  reader: Pick<SourceReader, "ask">,
  asked: AskedRecord,
  maxBytes: number = maxInlineBytes,
): Promise<Avatar | undefined> {
  const outgoing = {
    headers: { accept: "image/png, image/jpeg, image/webp, image/gif" },
    limits: { maxBytes },
  };
  let passedOver: StepFailure | undefined;
  for (const template of asked.lookup.avatar ?? []) {
    try {
      const avatar = await reader.ask(
        asked,
        template,
        outgoing,
        async (readBody) => checkAvatar(await readBody().catch(explainSize)),
      );
      if (avatar) return avatar;
    } catch (error) {
      if (error instanceof SourceError) {
        const { code, retryable } = error;
        throw new StepFailure(reasons[code], { retryable });
      }
      if (!(error instanceof StepFailure)) throw error;
      passedOver = error;
    }
  }
  if (passedOver) throw passedOver;
  return undefined;
}

function explainSize(error: unknown): never {
  if (error instanceof PublicRequestError && error.code === "too-large")
    throw new StepFailure("avatar-too-large");
  throw error;
}

const reasons: Record<SourceErrorCode, ReasonCode> = {
  "source-unreachable": "avatar-unreachable",
  "source-busy": "avatar-http-status",
  "source-error": "avatar-http-status",
  "source-refused": "avatar-http-status",
  "source-unreadable": "avatar-content-encoding",
  "source-misconfigured": "avatar-url-not-allowed",
  "record-id-refused": "avatar-url-not-allowed",
};

/** The read of the avatar takes at most this long, because the read of the record must end within its lease. */
const maxMs = 25_000;

/** Reads the avatar of a hire, as base64. A failure is only a warning. Both are absent if the source has none. */
export async function readAvatarOfHire(
  { sources }: { sources: Pick<SourceReader, "ask"> },
  asked: AskedRecord,
): Promise<{ base64?: string; warning?: Warning }> {
  const timeout = new AbortController();
  try {
    const avatar = await Promise.race([
      lookUpAvatar(sources, asked),
      sleep(maxMs, undefined, { signal: timeout.signal, ref: false }).then(
        () => {
          throw new StepFailure("avatar-timeout");
        },
      ),
    ]);
    return avatar
      ? { base64: Buffer.from(avatar.bytes).toString("base64") }
      : {};
  } catch (error) {
    const reason = error instanceof StepFailure ? error.code : "unexpected";
    return { warning: { about: "/avatar", reason } };
  } finally {
    timeout.abort();
  }
}
