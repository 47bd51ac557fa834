import { gzipSync } from "node:zlib";
import { maxChunkBytes, maxChunkRows, type SentRow } from "./contract.ts";

/** Packs the rows of a list in parts. Each part is one request of an upload, or one item of our store. */
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
