import { readFileSync } from "node:fs";

const portraitCount = 25;

/** A person of simple shapes as a PNG. The same number always gives the same image. */
export function portraitOf(number: number): Buffer<ArrayBuffer> {
  return readFileSync(`${import.meta.dirname}/${number % portraitCount}.png`);
}
