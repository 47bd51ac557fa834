import * as z from "zod";
import type {
  ListFinding,
  ShownRow,
} from "../../../functions/lists/contract.ts";
import { parseJson } from "../../../shared/parse-json.ts";
import { CommandError } from "../command-error.ts";
import { fromCsvCell } from "../output.ts";
import { fieldNames } from "./words.ts";
import { requireNoFindings, readList } from "./read-list.ts";

type Match = {
  row: ShownRow;
  match: NonNullable<ShownRow["matches"]>[number];
};

/** The columns of the file in which an operator decides: the operator fills the first one. */
export const unclearColumns: Record<
  string,
  (found: Match) => string | undefined
> = {
  link: () => "",
  employee: ({ row }) => row.employeeId,
  reason: ({ row }) => row.reason,
  name: ({ row }) => row.names?.row.name,
  username: ({ row }) => row.names?.row.username,
  email: ({ row }) => row.names?.row.email,
  person: ({ match }) => match.person,
  "person name": (found) => namesOfMatch(found)?.name,
  "person username": (found) => namesOfMatch(found)?.username,
  "person email": (found) => namesOfMatch(found)?.email,
  same: ({ match }) => fieldNames(match.agrees),
  other: ({ match }) => fieldNames(match.differs),
};

function namesOfMatch({ row: { names }, match: { person } }: Match) {
  return names?.persons[person];
}

export function matchesOf(row: ShownRow): Match[] {
  const { matches = [] } = row;
  return matches.map((match) => ({ row, match }));
}

/**
 * Reads which person (id) an employee (id) is: from JSON, or from the CSV file of `plans unclear`. There, "yes" in a
 * line says that the person of the line is the employee of the line.
 *
 * @throws CommandError that names each place
 */
export function readDecisions(
  file: string,
  bytes: Uint8Array,
): Record<string, string> {
  const json = z
    .record(z.string(), z.string())
    .safeParse(parseJson(Buffer.from(bytes).toString("utf8")));
  if (json.success) return json.data;
  const { columns: header = [], rows, findings } = readList(bytes);
  requireNoFindings(file, findings);
  if (!["link", "employee", "person"].every((name) => header.includes(name)))
    throw new CommandError(
      `${file} must be the CSV file of \`plans unclear\`, or a JSON object such as {"E-4711": "2042"}: the id of a person by the id of an employee.`,
    );
  const decided = new Map<string, string>();
  const wrong: ListFinding[] = [];
  for (const [line, cells] of rows) {
    const { link = "", employee = "", person = "" } = cellsSchema.parse(cells);
    const answer = link.trim().toLowerCase();
    if (answer === "" || answer === "no") continue;
    const employeeId = fromCsvCell(employee);
    if (answer !== "yes")
      wrong.push({ line, text: 'The column link has neither "yes" nor "no".' });
    else if (decided.has(employeeId))
      wrong.push({ line, employeeId, text: "Another line says yes, too." });
    else decided.set(employeeId, fromCsvCell(person));
  }
  requireNoFindings(file, wrong);
  return Object.fromEntries(decided);
}

const cellsSchema = z.object({
  link: z.string().optional(),
  employee: z.string().optional(),
  person: z.string().optional(),
});
