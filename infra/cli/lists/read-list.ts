import { isUtf8 } from "node:buffer";
import * as z from "zod";
import { CsvError, parse } from "csv-parse/sync";
import type {
  ListFinding,
  SentRow,
} from "../../../functions/lists/contract.ts";
import { isJsonObject, parseJson } from "../../../shared/parse-json.ts";
import { cleanText } from "../clean-text.ts";
import { CommandError } from "../command-error.ts";
import type { Terminal } from "../dependencies.ts";
import { readBytes } from "../read-text.ts";

type ReadList = {
  /** The header. Undefined for JSON, which has none. */
  columns: string[] | undefined;
  rows: SentRow[];
  /** Everything that is wrong with the file. If there is something, no row is sent. */
  findings: ListFinding[];
};

/** The most characters of a field of a person. */
const maxCellLength = 10_000;
const maxColumns = 500;

/**
 * Reads a list: CSV (RFC 4180) with a header, or JSON with one row a line.
 *
 * @param bytes - UTF-8, with or without a mark of the byte order
 */
export function readList(bytes: Uint8Array): ReadList {
  const decoded = decode(bytes);
  if ("finding" in decoded) return refusedList(decoded.finding);
  const { text } = decoded;
  if (text.trim() === "") return refusedList({ text: "The file is empty." });
  const isJson = text.trimStart().startsWith("{");
  const list = isJson ? readJson(text) : readCsv(text);
  // A JSON array is no CSV, and the lines of one large object are no objects.
  return list.findings.length > 0 && parseJson(text) !== undefined
    ? refusedList({
        text: "The file is one JSON document. Write each row as an object on a line of its own, as jq -c '.[]' does.",
      })
    : list;
}

function refusedList(...findings: ListFinding[]): ReadList {
  return { columns: undefined, rows: [], findings };
}

/** Refuses a file that is not UTF-8, and names its encoding: read as UTF-8, the names of people would change. */
function decode(
  bytes: Uint8Array,
): { text: string } | { finding: ListFinding } {
  const [first, second] = bytes;
  const isUtf16 =
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Zero bytes show UTF-16 without its mark.
  if (isUtf16 || bytes.subarray(0, 1_000).includes(0))
    return {
      finding: { text: "The file is UTF-16. Save it as UTF-8 (CSV UTF-8)." },
    };
  if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes) };
  // Latin-1 keeps each byte.
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  return {
    finding: {
      line: lines.findIndex((line) => !isUtf8(Buffer.from(line, "latin1"))) + 1,
      text: "The file is not UTF-8: it is probably Windows-1252 (Latin-1). Save it as UTF-8 (CSV UTF-8).",
    },
  };
}

/** The records of the parser, each with the line at which it ends. */
const recordsSchema = z.array(
  z.object({
    record: z.array(z.string()),
    info: z.object({ lines: z.number() }),
  }),
);

function readCsv(text: string): ReadList {
  let records: z.infer<typeof recordsSchema>;
  try {
    const parsed: unknown = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      // A row with a cell too many or too few becomes a finding below.
      relax_column_count: true,
      skip_empty_lines: true,
    });
    records = recordsSchema.parse(parsed);
  } catch (error) {
    return refusedList(explain(error));
  }
  const [header, ...others] = records;
  if (!header) return refusedList({ text: "The file is empty." });
  const columns = header.record.map((name) => name.trim());
  const findings: ListFinding[] = findingsOfHeader(columns);
  const rows: SentRow[] = [];
  for (const { record, info } of others) {
    // A quoted cell can have several lines.
    const line = info.lines + 1 - record.join("").split("\n").length;
    if (record.length === columns.length)
      rows.push(
        toRow(
          line,
          Object.fromEntries(columns.map((name, nth) => [name, record[nth]])),
        ),
      );
    else
      findings.push({
        line,
        text: `The row has ${record.length} cells, and the header has ${columns.length}. The file may be cut off, or a cell with a separator lacks its quotes.`,
      });
  }
  return { columns, rows, findings };
}

/** The delimiter that the header has most often: spreadsheets of some countries write semicolons. */
function delimiterOf(text: string): string {
  const [header = ""] = text.split(/\r?\n/, 1);
  const countOf = (delimiter: string) => header.split(delimiter).length;
  const [most] = [",", ";", "\t"].sort((a, b) => countOf(b) - countOf(a));
  return most ?? ",";
}

/** The message of the parser quotes the content, so only its code and its line are used. */
function explain(error: unknown): ListFinding {
  if (!(error instanceof CsvError)) throw error;
  const lines = error["lines"];
  return {
    ...(typeof lines === "number" && { line: lines }),
    text: /QUOTE/.test(error.code)
      ? "A quote does not end, or stands within a cell without quotes. The file may be cut off."
      : "The file is not CSV as RFC 4180 has it.",
  };
}

function findingsOfHeader(columns: readonly string[]): ListFinding[] {
  const repeated = columns.filter(
    (name, nth) => name !== "" && columns.indexOf(name) !== nth,
  );
  return [
    ...[...new Set(repeated)].map((column) => ({
      line: 1,
      column,
      text: "The header has this column twice.",
    })),
    ...(columns.includes("")
      ? [{ line: 1, text: "The header has a column without a name." }]
      : []),
    ...(columns.length > maxColumns
      ? [{ line: 1, text: `The header has more than ${maxColumns} columns.` }]
      : []),
  ];
}

function readJson(text: string): ReadList {
  const rows: SentRow[] = [];
  const findings: ListFinding[] = [];
  for (const [nth, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    const line = nth + 1;
    const row = parseJson(written);
    if (isJsonObject(row)) rows.push(toRow(line, row));
    else
      findings.push({
        line,
        text: "The line is not a JSON object. The file may be cut off.",
      });
  }
  return { columns: undefined, rows, findings };
}

/** A cell that no field can contain is not sent, and its row needs attention. */
function toRow(line: number, row: Record<string, unknown>): SentRow {
  const tooLong = Object.keys(row).filter(
    (column) => (JSON.stringify(row[column]) ?? "").length > maxCellLength,
  );
  const sent = Object.entries(row).filter(([name]) => !tooLong.includes(name));
  return [line, Object.fromEntries(sent), tooLong];
}

/** @throws CommandError that names the file, and each place that is wrong */
export async function readListFile(
  file: string,
  terminal: Pick<Terminal, "input">,
): Promise<ReadList> {
  const list = readList(await readBytes(file, terminal));
  requireNoFindings(file, list.findings);
  return list;
}

const maxShown = 20;

/** @throws CommandError that names each place of the list that is wrong, if there is one */
export function requireNoFindings(
  file: string,
  findings: readonly ListFinding[],
): void {
  if (findings.length === 0) return;
  const lines = findings.slice(0, maxShown).map(describeFinding);
  const more = findings.length - lines.length;
  throw new CommandError(
    [
      `${cleanText(file)} is not a list that can be planned. Nothing is planned.`,
      ...lines,
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join("\n"),
  );
}

function describeFinding({
  line,
  column,
  employeeId,
  text,
}: ListFinding): string {
  const place = [
    line === undefined ? "" : `line ${line}`,
    column === undefined ? "" : `column ${column}`,
    employeeId === undefined ? "" : `employee ${employeeId}`,
  ].filter(Boolean);
  const where = place.length > 0 ? `${place.join(", ")}: ` : "";
  return cleanText(`  ${where}${text}`);
}
