import { pointerNamesOf } from "../../shared/json-pointer.ts";
import type { FieldMap } from "../../shared/webhook/field-map/field-map.ts";
import { fieldSourcesOf } from "../../shared/webhook/field-map/value-source.ts";
import type { ListFinding } from "./contract.ts";

/** A list, when all of it is uploaded, and what is known of its source. */
export type CheckedList = {
  /** The names of the columns, if the file has a header. */
  columns: readonly string[] | undefined;
  isWhole: boolean;
  /** The list has only what changed, which can be nothing. */
  isOfChanges?: boolean;
  asOfMs: number;
  expectRows: number | undefined;
  /** An operator has said how many rows the list has. Then it may have fewer rows than the last one. */
  isCounted?: boolean;
  /** The source that we read. Absent if an operator uploads the list. */
  pulled?: string;
  rows: readonly {
    line: number;
    /** Undefined if the row does not name an employee. */
    employeeId: string | undefined;
    /** The map ignores the row. Such a row may have no employee, or one that another row has, too. */
    isIgnored?: boolean;
  }[];
  /** Employees who must be in a whole list. */
  known: readonly string[];
  /** The last whole list of the source that was applied. */
  last: { rows: number; asOfMs: number } | undefined;
};

/** A whole list with fewer rows than this share of the last one is taken for an incomplete list. */
const leastShare = 0.9;
const maxFindings = 100;

/** All reasons to refuse a list. Without a finding, the list is planned. */
export function checkList(list: CheckedList, map: FieldMap): ListFinding[] {
  const { rows, expectRows, isWhole, isOfChanges = false } = list;
  const notIgnored = rows.filter(({ isIgnored = false }) => !isIgnored);
  const isEmpty = rows.length === 0 && !isOfChanges;
  return [
    ...lostColumns(list, map),
    isEmpty && { text: "The list has no rows." },
    expectRows !== undefined &&
      rows.length !== expectRows && {
        text: `The list has ${rows.length} rows, and ${expectRows} were expected.`,
      },
    ...(isWhole ? findingsOfWhole(list) : []),
    ...notIgnored.map(
      ({ line, employeeId }) =>
        employeeId === undefined && {
          line,
          text: "The row does not name an employee: the id must be 1 to 128 visible characters or spaces.",
        },
    ),
    ...repeatedIds(notIgnored),
  ]
    .filter((one) => one !== false)
    .slice(0, maxFindings);
}

function findingsOfWhole({
  rows,
  asOfMs,
  known,
  last,
  isCounted = false,
  pulled,
}: CheckedList): (ListFinding | false)[] {
  const command =
    pulled === undefined ? "" : `plans create --pull --source ${pulled} `;
  const ids = new Set(rows.map(({ employeeId }) => employeeId));
  // In a list of fewer than ten rows, one leaver is more than a tenth.
  const leastRows = last ? Math.min(last.rows * leastShare, last.rows - 1) : 0;
  return [
    last !== undefined &&
      rows.length < leastRows &&
      !isCounted && {
        text: `The list is said to be whole and has ${rows.length} rows. The last whole list that was applied has ${last.rows}, and less than ${leastShare * 100} % of it is taken for an incomplete list. If HR says that it is right, say so: ${command}--expect-rows ${rows.length}`,
      },
    last !== undefined &&
      asOfMs <= last.asOfMs && {
        text: "The list is not newer than the last whole list that was applied.",
      },
    ...known.map(
      (employeeId) =>
        !ids.has(employeeId) && {
          employeeId,
          text: "The entry of the source says that this employee is in every whole list.",
        },
    ),
  ];
}

function repeatedIds(rows: CheckedList["rows"]): ListFinding[] {
  const lines = new Map<string, number>();
  return rows.flatMap(({ line, employeeId }) => {
    if (employeeId === undefined) return [];
    const first = lines.get(employeeId);
    lines.set(employeeId, first ?? line);
    if (first === undefined) return [];
    const text = `The employee is in line ${first} too.`;
    return [{ line, employeeId, text }];
  });
}

/**
 * Columns that the map reads and the header does not have: the file is a wrong one, or a column was renamed. Of the
 * alternatives of a field, one column is enough.
 */
function lostColumns({ columns }: CheckedList, map: FieldMap): ListFinding[] {
  if (!columns) return [];
  const sources = [[map.type], ...Object.values(map.fields)];
  const lost = sources.flatMap((alternatives) => {
    const read = alternatives
      .flatMap(fieldSourcesOf)
      .filter(({ of }) => of === "item")
      .flatMap(({ from }) => pointerNamesOf(from).slice(0, 1));
    return read.some((column) => columns.includes(column)) ? [] : read;
  });
  return [...new Set(lost)].map((column) => ({
    column,
    text: "The field map reads this column, and the list does not have it.",
  }));
}
