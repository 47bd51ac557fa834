import { expect, test } from "vitest";
import {
  checkList,
  type CheckedList,
} from "../../../functions/lists/check-list.ts";
import { recordMapSchema } from "../../../shared/webhook/field-map/field-map.ts";
import { listMap } from "./lists-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const map = recordMapSchema.parse(listMap);
const ids = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    line: nth + 2,
    employeeId: `E-${nth}`,
  }));

const good: CheckedList = {
  columns: [
    "id",
    "status",
    "given",
    "family",
    "login",
    "mail",
    "job",
    "start",
    "last",
  ],
  isWhole: true,
  asOfMs: 2_000,
  expectRows: 100,
  rows: ids(100),
  known: ["E-7"],
  last: { rows: 110, asOfMs: 1_000 },
};

const ofFive = { known: [], last: { rows: 5, asOfMs: 1_000 } };

type Row = [title: string, findings: string[], changes: Partial<CheckedList>];

test.each<Row>([
  ...rows<Row>`
  a good list | ${[]} | ${{}}
  a list without a header | ${[]} | ${{ columns: undefined }}
  a list without a number of rows that is expected | ${[]} | ${{ expectRows: undefined }}
  a list without a row | ${["The list has no rows."]} | ${{ rows: [], expectRows: 0, isWhole: false }}
  a list with one row too few | ${["The list has 99 rows, and 100 were expected."]} | ${{ rows: ids(99) }}
  exactly 90 % of the last whole list | ${[]} | ${{ last: { rows: 111, asOfMs: 1_000 } }}
  less than 90 % of the last whole list | ${["The list is said to be whole and has 100 rows"]} | ${{ last: { rows: 112, asOfMs: 1_000 } }}
  as few rows, which an operator has counted | ${[]} | ${{ last: { rows: 112, asOfMs: 1_000 }, isCounted: true }}
  one leaver in a company of five | ${[]} | ${{ ...ofFive, rows: ids(4), expectRows: 4 }}
  two leavers in a company of five | ${["The list is said to be whole and has 3 rows"]} | ${{ ...ofFive, rows: ids(3), expectRows: 3 }}
  as few rows, and not said to be whole | ${[]} | ${{ last: { rows: 112, asOfMs: 1_000 }, isWhole: false }}
  the export of the last whole list again | ${["The list is not newer than the last whole list that was applied."]} | ${{ asOfMs: 1_000 }}
  an employee who is in every whole list | ${["E-200: The entry of the source says that this employee is in"]} | ${{ known: ["E-7", "E-200"] }}
`,
  [
    "a list without two of its columns",
    [
      "status: The field map reads this column",
      "job: The field map reads this column",
    ],
    { columns: ["id", "given", "family", "login", "mail", "start", "last"] },
  ],
  [
    "a row without an employee, and an employee twice",
    [
      "100: The row does not name an employee:",
      "101 E-3: The employee is in line 5 too.",
    ],
    {
      rows: [
        ...ids(98),
        { line: 100, employeeId: undefined },
        { line: 101, employeeId: "E-3" },
      ],
    },
  ],
])("the findings of %s: %j", (_title, expected, changes) => {
  const found = checkList({ ...good, ...changes }, map).map(
    ({ line, column, employeeId, text }) => {
      const place = [line, column, employeeId].filter(
        (one) => one !== undefined,
      );
      return place.length > 0 ? `${place.join(" ")}: ${text}` : text;
    },
  );
  expect(found).toHaveLength(expected.length);
  for (const [nth, text] of expected.entries())
    expect(found[nth]).toContain(text);
});

test("a list has at most a hundred findings", () => {
  const rows = ids(300).map(({ line }) => ({ line, employeeId: undefined }));
  const list = { ...good, rows, expectRows: 300, known: [] };
  expect(checkList(list, map)).toHaveLength(100);
});
