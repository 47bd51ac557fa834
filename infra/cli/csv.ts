/** A text that begins as a formula, also behind apostrophes: otherwise one of them would be lost on the way back. */
const formula = /^'*[=+\-@\t\r]/;

/**
 * A line of a CSV file (RFC 4180). A program that shows tables would run a text that begins as a formula, so it gets an
 * apostrophe.
 */
export function toCsvLine(cells: readonly (string | undefined)[]): string {
  return `${cells.map((cell = "") => toCell(cell)).join(",")}\r\n`;
}

/** The text of a cell that `toCsvLine` has written. */
export function fromCsvCell(cell: string): string {
  return formula.test(cell) ? cell.replace(/^'/, "") : cell;
}

function toCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
