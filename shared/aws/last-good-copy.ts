import * as z from "zod/mini";
import { errorNameOf } from "../error-name.ts";
import type { Log } from "../log.ts";
import { dayMs } from "../durations.ts";

type Options<T> = {
  read: () => Promise<T>;
  nowMs: () => number;
  log: Log;
};

/** The last good copy of a secret is used for at most this time after it was read. */
const maxCopyAgeMs = dayMs;

/**
 * Wraps the reader of a secret. During an outage of Secrets Manager it resolves to the value that was read last, and
 * logs that.
 *
 * Only an outage counts: an internal error, throttling, or no answer at all. Every other failure is an answer about the
 * secret: access is denied, or the secret or its key is deleted or disabled. An operator stops all callers in this way,
 * so such an answer is thrown, and the copy is forgotten.
 *
 * @throws the error of `read`, if it is no outage, if there is no copy, or if the copy is older than a day
 */
export function createLastGoodCopy<T>({
  read,
  nowMs,
  log,
}: Options<T>): () => Promise<T> {
  let copy: { value: T; atMs: number } | undefined;

  return async () => {
    const atMs = nowMs();
    try {
      const value = await read();
      copy = { value, atMs };
      return value;
    } catch (error) {
      if (!isOutage(error)) copy = undefined;
      if (!copy || nowMs() - copy.atMs >= maxCopyAgeMs) throw error;
      // A missing version is remembered too, and needs no log line.
      if (copy.value !== undefined)
        log.error("secret kept", {
          error: errorNameOf(error),
        });
      return copy.value;
    }
  };
}

/** The fields of an error of the SDK that say what happened. Without a status, there was no answer. */
const sdkErrorSchema = z.object({
  name: z.string(),
  $metadata: z.object({ httpStatusCode: z._default(z.number(), 0) }),
});

function isOutage(error: unknown): boolean {
  const { data } = sdkErrorSchema.safeParse(error);
  if (data === undefined) return false;
  const { name, $metadata } = data;
  const { httpStatusCode: status } = $metadata;
  return status === 0 || status === 429 || status >= 500 || noTime.test(name);
}

/** A service that has no time for the request answers 400, as for a wrong request. */
const noTime = /^(Throttl|TooManyRequests|RequestLimit|RequestTimeout)/;
