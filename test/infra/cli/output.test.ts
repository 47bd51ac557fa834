import { describe, expect, test } from "vitest";
import { rows } from "../../fixtures/rows.ts";
import { fromCsvCell, toCsvLine } from "../../../infra/cli/output.ts";
import { json, useCli } from "./cli-for-test.ts";
import { overviewWith, shownOperation } from "./operation-for-test.ts";

const cli = useCli();
const escape = "\u001B";
const operation = shownOperation("op_0123456789abcdefghijkl", {
  employeeId: "E-10001",
});
const list = ["operations", "list"];
const answer = () => json({ at: operation.createdAt, operations: [operation] });

/** The columns: where, the terminal, variables of the environment, whether there are colours. */
test.each(rows<[string, object, object, boolean]>`
  on a terminal               | ${{ columns: 200 }} | ${{}} | ${true}
  on a terminal with NO_COLOR | ${{ columns: 200 }} | ${{ NO_COLOR: "1" }} | ${false}
  in a pipe                   | ${{}} | ${{}} | ${false}
  in a pipe with FORCE_COLOR  | ${{}} | ${{ FORCE_COLOR: "1" }} | ${false}
`)(
  "a result has colours only on a terminal without NO_COLOR: %s",
  async (...row) => {
    const [, width, variables, hasColours] = row;
    const environment = { TERM: "xterm-256color", ...variables };
    const { output } = await cli().run(list, { answer, ...width, environment });
    expect(output).toContain("failed");
    expect(output.includes(`${escape}[31mfailed${escape}[39m`)).toBe(
      hasColours,
    );
    expect(output.includes(escape)).toBe(hasColours);
  },
);

describe("a table on a terminal", () => {
  const titlesAt = async (columns: number) => {
    const { output } = await cli().run(list, { answer, columns });
    for (const line of output.split("\n"))
      expect(line.length).toBeLessThanOrEqual(columns);
    expect(output).toContain(operation.id);
    return output.split("\n", 1)[0]?.trim().split(/ +/);
  };

  test.each([
    [140, "OPERATION TYPE EMPLOYEE STATUS REASON CREATED DUE WARNINGS VERBS"],
    [100, "OPERATION TYPE EMPLOYEE STATUS REASON CREATED"],
    [80, "OPERATION EMPLOYEE STATUS REASON"],
  ])(
    "is no wider than %i columns, and has these headings: %s",
    async (columns, titles) => {
      expect(await titlesAt(columns)).toEqual(titles.split(" "));
    },
  );

  test("shows the words of a text in several lines if it is too narrow", async () => {
    const hr = { name: "hr", scheme: "bearer", scopes: ["onboard"] };
    const overview = overviewWith({ callers: [{ ...hr, issue: "no-key" }] });
    const check = "callers check";
    const answerCheck = () => json(overview);
    const piped = await cli().run(check, answerCheck);
    const [, wide = ""] = piped.output.split("\n");
    const { output } = await cli().run(check, {
      answer: answerCheck,
      columns: 50,
    });
    const [table = ""] = output.split("Store the corrected");
    const lines = table.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(50);
    const words = (text: string) => text.split(/\s+/).filter(Boolean);
    expect(words(lines.slice(1).join(" "))).toEqual(words(wide));
  });
});

test("a pipe gets all columns, and --json all fields, also on a narrow terminal", async () => {
  const piped = await cli().run(list, answer);
  expect(piped.output).toMatch(
    /^OPERATION\s+TYPE\s+EMPLOYEE\s+STATUS\s+REASON\s+CREATED\s+DUE\s+WARNINGS\s+VERBS$/m,
  );
  const documents = await cli().run([...list, "--json"], {
    answer,
    columns: 40,
  });
  expect(documents.documents()).toEqual([operation]);
  const nothing = () => json({ at: operation.createdAt, operations: [] });
  expect((await cli().run([...list, "--json"], nothing)).output).toBe("");
});

test.each(["=1+1", "'=1", "''-1", "'name", "E-1", ""])(
  "the cell %j of an exported table is no formula, and is read back unchanged",
  (text) => {
    const cell = toCsvLine([text]).trimEnd();
    expect(cell).not.toMatch(/^[=+\-@]/);
    expect(fromCsvCell(cell)).toBe(text);
  },
);
