import { styleText } from "node:util";
import Table from "cli-table3";
import { cleanText } from "./clean-text.ts";
import { describeTime } from "./describe-time.ts";
import type { Terminal } from "./dependencies.ts";

export type Style = Parameters<typeof styleText>[0];

/** The text of a cell. Control characters are removed later. */
type Cell<T> = (row: T) => string | undefined;

type Column<T> = {
  text: Cell<T>;
  style?: (row: T) => Style | undefined;
  /**
   * What happens on a terminal that is too narrow for the table: the column is left out, the last one first, or its
   * words take several lines.
   */
  narrow?: "drop" | "wrap";
};

export type Columns<T> = Readonly<Record<string, Cell<T> | Column<T>>>;

export type Output = ReturnType<typeof createOutput>;

/** Creates the output of a command: tables and sentences for people, or one JSON document a line for programs. */
export function createOutput(
  terminal: Terminal,
  isJson: boolean,
  nowMs: () => number,
) {
  const { output, environment } = terminal;
  const isTerminal = output.isTTY === true;
  const hasColors = isTerminal && output.hasColors?.(environment) === true;
  const maxWidth = (isTerminal && output.columns) || Infinity;
  const write = (line: string) => void output.write(`${line}\n`);
  /** Colours only for a terminal, and not with NO_COLOR. */
  const paint = (style: Style | undefined, text: string) =>
    style !== undefined && hasColors
      ? styleText(style, text, { validateStream: false })
      : text;
  const draw = <T>(rows: readonly T[], columns: Columns<T>) =>
    write(drawTable(rows, titled(columns), maxWidth, paint));

  return {
    isJson,

    /** A time in a table: how long ago. A pipe gets it exactly. */
    when: (iso = ""): string =>
      iso !== "" && isTerminal ? describeTime(iso, nowMs()) : iso,

    /** A time in full: to the second, and how long ago. A pipe gets it exactly. */
    moment: (iso = ""): string =>
      iso !== "" && isTerminal
        ? `${withoutFraction(iso)} (${describeTime(iso, nowMs())})`
        : iso,

    /** A time of a list in order of time: to the second. A pipe gets it exactly. */
    toTheSecond: (iso: string): string =>
      isTerminal ? withoutFraction(iso) : iso,

    /** A line for people. */
    say(text: string, style?: Style): void {
      if (!isJson) write(paint(style, cleanText(text)));
    },

    /** One document, and how people see it. */
    show<T>(document: T, describe: (document: T) => void): void {
      if (isJson) write(toJsonLine(document));
      else describe(document);
    },

    /** Rows of a table, one JSON document for each. */
    list<T>(rows: readonly T[], columns: Columns<T>): void {
      if (isJson) for (const row of rows) write(toJsonLine(row));
      else if (rows.length > 0) draw(rows, columns);
    },

    /** Rows one by one: CSV with the titles for people, and one JSON document for each. */
    export<T>(columns: Record<string, Cell<T>>): (row: T) => void {
      if (!isJson) output.write(toCsvLine(Object.keys(columns)));
      return (row) =>
        output.write(
          isJson
            ? `${toJsonLine(row)}\n`
            : toCsvLine(Object.values(columns).map((read) => read(row))),
        );
    },

    /** A titled table for people, unless there are no rows. */
    section<T>(title: string, rows: readonly T[], columns: Columns<T>): void {
      if (isJson || rows.length === 0) return;
      write("");
      write(paint("bold", title));
      draw(rows, columns);
    },

    /** Names with their values. People see one a line, and no absent or empty value. */
    fields(values: Record<string, string | undefined>): void {
      const rows = Object.entries(values).filter(([, value]) => value);
      if (!isJson && rows.length > 0)
        write(
          drawTable(
            rows,
            [
              { title: "", text: ([name]) => name, style: () => "dim" },
              { title: "", text: ([, value]) => value },
            ],
            maxWidth,
            paint,
          ),
        );
    },
  };
}

type TitledColumn<T> = Column<T> & { title: string };

