import { setTimeout as sleep } from "node:timers/promises";
import { AvatarError } from "../../shared/person/avatar/avatar-error.ts";
import { maxInlineBytes } from "../../shared/person/avatar/limits.ts";
import { lookUpAvatar } from "./look-up-avatar.ts";
import type { AskedRecord } from "../../shared/source/source-reader.ts";
import type { Warning } from "../../shared/store/operation.ts";
import type { EventsRun } from "./events-run.ts";

/** A hire does not wait longer for its avatar, because the read of its record must end within its lease. */
const maxMs = 25_000;

/**
 * Reads the avatar of a hire from its source, as base64. The hire counts without an avatar, so a failure is a warning and
 * nothing more. Both are absent if the source has none.
 */
export async function readAvatarOfHire(
  { sources }: Pick<EventsRun, "sources">,
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
