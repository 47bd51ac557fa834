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

/** Where execution documents outlive the process. */
export type ExecutionStore = {
  load: () => ExecutionDocument[];
  save: (document: ExecutionDocument) => void;
  remove: (document: ExecutionDocument) => void;
};

/** Keeps nothing: the engine's own memory is enough. */
export const memoryStore: ExecutionStore = {
  load: () => [],
  save: () => {},
  remove: () => {},
};

/**
 * Keeps one JSON file per execution. A file is replaced by renaming, so that a process that is
 * killed while it writes leaves the old document or the new one. Calls are synchronous on purpose:
 * a checkpoint is answered only once it is stored.
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

/** @throws Error naming the file when it holds no execution document. */
function readDocument(file: string): ExecutionDocument {
  try {
    const content: unknown = JSON.parse(readFileSync(file, "utf8"));
    return executionDocumentSchema.parse(content);
  } catch (cause) {
    throw new Error(
      `Can't read the execution in ${file}. Delete it to go on.`,
      {
        cause,
      },
    );
  }
}
