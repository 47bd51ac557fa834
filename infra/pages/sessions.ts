import { randomBytes } from "node:crypto";

export const sessionLifetimeMs = 8 * 3_600_000;
const maxSessions = 100;

/**
 * Sessions of the browsers that have signed in. They are in memory only. A session ends after 8 hours, when its owner
 * signs out, or when 100 newer sessions exist.
 */
export function createSessions(nowMs: () => number) {
  const sessions = new Map<string, { owner: string; endsAtMs: number }>();

  /** All sessions live equally long, so the oldest ones, which come first, also end first. */
  function makeRoom(): void {
    for (const [id, { endsAtMs }] of sessions) {
      if (nowMs() < endsAtMs && sessions.size < maxSessions) return;
      sessions.delete(id);
    }
  }

  return {
    /** Returns the id of the new session: 256 random bits. */
    start(owner: string): string {
      makeRoom();
      const id = randomBytes(32).toString("base64url");
      sessions.set(id, { owner, endsAtMs: nowMs() + sessionLifetimeMs });
      return id;
    },

    ownerOf(id: string): string | undefined {
      const session = sessions.get(id);
      return session !== undefined && nowMs() < session.endsAtMs
        ? session.owner
        : undefined;
    },

    end: (id: string) => void sessions.delete(id),
  };
}
