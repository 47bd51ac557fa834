/** By field: what HR systems call its column, as `simplify` writes it. Of several such columns, the first name wins. */
const namesOfFields: Record<string, string> = {
  "/employeeId":
    "employeeid employeenumber personnelnumber personnelno staffid id mitarbeiternummer personalnummer matricule",
  "/name/givenName": "firstname givenname forename vorname prenom",
  "/name/familyName": "lastname familyname surname nachname nom",
  "/username": "username login userid account samaccountname benutzername",
  "/email": "email workemail mail emailaddress emailadresse",
  "/title": "jobtitle title position function funktion",
  "/department": "department dept abteilung service",
  "/company": "company legalentity firma",
  "/location": "location office site standort",
  "/startDate": "startdate hiredate dateofjoining eintrittsdatum eintritt",
  "/lastDay":
    "lastday enddate terminationdate leavingdate austrittsdatum austritt",
};
const namesOfStatus = "status employmentstatus employeestatus state";

/** What a status means: the simplified values, by the type of the event. */
const meanings: Record<string, string> = {
  "employee.hired": "active employed current aktiv yes true 1",
  "employee.terminated":
    "terminated inactive left former leaver inaktiv no false 0",
  "employee.suspended":
    "leave onleave suspended absent parentalleave beurlaubt",
};

/**
 * Proposes a map by the names of the columns, and by the values of the column with the status. The notes say what the
 * operator must write or look at.
 */
export function proposeMap(
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
): { map: object; notes: string[] } {
  const columnOf = (names: string) =>
    names
      .split(" ")
      .map((name) => columns.find((column) => simplify(column) === name))
      .find((column) => column !== undefined);
  const notes: string[] = [];
  const fields: Record<string, unknown> = {};
  for (const [field, names] of Object.entries(namesOfFields)) {
    const column = columnOf(names);
    if (column === undefined) continue;
    fields[field] = pointerTo(column);
    if (field !== "/startDate" && field !== "/lastDay") continue;
    const noDate = valuesOf(column).find(
      (value) => value !== "" && !/^\d{4}-\d\d-\d\d/.test(value),
    );
    if (noDate !== undefined)
      notes.push(
        `"${column}" has "${noDate}", and not only dates such as 2026-01-31: say their form at each place, such as { "from": "${pointerTo(column)}", "date": "DD.MM.YYYY" }.`,
      );
  }
  for (const field of ["/employeeId", "/email", "/name/givenName"])
    if (!(field in fields))
      notes.push(`No column looks like ${field}: add it to "fields".`);
  const status = columnOf(namesOfStatus);
  const terminated = "employee.terminated";
  const hired = "employee.hired";
  const untilLastDay =
    "/lastDay" in fields
      ? {
          from: fields["/lastDay"],
          date: "YYYY-MM-DD",
          values: {
            // Beside a status that says "employed", a last day in the past belongs to an earlier employment.
            ...(status === undefined && { past: terminated }),
            today: terminated,
            future: terminated,
          },
          otherwise: hired,
        }
      : undefined;
  const employed = untilLastDay ?? hired;
  const types: Record<string, unknown> = {};
  if (status === undefined)
    notes.push(
      `No column looks like a status, so each row counts as employed${untilLastDay ? " until its last day" : ""}.`,
    );
  else
    for (const value of valuesOf(status)) {
      const type = typeOfStatus(value);
      if (type === undefined)
        notes.push(
          `"${status}" has the value "${value}": add it to "values", as ${JSON.stringify(employed)}, "employee.terminated", "employee.suspended", or null to ignore the row.`,
        );
      else types[value] = type === hired ? employed : type;
    }
  const unused = columns.filter(
    (column) =>
      column !== status && !Object.values(fields).includes(pointerTo(column)),
  );
  if (unused.length > 0) notes.push(`Not read: ${unused.join(", ")}.`);
  return {
    map: {
      type:
        status === undefined
          ? (untilLastDay ?? { value: hired })
          : { from: pointerTo(status), values: types },
      ...(Object.values(types).includes(terminated) && {
        leftWithoutLastDay: true,
      }),
      fields,
    },
    notes,
  };
}

function typeOfStatus(value: string): string | undefined {
  const word = simplify(value);
  return Object.keys(meanings).find((type) =>
    meanings[type]?.split(" ").includes(word),
  );
}

function simplify(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}

function pointerTo(column: string): string {
  return `/${column.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
