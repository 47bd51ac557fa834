import { styleText } from "node:util";
import Table from "cli-table3";
import { cleanText } from "./clean-text.ts";
import type { Terminal } from "./dependencies.ts";

export type Style = Parameters<typeof styleText>[0];

/** A column of a table. */
export type Column<T> = {
  title: string;
  /** The text of a cell. Control characters are removed later. */
  text: (row: T) => string | undefined;
  style?: (row: T) => Style | undefined;
  /**
   * What happens on a terminal that is too narrow for the table: the column is left out, the last one first, or its
   * words take several lines.
   */
  narrow?: "drop" | "wrap";
};

export type Output = ReturnType<typeof createOutput>;

/** Creates the output of a command: tables and sentences for people, or one JSON document a line for programs. */
export function createOutput(terminal: Terminal, isJson: boolean) {
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
  const draw = <T>(rows: readonly T[], columns: readonly Column<T>[]) =>
    write(drawTable(rows, columns, maxWidth, paint));

  return {
    isJson,
    paint,

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
    list<T>(rows: readonly T[], columns: readonly Column<T>[]): void {
      if (isJson) for (const row of rows) write(toJsonLine(row));
      else if (rows.length > 0) draw(rows, columns);
    },

    /** A titled table for people, unless there are no rows. */
    section<T>(
      title: string,
      rows: readonly T[],
      columns: readonly Column<T>[],
    ): void {
      if (isJson || rows.length === 0) return;
      write("");
      write(paint("bold", title));
      draw(rows, columns);
    },

    /** Names with their values. People see one a line; a value that is undefined is left out. */
    fields(values: Record<string, string | undefined>): void {
      const rows = Object.entries(values).filter(([, value]) => value);
      if (!isJson && rows.length > 0)
        draw(rows, [
          { title: "", text: ([name]) => name, style: () => "dim" },
          { title: "", text: ([, value]) => value },
        ]);
    },
  };
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
  allColumns: readonly Column<T>[],
  maxWidth: number,
  paint: (style: Style | undefined, text: string) => string,
): string {
  const { columns, widths } = fitColumns(rows, allColumns, maxWidth);
  const titles = columns.map(({ title }) => title);
  const table = new Table({
    chars: noBorder,
    colWidths: widths,
    wordWrap: true,
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
/** Narrower text is hard to read. */
const minWrappedWidth = 20;

/**
 * Leaves out and narrows columns until the table is as wide as the terminal, if they allow it.
 *
 * @returns the columns that stay, and for each of them its narrowed width, or null if it is not narrowed
 */
function fitColumns<T>(
  rows: readonly T[],
  allColumns: readonly Column<T>[],
  maxWidth: number,
): { columns: Column<T>[]; widths: (number | null)[] } {
  const fitting = allColumns.map((column) => {
    const texts = rows.map((row) => cleanText(column.text(row) ?? ""));
    const lengths = [column.title, ...texts].map(({ length }) => length);
    return { column, texts, width: Math.max(...lengths) };
  });
  const excess = () =>
    fitting.reduce((sum, { width }) => sum + width + gap, -gap) - maxWidth;
  while (excess() > 0) {
    const last = fitting.findLastIndex(
      ({ column }) => column.narrow === "drop",
    );
    if (last === -1) break;
    fitting.splice(last, 1);
  }
  const widths = fitting.map(({ column, texts, width }) => {
    if (excess() <= 0 || column.narrow !== "wrap") return null;
    // The library would cut a longer word.
    const words = texts.flatMap((text) => text.split(" "));
    const longest = Math.max(...words.map(({ length }) => length));
    return Math.max(minWrappedWidth, longest, width - excess());
  });
  return { columns: fitting.map(({ column }) => column), widths };
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
