import { foldCase } from "../fold-case.ts";

/** Whether two spellings are one username. */
export function isSameUsername(one = "", other = ""): boolean {
  return foldCase(one) === foldCase(other);
}
