import { portraitOf } from "../../pages/portraits/portrait-of.ts";
import type { EmployeeRecord } from "./employee-record.ts";

const hugeBytes = 6 * 1024 * 1024;
const portraitCount = 12;

/**
 * The photo of an employee as a PNG. Undefined if there is none.
 *
 * @param isOriginal - whether the size is asked for in which the photo was uploaded
 */
export function photoOf(
  { id, photo }: EmployeeRecord,
  isOriginal: boolean,
): Buffer<ArrayBuffer> | undefined {
  if (photo === "none") return undefined;
  const portrait = portraitOf(Number(BigInt(id) % BigInt(portraitCount)));
  // Bytes after the end of a PNG do not belong to the picture. The id makes the bytes of each photo different.
  const size = photo === "huge" && isOriginal ? hugeBytes : 0;
  return Buffer.concat([portrait, Buffer.from(id), Buffer.alloc(size)]);
}

export function pngAnswer(png: Buffer<ArrayBuffer>): Response {
  return new Response(png, { headers: { "content-type": "image/png" } });
}