function titled<T>(columns: Columns<T>): TitledColumn<T>[] {
  return Object.entries(columns).map(([title, column]) => ({
    title,
    ...(typeof column === "function" ? { text: column } : column),
  }));
}

const noBorder = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

function drawTable<T>(
  rows: readonly T[],
  allColumns: readonly TitledColumn<T>[],
  maxWidth: number,
  paint: (style: Style | undefined, text: string) => string,
): string {
  const { columns, widths, cutsWords } = fitColumns(rows, allColumns, maxWidth);
  const titles = columns.map(({ title }) => title);
  const table = new Table({
    chars: noBorder,
    colWidths: widths,
    wordWrap: true,
    wrapOnWordBoundary: !cutsWords,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    ...(titles.some(Boolean) && {
      head: titles.map((title) => paint("bold", title)),
    }),
  });
  for (const row of rows)
    table.push(
      columns.map(({ text, style }) =>
        paint(style?.(row), cleanText(text(row) ?? "")),
      ),
    );
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

const gap = noBorder.middle.length;
/** The least width of a column whose text takes several lines, because narrow text is hard to read. */
const minWrappedWidth = 16;
/** Its least width if the table fits only with words that are cut. */
const minCutWidth = 12;

/**
 * Leaves out and narrows columns until the table is as wide as the terminal, if they allow it. First, empty columns go,
 * then those that may be dropped. Then wrapped columns get narrower, and at last their words are cut.
 *
 * @returns the columns that stay; for each of them its narrowed width, or null if it is not narrowed; and whether a word
 *   takes several lines, because it is longer than its column
 */
function fitColumns<T>(
  rows: readonly T[],
  allColumns: readonly TitledColumn<T>[],
  maxWidth: number,
) {
  const fitting = allColumns.map((column) => {
    const texts = rows.map((row) => cleanText(column.text(row) ?? ""));
    const lengths = [column.title, ...texts].map(({ length }) => length);
    return { column, texts, width: Math.max(...lengths) };
  });
  const excess = () =>
    fitting.reduce((sum, { width }) => sum + width + gap, -gap) - maxWidth;
  const drop = (mayDrop: (column: (typeof fitting)[number]) => boolean) => {
    while (excess() > 0) {
      const last = fitting.findLastIndex(mayDrop);
      if (last === -1) return;
      fitting.splice(last, 1);
    }
  };
  drop(({ texts }) => texts.every((text) => text === ""));
  drop(({ column }) => column.narrow === "drop");
  const isTooWide = excess() > 0;
  const wrapped = fitting.filter(({ column }) => column.narrow === "wrap");
  const narrow = (leastOf: (texts: string[]) => number) => {
    for (const column of wrapped.toReversed())
      if (excess() > 0)
        column.width = Math.min(
          column.width,
          Math.max(leastOf(column.texts), column.width - excess()),
        );
  };
  narrow((texts) => Math.max(minWrappedWidth, longestWordOf(texts)));
  const cutsWords = excess() > 0;
  if (cutsWords) narrow(() => minCutWidth);
  return {
    columns: fitting.map(({ column }) => column),
    widths: fitting.map(({ column, width }) =>
      isTooWide && column.narrow === "wrap" ? width : null,
    ),
    cutsWords,
  };
}

function longestWordOf(texts: readonly string[]): number {
  const words = texts.flatMap((text) => text.split(" "));
  return Math.max(...words.map(({ length }) => length));
}

/** JSON escapes some control characters. The others are escaped too, because a terminal may show the line. */
function toJsonLine(document: unknown): string {
  return JSON.stringify(document).replaceAll(
    /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) =>
      Array.from(
        { length: character.length },
        (_, index) =>
          `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
      ).join(""),
  );
}

function withoutFraction(iso: string): string {
  return iso.replace(/\.\d+Z$/, "Z");
}

/** A text that begins as a formula, also behind apostrophes, so that `fromCsvCell` gives back each apostrophe. */
const formula = /^'*[=+\-@\t\r]/;

/**
 * A line of a CSV file (RFC 4180). A text that begins as a formula gets an apostrophe, because a program that shows
 * tables would run the formula.
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
