import { expect, test } from "vitest";
import type { SentRow } from "../../../../functions/lists/contract.ts";
import { packRows } from "../../../../functions/lists/pack-rows.ts";
import { proposeMap } from "../../../../infra/cli/lists/propose-map.ts";
import { findIssues } from "../../../../infra/cli/secrets/check-secret.ts";
import { readList } from "../../../../infra/cli/lists/read-list.ts";
import { unpackChunk } from "../../../../functions/lists/plan-values.ts";
import { rows } from "../../../fixtures/rows.ts";

const utf8 = (text: string) => Buffer.from(text);
const long = "x".repeat(1_000_000);

/** Title, bytes of the file, and its rows: the line, the cells, and the columns whose cell is too long. */
test.each(rows<[string, Uint8Array, unknown]>`
  commas | ${utf8("id,name\nE-1,Zoë\n")} | ${[[2, { id: "E-1", name: "Zoë" }, []]]}
  a mark of the byte order | ${utf8("\uFEFFid\nE-1\n")} | ${[[2, { id: "E-1" }, []]]}
  semicolons | ${utf8("id;name\nE-1;A, B\n")} | ${[[2, { id: "E-1", name: "A, B" }, []]]}
  tabs | ${utf8("id\tname\nE-1\tA\n")} | ${[[2, { id: "E-1", name: "A" }, []]]}
  empty lines | ${utf8("id\n\nE-1\n")} | ${[[3, { id: "E-1" }, []]]}
  a formula, which is text | ${utf8('id,name\nE-1,"=1+1"\n')} | ${[[2, { id: "E-1", name: "=1+1" }, []]]}
  a cell of a megabyte | ${utf8(`id,name\nE-1,${long}\n`)} | ${[[2, { id: "E-1" }, ["name"]]]}
  dangerous names | ${utf8('{"id":"E-1","__proto__":{"id":"E-2"}}')} | ${[[1, JSON.parse('{"id":"E-1","__proto__":{"id":"E-2"}}'), []]]}
  lines of Windows, and no end of the last line | ${utf8("id,name\r\nE-1,A\r\nE-2,B")} | ${[
    [2, { id: "E-1", name: "A" }, []],
    [3, { id: "E-2", name: "B" }, []],
  ]}
  quotes, and a line end in a cell | ${utf8('id,name\nE-1,"A ""B""\nC"\nE-2,D\n')} | ${[
    [2, { id: "E-1", name: 'A "B"\nC' }, []],
    [4, { id: "E-2", name: "D" }, []],
  ]}
  JSON, one row a line | ${utf8('{"id":"E-1","job":{"title":"A"}}\n\n{"id":"E-2"}\n')} | ${[
    [1, { id: "E-1", job: { title: "A" } }, []],
    [3, { id: "E-2" }, []],
  ]}
`)("reads %s", (_, bytes, expected) => {
  const list = readList(bytes);
  expect(list.findings).toEqual([]);
  expect(list.rows).toEqual(expected);
});

test.each(rows<[string, Uint8Array, string[]]>`
  an empty file | ${utf8(" \n")} | ${["The file is empty."]}
  UTF-16 | ${Buffer.from("\uFEFFid\nE-1", "utf16le")} | ${["The file is UTF-16."]}
  UTF-16 without a mark | ${Buffer.from("id\nE-1", "utf16le")} | ${["The file is UTF-16."]}
  Latin-1 | ${Buffer.from("id,name\nE-1,A\nE-2,Zoë", "latin1")} | ${["3: The file is not UTF-8: it is probably Windows-1252"]}
  a file that is cut off in a row | ${utf8("id,name\nE-1,A\nE-2")} | ${["3: The row has 1 cells, and the header has 2."]}
  a file that is cut off in a quote | ${utf8('id,name\nE-1,"A\nE-2,B')} | ${["A quote does not end"]}
  rows with a cell too many, all at once | ${utf8("id,name\nE-1,A,B\nE-2,C\nE-3,D,E\n")} | ${["2: The row has 3 cells", "4: The row has 3 cells"]}
  a column twice, and one without a name | ${utf8("id,name,id,\nE-1,A,B,C\n")} | ${["id: The header has this column twice.", "1: The header has a column without a name."]}
  a JSON array | ${utf8('[\n  {"id":"E-1"}\n]\n')} | ${["The file is one JSON document."]}
  a JSON object with the rows in it | ${utf8('{ "people": [\n  {"id":"E-1"},\n{"id":"E-2"}\n] }\n')} | ${["The file is one JSON document."]}
  JSON that is cut off | ${utf8('{"id":"E-1"}\n{"id":"E-')} | ${["2: The line is not a JSON object."]}
`)("refuses %s", (_, bytes, expected) => {
  const found = readList(bytes).findings.map(
    ({ line, column, text }) => `${column ?? line ?? ""}: ${text}`,
  );
  expect(found).toHaveLength(expected.length);
  for (const [nth, text] of expected.entries())
    expect(found[nth]).toContain(text);
});

