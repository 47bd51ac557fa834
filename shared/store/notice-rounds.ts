import * as z from "zod/mini";
import { absent } from "../dynamodb/expressions.ts";
import type { Table } from "../dynamodb/table.ts";

const roundSchema = z.object({
  /** The name of the round's execution. */
  round: z.optional(z.string()),
  openedAtMs: z.optional(z.number()),
  /** The ARN of the execution, as soon as it runs. */
  execution: z.optional(z.string()),
});
export type Round = { round: string; openedAtMs: number; execution?: string };

const gatheringSchema = z.object({ untilMs: z.number(), by: z.string() });

const roundKey = "notices";
const gatheringKey = (reason: string) => `notices#${reason}`;

/** Notices of a reason that follow the first one within this time are gathered into one message. */
const gatherMs = 15 * 60_000;

/** Which execution collects notices, and until when the notices of a reason are gathered. */
export function createNoticeRounds(table: Table, nowMs: () => number) {
  return {
    /** The round that collects now, if there is one. */
    async current(): Promise<Round | undefined> {
      const item = await table.get(roundKey, roundSchema);
      if (item?.round === undefined) return undefined;
      const { round, openedAtMs = 0, execution } = item;
      return { round, openedAtMs, ...(execution && { execution }) };
    },

    /**
     * Opens a round. Its name never comes again, because Lambda knows the names of executions longer than the store.
     *
     * @param instead - the round that it replaces
     * @returns undefined if another one was opened meanwhile
     */
    async open(instead?: Round): Promise<Round | undefined> {
      const openedAtMs = nowMs();
      const round = `notices-${openedAtMs}`;
      const isOpened = await table.update(roundKey, {
        set: { round, openedAtMs },
        remove: ["execution"],
        where: { round: instead?.round ?? absent },
        createsItem: true,
      });
      return isOpened ? { round, openedAtMs } : undefined;
    },

    /** Hands a round to its execution. Resolves to false if the round is not the current one any more. */
    claim: (round: string, execution: string): Promise<boolean> =>
      table.update(roundKey, { set: { execution }, where: { round } }),

    /** Ends the collecting of a round, so that another one can be opened. */
    close: (round: string): Promise<boolean> =>
      table.update(roundKey, {
        remove: ["round", "openedAtMs", "execution"],
        where: { round },
      }),

    /**
     * Begins to gather the notices of a reason, if they are not gathered already.
     *
     * @returns when the notices may be told: now, if this round began it, and otherwise later
     */
    async gather(reason: string, round: string): Promise<number> {
      const atMs = nowMs();
      const key = gatheringKey(reason);
      const { applied, item } = await table.updateOrRead(
        key,
        {
          set: { untilMs: atMs + gatherMs, by: round },
          // The round may ask again, also after a crash.
          where: [{ untilMs: { atMost: atMs } }, { by: round }],
          createsItem: true,
        },
        gatheringSchema,
      );
      return applied || item === undefined ? atMs : item.untilMs;
    },

    /** When the notices of a reason may be told. */
    async gatheredUntil(reason: string, round: string): Promise<number> {
      const item = await table.get(gatheringKey(reason), gatheringSchema);
      return item === undefined || item.by === round ? nowMs() : item.untilMs;
    },

    /** Ends the gathering, so that the next notice of the reason is told at once. */
    async endGathering(reason: string): Promise<void> {
      await table.delete(gatheringKey(reason));
    },
  };
}
