import * as z from "zod/mini";
import { entryNameSchema } from "../entry-name.ts";
import { listCallFields } from "../source/list-call.ts";

/**
 * How all records of a source are read, as a list that nobody uploads (decision 32). It is apart from the other parts of an
 * entry, so that receivers do not load it.
 */
export const pullSchema = z.strictObject({
  /** The entry of the sources secret. @default the one of the lookup, or the name of the caller */
  source: z.optional(entryNameSchema),
  ...listCallFields,
  /** Whether the records are everybody who is employed. */
  isWhole: z._default(z.boolean(), true),
});
/** The pull of a caller, with the name of its source. */
export type PullOptions = z.infer<typeof pullSchema> & { source: string };

/** Undefined if the caller has no valid one. */
export function pullOf(
  caller: string,
  entry: object & {
    pull?: unknown;
    lookup?: { source?: string | undefined } | undefined;
  },
): PullOptions | undefined {
  const { data: pull } = pullSchema.safeParse(entry.pull);
  return (
    pull && { ...pull, source: pull.source ?? entry.lookup?.source ?? caller }
  );
}
