import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One style sheet: the base, which all pages share, and the named files of a folder. Later rules replace earlier ones. */
export function readStyle(folder: string, names: readonly string[]): string {
  const base = join(import.meta.dirname, "style/base.css");
  const files = [base, ...names.map((name) => join(folder, `${name}.css`))];
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}
