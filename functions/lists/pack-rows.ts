import { gzipSync } from "node:zlib";
import { maxChunkBytes, maxChunkRows, type SentRow } from "./contract.ts";

/** The rows of a list in packed parts, each of which is one request. */
export function* packRows(rows: readonly SentRow[]): Generator<Uint8Array> {
  let lines: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const line = JSON.stringify(row);
    const size = Buffer.byteLength(line) + 1;
    const isFull =
      lines.length === maxChunkRows || bytes + size > maxChunkBytes;
    if (isFull && lines.length > 0) {
      yield gzipSync(lines.join("\n"));
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield gzipSync(lines.join("\n"));
}
