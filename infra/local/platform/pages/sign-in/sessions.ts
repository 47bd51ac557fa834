import { randomBytes } from "node:crypto";

export const sessionLifetimeMs = 8 * 3_600_000;
const maxSessions = 100;

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions that the sign-in form starts. They are in memory only. A session ends after 8 hours, when its person signs
 * out, or when 100 newer sessions exist.
 */
export function createSessions(nowMs: () => number) {
  const sessions = new Map<string, { personID: string; endsAtMs: number }>();

  /** All sessions live equally long, so the oldest ones, which come first, also end first. */
  function makeRoom(): void {
    for (const [id, { endsAtMs }] of sessions) {
      if (nowMs() < endsAtMs && sessions.size < maxSessions) return;
      sessions.delete(id);
    }
  }

  return {
    /** Returns the id of the new session: 256 random bits. */
    start(personID: string): string {
      makeRoom();
      const id = randomBytes(32).toString("base64url");
      sessions.set(id, { personID, endsAtMs: nowMs() + sessionLifetimeMs });
      return id;
    },

    personOf(id: string): string | undefined {
      const session = sessions.get(id);
      return session !== undefined && nowMs() < session.endsAtMs
        ? session.personID
        : undefined;
    },

    end: (id: string) => void sessions.delete(id),
  };
}
