import { markdownTable } from "../fixtures/markdown-table.ts";

/** One line of a table; the keys are the headings. */
export type Row = Record<string, string | number>;

/** Rows as a Markdown table. Columns of numbers are aligned right. */
export function tableOf(rows: readonly Row[]): string {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) =>
    headings.map((heading) => textOf(row[heading])),
  );
  const rule = headings.map((heading) =>
    rows.every((row) => typeof row[heading] !== "string") ? "--:" : "-",
  );
  return markdownTable(headings, cells, rule);
}

/** A number below 10 with two decimals, and below 100 with one: 1.234 is 1.23. Other numbers are whole: 1,234,567. */
export function textOf(value: string | number | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (!Number.isFinite(value)) return "n/a";
  if (Number.isInteger(value) || Math.abs(value) >= 100)
    return Math.round(value).toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
