import { foldEmailAddress } from "../../shared/email-address.ts";
import { employeeIdSchema } from "../../shared/fields.ts";
import { foldCase } from "../../shared/fold-case.ts";
import { mapRecordAs, readMeaning } from "../events/map-record.ts";
import type { SentRow } from "./contract.ts";
import { readingOf, type RowContext } from "./row-context.ts";

/** The names of a row, which are searched among the people of the platform. */
export type RowNames = { username?: string; email?: string };

export type WhoIs = { employeeId: string; names: RowNames };

/** The employee of a row. Undefined if the row names none, or if the id is not valid. */
export function whoIs(
  [, record, , known]: SentRow,
  context: RowContext,
): WhoIs | undefined {
  if (known?.same !== undefined) return { employeeId: known.same, names: {} };
  const { map } = context.source;
  const { "/employeeId": id = [] } = map.fields;
  const read = readingOf(record, context);
  const onlyId = { ...map, fields: { "/employeeId": id } };
  const mapped = mapRecordAs(onlyId, "employee.resumed", read);
  const { employeeId: written } =
    "issues" in mapped ? {} : mapped.document.data;
  // The schema of events reads the id, so that an id means the same in a row as in an event.
  const { data: employeeId } = employeeIdSchema.safeParse(written);
  if (employeeId === undefined) return undefined;
  const { "/username": username = [], "/email": email = [] } = map.fields;
  const onlyNames = {
    ...map,
    fields: { "/username": username, "/email": email },
  };
  const named = mapRecordAs(onlyNames, "employee.hired", read);
  const said = "issues" in named ? {} : named.document.data;
  return {
    employeeId,
    names: {
      ...(isText(said["username"]) && { username: said["username"] }),
      ...(isText(said["email"]) && { email: said["email"] }),
    },
  };
}

/** Finds the names that two rows of employed people share. */
export function createNameCounter(context: RowContext) {
  const { map } = context.source;
  const once = new Set<string>();
  const twice = new Set<string>();
  return {
    add(rows: readonly SentRow[]): void {
      for (const row of rows) {
        const [, record, , known] = row;
        if (known?.same !== undefined) continue;
        const meant = readMeaning(map, readingOf(record, context));
        if (!meant || "issues" in meant) continue;
        if (meant.type === "employee.terminated" && !meant.isAhead) continue;
        for (const name of foldedNames(whoIs(row, context)))
          (once.has(name) ? twice : once).add(name);
      }
    },
    /** Creates the function that says whether two rows share a name of an employee. Names of one row are forgotten. */
    finish(): HasTwice {
      once.clear();
      return (who) => foldedNames(who).some((name) => twice.has(name));
    },
  };
}
export type HasTwice = (who: WhoIs | undefined) => boolean;

function foldedNames(who: WhoIs | undefined): string[] {
  const { username, email } = who?.names ?? {};
  return [
    ...(username === undefined ? [] : [`username ${foldCase(username)}`]),
    ...(email === undefined ? [] : [`email ${foldEmailAddress(email)}`]),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
