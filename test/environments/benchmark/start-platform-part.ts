import { join } from "node:path";
import * as z from "zod";
import type { JournalEntry } from "../../../infra/platform/http/journal.ts";
import type { PlatformOptions } from "../../../infra/platform/state/options.ts";
import type { FaultRule } from "../../../infra/platform/faults/faults.ts";
import { startPart } from "../parts/part.ts";

export type PlatformPart = {
  origin: string;
  addFault: (rule: FaultRule) => Promise<void>;
  /** The requests since the last call. */
  takeJournal: () => Promise<JournalEntry[]>;
  people: () => Promise<{ id: string; username: string }[]>;
  close: () => Promise<void>;
};

const peopleSchema = z.array(
  z.object({ id: z.string(), username: z.string() }),
);

/** Starts the stand-in platform in a process of its own. Its work takes no time of the measured process. */
export async function startPlatformPart(
  options: Partial<Omit<PlatformOptions, "nowMs" | "sleepMs">> = {},
): Promise<PlatformPart> {
  const part = await startPart(
    join(import.meta.dirname, "platform-process.ts"),
    { args: [JSON.stringify(options)] },
  );
  let seen = 0;
  return {
    origin: z.string().parse(part.ready),
    addFault: async (fault) => void (await part.ask({ fault })),
    async takeJournal() {
      const journal = z
        .array(z.custom<JournalEntry>())
        .parse(await part.ask({ journalFrom: seen }));
      seen += journal.length;
      return journal;
    },
    people: async () => peopleSchema.parse(await part.ask({ people: true })),
    close: part.close,
  };
}
