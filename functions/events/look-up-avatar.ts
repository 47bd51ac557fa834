import { setTimeout as sleep } from "node:timers/promises";
import type { Warning } from "../../shared/store/operation.ts";
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
  AvatarError,
  type AvatarErrorCode,
} from "../../shared/person/avatar/avatar-error.ts";
import {
  checkAvatar,
  type Avatar,
} from "../../shared/person/avatar/check-avatar.ts";
import {
  maxFetchedBytes,
  maxInlineBytes,
} from "../../shared/person/avatar/limits.ts";

/**
 * Reads the avatar of a record from the URLs of its lookup, in their order. A URL that answers 404 has no image. If an
 * image is too large or the bytes are no image, the next URL follows, because it usually has a smaller size.
 *
 * @param maxBytes - the size of the largest image that is accepted. @default 5 MB
 * @returns undefined if no URL has an image
 * @throws AvatarError with `retryable`, which says whether another attempt may succeed
 */
export async function lookUpAvatar(
  reader: Pick<SourceReader, "ask">,
  asked: AskedRecord,
  maxBytes: number = maxFetchedBytes,
): Promise<Avatar | undefined> {
  const outgoing = {
    headers: { accept: "image/png, image/jpeg, image/webp, image/gif" },
    limits: { maxBytes },
  };
  let passedOver: AvatarError | undefined;
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
      if (error instanceof SourceError) throw ofSource(error);
      if (!(error instanceof AvatarError)) throw error;
      passedOver = error;
    }
  }
  if (passedOver) throw passedOver;
  return undefined;
}

function explainSize(error: unknown): never {
  if (error instanceof PublicRequestError && error.code === "too-large")
    throw new AvatarError(
      "too-large",
      "The avatar of the record is too large in each size that the lookup names. Name a smaller size.",
    );
  throw error;
}

const codes: Record<SourceErrorCode, AvatarErrorCode> = {
  "source-unreachable": "unreachable",
  "source-busy": "http-status",
  "source-error": "http-status",
  "source-refused": "http-status",
  "source-unreadable": "content-encoding",
  "source-misconfigured": "url-not-allowed",
  "record-id-refused": "url-not-allowed",
};

function ofSource({ code, message, retryable }: SourceError): AvatarError {
  return new AvatarError(codes[code], message, { retryable });
}

/** A hire does not wait longer for its avatar, because the read of its record must end within its lease. */
const maxMs = 25_000;

/**
 * Reads the avatar of a hire from its source, as base64. The hire counts without an avatar, so a failure is a warning and
 * nothing more. Both are absent if the source has none.
 */
export async function readAvatarOfHire(
  { sources }: { sources: Pick<SourceReader, "ask"> },
  asked: AskedRecord,
): Promise<{ base64?: string; warning?: Warning }> {
  const timeout = new AbortController();
  try {
    const avatar = await Promise.race([
      lookUpAvatar(sources, asked, maxInlineBytes),
      sleep(maxMs, undefined, { signal: timeout.signal, ref: false }).then(
        () => {
          throw new AvatarError("timeout", "The source was too slow.");
        },
      ),
    ]);
    return avatar
      ? { base64: Buffer.from(avatar.bytes).toString("base64") }
      : {};
  } catch (error) {
    const reason =
      error instanceof AvatarError
        ? (`avatar-${error.code}` as const)
        : "unexpected";
    return { warning: { about: "/avatar", reason } };
  } finally {
    timeout.abort();
  }
}
