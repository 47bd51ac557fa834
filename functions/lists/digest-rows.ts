import { keyedHash, newestVersion } from "../../shared/keyring.ts";
import { mapRecordAs, readMeaning } from "../events/map-record.ts";
import type { SentRow } from "./contract.ts";
import type { ListsDependencies } from "./lists-run.ts";
import { readingOf, type RowContext } from "./row-context.ts";

type Hash = (text: string) => string;

/** Creates the function that hashes text of a source, under the key of the community secret. */
export async function createHash({
  platformAuth,
}: Pick<ListsDependencies, "platformAuth">): Promise<Hash> {
  const keyring = await platformAuth.keyring();
  const version = newestVersion(keyring);
  return (text) => keyedHash(keyring, version, text).slice(0, 22);
}

/** The digest of a row. Undefined if the map finds issues in the row. */
export type DigestOf = (row: SentRow) => string | undefined;

/**
 * Creates the function that makes the digest of a row: a hash of all that the map makes of it today. If the map, a
 * scope, or the meaning of a date changes, the digest changes.
 */
export function createDigest(hash: Hash, context: RowContext): DigestOf {
  const { map, scopes } = context.source;
  return ([, record]) => {
    const read = readingOf(record, context);
    const meaning = readMeaning(map, read);
    if (meaning && "issues" in meaning) return undefined;
    const changed = mapRecordAs(map, "employee.changed", read);
    const data = "issues" in changed ? undefined : changed.document.data;
    return hash(`record:${JSON.stringify([scopes, meaning, data])}`);
  };
}

/**
 * Rows with the digests of what the map makes of them now, so that an approval is about the values, too. A row without
 * values keeps the digest of its read.
 */
export async function digestRows(
  run: Pick<ListsDependencies, "platformAuth">,
  rows: readonly SentRow[],
  context: RowContext,
): Promise<SentRow[]> {
  const digestOf = createDigest(await createHash(run), context);
  return rows.map((row) => {
    const [line, record, tooLong, known] = row;
    const digest = known?.same === undefined ? digestOf(row) : undefined;
    return digest === undefined
      ? row
      : [line, record, tooLong, { ...known, digest }];
  });
}
