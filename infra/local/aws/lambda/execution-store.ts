import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  executionDocumentSchema,
  type ExecutionDocument,
} from "./execution-document.ts";

/** Keeps execution documents after the process has ended. */
export type ExecutionStore = {
  load: () => ExecutionDocument[];
  save: (document: ExecutionDocument) => void;
  remove: (document: ExecutionDocument) => void;
};

/** Stores nothing. The engine has the executions in memory. */
export const memoryStore: ExecutionStore = {
  load: () => [],
  save: () => {},
  remove: () => {},
};

/**
 * Stores one JSON file per execution. A write replaces the file by renaming. If the process is killed during a write,
 * the file contains either the old or the new document. Calls are intentionally synchronous, because a checkpoint must
 * be stored before it is acknowledged.
 */
export function createFolderStore(folder: string): ExecutionStore {
  mkdirSync(folder, { recursive: true });
  const fileOf = ({ id }: ExecutionDocument) => join(folder, `${id}.json`);
  return {
    load: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => readDocument(join(folder, name))),
    save: (document) => {
      const file = fileOf(document);
      writeFileSync(`${file}.new`, JSON.stringify(document));
      renameSync(`${file}.new`, file);
    },
    remove: (document) => rmSync(fileOf(document), { force: true }),
  };
}

/** @throws Error that names the file, if it does not contain an execution document. */
function readDocument(file: string): ExecutionDocument {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    return executionDocumentSchema.parse(content);
  } catch (cause) {
    throw new Error(
      `The file ${file} does not contain a valid execution. Delete it to continue.`,
      {
        cause,
      },
    );
  }
}
