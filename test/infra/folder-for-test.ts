import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates an empty folder. It is removed after the test, when all that the test starts later is closed. */
export function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "infra-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
