import { expect, test } from "vitest";
import {
  listCallers,
  rowOf,
  tokens,
  useLists,
} from "../../../functions/lists/lists-for-test.ts";
import { opsToken } from "../../../../infra/local/credentials.ts";
import { answerOf, useCli } from "../cli-for-test.ts";

const lists = useLists({ callers: listCallers });
const cli = useCli();

type Row = ReturnType<typeof rowOf>;
const header = "id;status;given;family;login;mail;job;start;last";
const csvOf = (rows: readonly Row[]) => {
  const columns = header.split(";") as (keyof Row)[];
  const lines = rows.map((row) =>
    columns.map((name) => row[name] ?? "").join(";"),
  );
  return [header, ...lines, ""].join("\r\n");
};

/** Runs a command as an operator, against the real API. */
async function run(words: string, key: string = opsToken, typed?: string) {
  await cli().file("config.json", {
    profiles: { test: { origin: "https://api.example.com", key } },
  });
  return cli().run(words, {
    ...(typed !== undefined && { typed }),
    answer: answerOf(lists),
  });
}

const planOf = (output: string) => /plan_[\w-]+/.exec(output)?.[0] ?? "";

test("an operator uploads a file, another one approves it, and the first one applies it", async () => {
  const { addPerson, store, runUntilIdle } = lists();
  await addPerson("c-1");
  const people = [rowOf({ id: "C-1" }), rowOf({ id: "C-2" })];
  const file = await cli().file("people.csv", csvOf(people));
  const options = "--source file --whole --as-of 2026-11-20T08:00:00Z";

  const made = await run(`plans create ${file} ${options}`);
  expect(made.exitCode).toBe(0);
  expect(made.output).toContain("it only links people");
  expect(made.output).toMatch(/KIND +ROWS +TO APPLY\n/);
  expect(made.output).toMatch(/create +1\n/);
  expect(made.output).toMatch(/\n\nAnother operator approves it: /);
  expect(made.output).toContain("The first plan of a source only links people");
  const id = planOf(made.output);
  // The operator who has uploaded the list cannot approve it.
  const own = await run(`plans approve ${id} --yes`);
  expect(own.exitCode).toBe(1);
  expect(own.errors).toContain("Only another caller");
  const approved = await run(`plans approve ${id} --yes`, tokens.lead);
  expect(approved.output).toContain("is approved. Apply it");
  const applied = await run(`plans apply ${id} --yes`);
  expect(applied.output).toContain(
    `${id} is applied: rows accepted: 1, skipped: 0.`,
  );
  expect(applied.exitCode).toBe(0);
  const shown = await run(`plans show ${id}`);
  expect(shown.output).toMatch(/rows +accepted: 1, skipped: 0\n/);
  await runUntilIdle();
  expect((await store.employees.get("C-1"))?.state).toBe("active");
});

test("an operator reads the rows of a plan, another one approves it after a question, and a plan that is stopped cannot be applied", async () => {
  const { apply, plan } = lists();
  // The first plan of a source creates no person, so it comes before the plan of this test.
  await apply(await plan([rowOf({ id: "N-0" })], { source: "payroll" }));
  const file = await cli().file("new.csv", csvOf([rowOf({ id: "N-1" })]));
  const made = await run(
    `plans create ${file} --source payroll --expect-rows 1 --json`,
  );
  expect(made.documents()).toMatchObject([
    { status: "planned", counts: { create: 1 } },
  ]);
  const [{ id }] = made.documents() as [{ id: string }];
  const listed = await run("plans list");
  expect(listed.output).toMatch(/plan_\S+ +payroll +planned +1/);
  const rows = await run(`plans rows ${id} --kind create --json`);
  expect(rows.documents()).toEqual([
    { line: 2, employeeId: "N-1", kind: "create", events: ["employee.hired"] },
  ]);
  const unknown = await run(`plans rows ${id} --reason match-unclaer`);
  expect(unknown.errors).toContain("did you mean match-unclear?");
  const asked = await run(`plans approve ${id} --json`, tokens.lead, "y");
  expect(asked.documents()).toMatchObject([{ id, status: "approved" }]);
  expect(asked.errors).toMatch(/create +1 +1\n[^]+ Approve plan_/);
  const stopped = await run(`plans stop ${id} --yes`);
  expect(stopped.output).toContain("is stopped");
  const late = await run(`plans apply ${id} --yes`);
  expect(late.exitCode).toBe(1);
  expect(late.errors).toContain("The plan is stopped.");
});

test("a list that is not as it must be is refused with every place", async () => {
  const rows = [rowOf({ id: "R-1" }), rowOf({ id: "R-1" }), rowOf({ id: "" })];
  const file = await cli().file("twice.csv", csvOf(rows));
  const { exitCode, errors } = await run(
    `plans create ${file} --source file --expect-rows 4`,
  );
  expect(exitCode).toBe(1);
  expect(errors).toContain("Nothing is planned.");
  expect(errors).toContain("The list has 3 rows, and 4 were expected.");
  expect(errors).toContain(
    "line 3, employee R-1: The employee is in line 2 too.",
  );
  expect(errors).toContain(
    "line 4: The row does not name an employee: the id must be 1 to 128 visible characters or spaces.",
  );
});

