import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type * as z from "zod";

/** Keeps documents after the process has ended. */
export type DocumentStore<T extends { id: string }> = {
  load: () => T[];
  save: (document: T) => void;
  remove: (document: T) => void;
};

/**
 * Stores one JSON file per document, or nothing without a folder. A write replaces the file by renaming. If the process
 * is killed during a write, the file contains either the old or the new document. Calls are intentionally synchronous,
 * because a change must be stored before it is acknowledged.
 *
 * @throws Error from `load` that names the file, if it does not contain a valid document
 */
export function createJsonFolder<T extends { id: string }>(
  folder: string | undefined,
  schema: z.ZodType<T>,
): DocumentStore<T> {
  if (folder === undefined)
    return { load: () => [], save: () => {}, remove: () => {} };
  mkdirSync(folder, { recursive: true });
  const fileOf = ({ id }: T) => join(folder, `${id}.json`);
  return {
    load: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => readDocument(join(folder, name), schema)),
    save: (document) => {
      const file = fileOf(document);
      writeFileSync(`${file}.new`, JSON.stringify(document));
      renameSync(`${file}.new`, file);
    },
    remove: (document) => rmSync(fileOf(document), { force: true }),
  };
}

function readDocument<T>(file: string, schema: z.ZodType<T>): T {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    return schema.parse(content);
  } catch (cause) {
    throw new Error(
      `The file ${file} does not contain a valid document. Delete it to continue.`,
      { cause },
    );
  }
}