test("packs rows into parts of at most 500 rows, and of fewer rows if they are large", () => {
  const repeat = (cells: Record<string, unknown>, count: number) =>
    Array.from({ length: count }, (_, nth): SentRow => [nth + 1, cells, []]);
  const many = repeat({ id: "E-1" }, 1_200);
  const large = repeat({ text: "é".repeat(5_000) }, 60);
  const sizes = [...packRows(many)].map((one) => unpackChunk(one).length);
  expect(sizes).toEqual([500, 500, 200]);
  expect([...packRows(large)].flatMap(unpackChunk)).toEqual(large);
  expect([...packRows(large)].length).toBe(2);
  expect([...packRows([])]).toEqual([]);
});

test("proposes a map by the names of columns and the values of the status, and says what is missing", () => {
  const columns = [
    "Employee ID",
    "First Name",
    "Work/Email",
    "Employment Status",
    "End Date",
    "Shoe size",
  ];
  const values: Record<string, string[]> = {
    "Employment Status": ["Active", "Terminated", "On Leave", "Contractor"],
    "End Date": ["", "31.12.2026"],
  };
  const { map, notes } = proposeMap(columns, (column) => values[column] ?? []);
  expect(map).toEqual({
    type: {
      from: "/Employment Status",
      values: {
        Active: {
          from: "/End Date",
          date: "YYYY-MM-DD",
          values: {
            today: "employee.terminated",
            future: "employee.terminated",
          },
          otherwise: "employee.hired",
        },
        Terminated: "employee.terminated",
        "On Leave": "employee.suspended",
      },
    },
    leftWithoutLastDay: true,
    fields: {
      "/employeeId": "/Employee ID",
      "/name/givenName": "/First Name",
      "/email": "/Work~1Email",
      "/lastDay": "/End Date",
    },
  });
  expect(notes.join("\n")).toContain('the value "Contractor"');
  expect(notes.join("\n")).toContain('"End Date" has "31.12.2026"');
  expect(notes.join("\n")).toContain("Not read: Shoe size");
});

const untilLastDay = {
  from: "/End date",
  values: { past: "employee.terminated", future: "employee.terminated" },
  otherwise: "employee.hired",
};
test.each(rows<[string, string, string, object]>`
  a last day and no status | End date | 2026-12-31 | ${untilLastDay}
  a list with neither | Shoe size | 42 | ${{ value: "employee.hired" }}
  a last day of the employed only | Status,End date | Active,2026-12-31 | ${{ from: "/Status" }}
`)("proposes an entry that can be stored for %s", (_, more, cells, type) => {
  const list = readList(
    utf8(`ID,First name,Email,${more}\nE-1,A,a@x.org,${cells}\n`),
  );
  const { map } = proposeMap(list.columns ?? [], (column) =>
    list.rows.map(([, row]) => String(row[column])),
  );
  const entry = {
    scheme: "bearer",
    keys: ["x".repeat(43)],
    scopes: ["onboard", "adopt", "offboard", "update"],
    list: { map },
  };
  expect(map).toMatchObject({ type });
  expect(findIssues("callers", { "hr-file": entry })).toEqual([]);
});