test("each bad row of a file is a line of the plan, and the rows beside it are planned; a file that is cut off is refused", async () => {
  const rows = [
    // Lines 2 to 4: a quoted cell with quotes and line ends.
    rowOf({ id: "B-1", job: '"Head of ""R\n&\nD"""' }),
    rowOf({ id: "B-6", login: "b-6@example.com", mail: "b-6" }),
    rowOf({ id: "B-7", job: "x".repeat(1_000_000) }),
  ];
  const file = await cli().file("bad.csv", csvOf(rows));
  const made = await run(`plans create ${file} --source known --json`);
  const [{ id }] = made.documents() as [{ id: string }];
  const shown = await run(`plans rows ${id} --json`);
  expect(shown.documents()).toMatchObject([
    { line: 2, employeeId: "B-1", kind: "create" },
    { line: 5, employeeId: "B-6", kind: "conflict", reason: "record-invalid" },
    { line: 6, employeeId: "B-7", kind: "conflict", reason: "cell-too-long" },
  ]);
  expect((await run(`plans show ${id}`)).output).toContain(
    "record-invalid: The row does not fit",
  );
  const cut = await cli().file("half.csv", csvOf(rows).slice(0, 250));
  const refused = await run(`plans create ${cut} --source known`);
  expect(refused.errors).toMatch(/line \d+: .*The file may be cut off/);
});

test("an operator decides in a table; plans show has the values of a row, and plans create has not", async () => {
  const { addPerson, platform } = lists();
  await addPerson("d-1");
  const { id: person = "" } = platform.findPerson("d-1") ?? {};
  const rows = [
    rowOf({ id: "D-1", mail: "else@example.com" }),
    rowOf({ id: "D-2" }),
  ];
  const file = await cli().file("unclear.csv", csvOf(rows));
  const made = await run(`plans create ${file} --source known`);
  const id = planOf(made.output);
  expect(made.output).toContain(`${person} (same username; other email`);
  expect(made.output).toContain("decide about 1 row in a table");
  expect(made.output).not.toContain("else@example.com");
  expect((await run(`plans show ${id}`)).output).toContain(
    "ZoeD-1 List, d-1, else@example.com",
  );
  const table = (await run(`plans unclear ${id}`)).output;
  expect(table.split("\r\n")).toEqual([
    "\uFEFFlink,employee,reason,name,username,email,person,person name,person username,person email,same,other",
    expect.stringMatching(
      `^,D-1,match-unclear,ZoeD-1 List,d-1,else@example.com,${person},.*,d-1,d-1@example.com,username,"email, `,
    ),
    "",
  ]);
  const decide = async (text: string) =>
    run(`plans decide ${id} ${await cli().file("decided.csv", text)}`);
  expect((await decide(table.replace("\n,", "\nperhaps,"))).errors).toContain(
    'line 2: The column link has neither "yes" nor "no".',
  );
  const twice = table.replace(/\n(,.*\r\n)/, "\nyes$1yes$1");
  expect((await decide(twice)).errors).toContain("line 3, employee D-1");
  const yes = table.replace("\n,", "\nyes,");
  expect((await decide(yes.replace("D-1", "1"))).errors).toContain(
    "has no row to decide about 1.",
  );
  expect((await decide("name;mail\nA;b\n")).errors).toContain(
    "must be the CSV file of `plans unclear`",
  );
  const decided = await decide(yes.replaceAll(",", ";"));
  expect(decided.errors).toBe("");
  expect(decided.output).toMatch(/adopt +1 +1/);
});

test("a source without a list in its entry is refused before the upload", async () => {
  const file = await cli().file("people.csv", csvOf([rowOf({ id: "R-1" })]));
  const { exitCode, errors } = await run(`plans create ${file} --source hr`);
  expect(exitCode).toBe(1);
  expect(errors).toContain("must be a caller whose entry has a list");
});

test.each([
  "Employee ID,First name,Email,Status,Shoe\nE-1,A,a@example.com,Active,42\n",
  // The first row leaves out what is empty.
  '{"Employee ID":"E-1","First name":"A","Status":"Active"}\n{"Email":"a@example.com","Status":"Active","Shoe":42}\n',
])("maps propose prints the entry of a caller for %j", async (text) => {
  const file = await cli().file("hr.csv", text);
  const { output, errors, exitCode } = await run(`maps propose ${file}`);
  expect(exitCode).toBe(0);
  expect(JSON.parse(output)).toMatchObject({
    "hr-file": {
      list: {
        map: {
          type: { from: "/Status", values: { Active: "employee.hired" } },
          fields: { "/employeeId": "/Employee ID", "/email": "/Email" },
        },
      },
    },
  });
  expect(errors).toBe("Not read: Shoe.\n");
});
