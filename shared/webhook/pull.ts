import * as z from "zod/mini";
import { entryNameSchema } from "../entry-name.ts";
import { pointerSchema, readPointer } from "../json-pointer.ts";
import { type ListCall, listCallFields } from "../source/list-call.ts";
import { instantMsOf } from "./field-map/instant.ts";

const requestSchema = listCallFields.request;

/**
 * How all records of a source are read, as a list without an upload (decision 31). It is apart from the other parts of
 * an entry, so that receivers do not load it.
 */
export const pullSchema = z.strictObject({
  /** The entry of the sources secret. @default the one of the lookup, or the name of the caller */
  source: z.optional(entryNameSchema),
  ...listCallFields,
  /** Whether there is a record for each person who is employed. */
  isWhole: z._default(z.boolean(), true),
  /** The place in a record of the time at which it was changed last. @default the time of the read counts */
  changedAt: z.optional(pointerSchema),
  /** The request for the records that changed since `{since}`. Its answers have the same form. */
  changes: z.optional(z.strictObject({ request: requestSchema })),
  /** A schedule reads all records each time this many hours have passed, and changes between. @default always all */
  wholeEveryHours: z.optional(z.int().check(z.minimum(1), z.maximum(7 * 24))),
});
/** The pull of a caller, with the name of its source. */
export type PullOptions = z.infer<typeof pullSchema> & { source: string };

/** The pull in the entry of a caller. Undefined if there is none, or it is invalid. */
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

/** Without fraction and `Z`: the request of the pull adds the form that its source wants. */
const sinceLength = "2026-01-31T09:00:00".length;

/** The call for all records, or for records that changed since a time. */
export function listCallOf(
  { changes, ...pull }: PullOptions,
  sinceMs: number | undefined,
): ListCall {
  if (!changes || sinceMs === undefined) return pull;
  const since = new Date(sinceMs).toISOString().slice(0, sinceLength);
  const text = JSON.stringify(changes.request).replaceAll("{since}", since);
  return { ...pull, request: requestSchema.parse(JSON.parse(text)) };
}

/** When a record was changed last, if it says so. */
export function changedAtMs(
  { changedAt }: PullOptions,
  record: unknown,
): number | undefined {
  return changedAt === undefined
    ? undefined
    : instantMsOf(readPointer(record, changedAt));
}
