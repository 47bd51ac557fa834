import { ConfigurationError } from "../configuration-error.ts";
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
 * Every other failure is an answer about the secret: access is denied, or the secret or its key is deleted or disabled.
 * An operator stops all callers in this way, so such an answer is thrown, and the copy is forgotten.
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
      if (
        !(error instanceof ConfigurationError) ||
        error.code !== "secret-unavailable"
      ) {
        copy = undefined;
        throw error;
      }
      if (!copy || nowMs() - copy.atMs >= maxCopyAgeMs) throw error;
      // A missing version is remembered too, and needs no log line.
      if (copy.value !== undefined)
        log.error("secret kept", { error: errorNameOf(error.cause) });
      return copy.value;
    }
  };
}
