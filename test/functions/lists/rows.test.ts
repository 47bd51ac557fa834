import { beforeAll, expect, test } from "vitest";
import { hourMs } from "../../../shared/durations.ts";
import {
  acceptWith,
  newOperation,
} from "../../shared/store/operation-for-test.ts";
import {
  listCallers,
  listMap,
  type Row,
  rowOf,
  useLists,
} from "./lists-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

/** A source that may only hire. */
const hirer = { ...listCallers.file, keys: ["token-of-the-hirer-0001"] };
/** A source whose usernames are the e-mail addresses. */
const twin = {
  ...listCallers.file,
  keys: ["token-of-the-twin-00001"],
  list: {
    map: { ...listMap, fields: { ...listMap.fields, "/username": "/mail" } },
  },
};
const lists = useLists({
  protectedUsernames: ["root"],
  graceDays: 7,
  callers: { hirer: { ...hirer, scopes: ["onboard"] }, twin },
});

const employees = [
  rowOf({ id: "H-1", start: "2020-01-01" }),
  rowOf({ id: "H-2", start: "2020-01-01" }),
  rowOf({ id: "H-3", start: "2020-01-01" }),
];
const leaver = rowOf({ id: "H-4", start: "2020-01-01" });
let listedAtMs = 0;

/** Three employees, a leaver in the grace period, and people whom we do not know. */
beforeAll(async () => {
  const { plan, apply, addPerson, advanceTime, nowMs } = lists();
  const { send, runUntilIdle, store } = lists();
  for (const username of ["root", "free", "other", "by-mail"])
    await addPerson(username);
  // The first plan of a source only links people, so it has a row that is ignored.
  await apply(await plan([rowOf({ id: "H-0", status: "other" })]));
  advanceTime(hourMs);
  await apply(await plan([...employees, leaver]));
  await runUntilIdle();
  advanceTime(hourMs);
  listedAtMs = nowMs();
  await apply(await plan([{ ...leaver, status: "gone" }]));
  advanceTime(hourMs);
  // Another sender changes a title, later than the list of `listedAtMs`.
  await send("employee.changed", { employeeId: "H-3", title: "Director" });
  await runUntilIdle();
  // The execution of this hire was lost, so it has said nothing yet.
  const lost = { employeeId: "H-lost", eventAtMs: listedAtMs };
  await acceptWith(store, newOperation("lost", lost), { data: {} });
});

const tomorrow = () => lists().dateIn(1);

type Changes = Partial<Row> & { id: string };

type ListedRow = Changes | (() => Changes);

test.each(rows<[title: string, kind: string, ListedRow, fields?: string[]]>`
  nothing new | same | ${{ id: "H-1" }}
  a space after the id | same | ${{ id: "H-1 ", given: "ZoeH-1", login: "h-1", mail: "h-1@example.com", start: "2020-01-01" }}
  another title | change | ${{ id: "H-1", job: "Lead" }} | ${["/title"]}
  a formula is text | change | ${{ id: "H-1", job: '=HYPERLINK("http://x")' }} | ${["/title"]}
  another username | rename | ${{ id: "H-1", login: "h-one" }} | ${["/username"]}
  username and address in the wrong columns | conflict: record-invalid | ${{ id: "H-1", login: "h-1@example.com", mail: "h-1" }} | ${["#/mail"]}
  given and family name in the wrong columns | change | ${{ id: "H-1", given: "List", family: "ZoeH-1" }} | ${["/name/givenName", "/name/familyName", "/name/formatted"]}
  the names of another employee | conflict: name-of-another | ${{ id: "H-1", login: "h-2" }} | ${["/username"]}
  the address of another person | conflict: name-of-another | ${{ id: "H-1", mail: "free@example.com" }} | ${["/email"]}
  a status that the map does not know | conflict: record-invalid | ${{ id: "H-1", status: "gone fishing" }}
  no status at all | conflict: record-invalid | ${{ id: "H-1", status: "" }}
  a day that does not exist | conflict: record-invalid | ${{ id: "H-1", status: "gone", last: "2026-02-30" }}
  an employee who has left | end | ${{ id: "H-1", status: "gone" }}
  an employee who leaves tomorrow | end | ${() => ({ id: "H-1", status: "gone", last: tomorrow() })}
  an employee who is away | suspend | ${{ id: "H-1", status: "away" }}
  a status that the map ignores | ignored | ${{ id: "H-1", status: "other" }}
  a leaver who is still gone | pending | ${{ id: "H-4", status: "gone" }}
  a leaver who is back | resume | ${{ id: "H-4" }}
  a leaver who comes again tomorrow | rehire | ${() => ({ id: "H-4", start: tomorrow() })}
  a new employee | create | ${{ id: "H-5" }}
  a new employee whose address belongs to a person | conflict: match-unclear | ${{ id: "H-5", mail: "by-mail@example.com" }}
  a new employee with the address of an employee | conflict: name-of-another | ${{ id: "H-5", mail: "h-2@example.com" }}
  an employee with another id | conflict: other-id | ${{ id: "H-22", login: "h-2", mail: "h-2@example.com" }}
  a person whom we do not know | adopt | ${{ id: "H-6", login: "free", mail: "free@example.com" }}
  two people whom we do not know | conflict: match-unclear | ${{ id: "H-6", login: "free", mail: "other@example.com" }}
  a protected person | conflict: person-protected | ${{ id: "H-6", login: "root", mail: "root@example.com" }}
  a leaver whose hire by another sender has not run yet | end | ${{ id: "H-lost", status: "gone" }}
  an unknown leaver without a person | ignored | ${{ id: "H-7", status: "gone" }}
  an unknown leaver who has a person | conflict: left-with-person | ${{ id: "H-7", login: "free", mail: "free@example.com", status: "gone" }}
`)("%s: %s", async (_title, expected, changes, fields) => {
  const { plan, rowsOf, request } = lists();
  const known = [...employees, leaver];
  const { id, ...others } = typeof changes === "function" ? changes() : changes;
  const row = {
    ...(known.find((one) => one.id === id) ?? rowOf({ id })),
    ...others,
  };
  const made = await plan([row]);
  const [planned] = await rowsOf(made);
  const { kind, reason } = planned!;
  expect(reason === undefined ? kind : `${kind}: ${reason}`).toBe(expected);
  if (fields) expect(planned?.fields).toEqual(fields);
  await request("POST", `/${made.id}/stop`);
});

test("a column that two wrong fields come from is named once", async () => {
  const { plan, rowsOf } = lists();
  const wrong = rowOf({ id: "H-9", mail: "no address \u0000" });
  const [row] = await rowsOf(await plan([wrong], { source: "twin" }));
  expect(row).toMatchObject({ reason: "record-invalid", fields: ["#/mail"] });
});

test("an old export overrides no later statement", async () => {
  const { plan, kindsOf } = lists();
  const old = { asOfMs: listedAtMs };
  const row = { ...employees[2]!, job: "Trainee" };
  expect(await kindsOf(await plan([row], old))).toEqual({ "H-3": "same" });
  // It was said after the export that the employee has left.
  const back = await plan([leaver], { asOfMs: listedAtMs - 1 });
  expect(await kindsOf(back)).toEqual({ "H-4": "pending" });
});

test("two employees with swapped names are two conflicts", async () => {
  const { plan, kindsOf } = lists();
  const [one, other] = [employees[0]!, employees[1]!];
  const made = await plan([
    { ...one, login: "h-2", mail: "h-2@example.com" },
    { ...other, login: "h-1", mail: "h-1@example.com" },
  ]);
  expect(await kindsOf(made)).toEqual({
    "H-1": "conflict: name-of-another",
    "H-2": "conflict: name-of-another",
  });
});

test("new employees with one address are conflicts, even one who leaves tomorrow, but no leaver counts", async () => {
  const { plan, kindsOf } = lists();
  const mail = "shared@example.com";
  const made = await plan(
    [
      rowOf({ id: "H-10", mail }),
      rowOf({ id: "H-11", mail: mail.toUpperCase() }),
      rowOf({ id: "H-14", mail, status: "gone", last: tomorrow() }),
      rowOf({ id: "H-12", mail: "once@example.com" }),
      rowOf({ id: "H-13", mail: "once@example.com", status: "gone" }),
    ],
    { chunkRows: 1 }, // In a step of its own, a row must see the others.
  );
  expect(await kindsOf(made)).toEqual({
    "H-10": "conflict: name-twice",
    "H-11": "conflict: name-twice",
    "H-12": "create",
    "H-13": "ignored",
    "H-14": "conflict: name-twice",
  });
});

test("two ways to write one id are one employee, and an invisible character is refused with its line", async () => {
  const { plan } = lists();
  const ids = ["Jos\u00e9", "Jose\u0301 ", "H-30\u200b"];
  const made = await plan(ids.map((id) => rowOf({ id })));
  expect(made).toMatchObject({
    status: "refused",
    findings: [
      { line: 4, text: expect.stringMatching("does not name an employee") },
      { line: 3, employeeId: ids[0], text: expect.stringMatching("line 2") },
    ],
  });
});

test("an operator decides which person an employee is", async () => {
  const { plan, kindsOf, apply, platform, store } = lists();
  const person = platform.findPerson("by-mail");
  const row = rowOf({ id: "H-8", login: "eight", mail: "by-mail@example.com" });
  const made = await plan([row], { matches: { "H-8 ": person!.id } }); // A space at the end of an id does not count.
  expect(await kindsOf(made)).toEqual({ "H-8": "adopt" });
  expect(await apply(made)).toMatchObject({ accepted: 1, skipped: 0 });
  expect(await store.employees.get("H-8")).toMatchObject({
    state: "active",
    personID: person!.id,
  });
  expect(await kindsOf(await plan([row]))).toEqual({ "H-8": "rename" });
  // It can also be a person who has neither the username nor the address of the row.
  const other = platform.findPerson("other");
  const stranger = [rowOf({ id: "H-9", login: "nine" })];
  const decided = await plan(stranger, { matches: { "H-9": other!.id } });
  expect(await kindsOf(decided)).toEqual({ "H-9": "adopt" });
  expect(await apply(decided)).toMatchObject({ accepted: 1 });
  expect((await store.employees.get("H-9"))?.personID).toBe(other!.id);
});

test("a row is a conflict if its source lacks the scope of the event", async () => {
  const { plan, kindsOf, addPerson } = lists();
  await addPerson("here-before");
  const known = rowOf({ id: "H-20", login: "here-before" });
  const first = await plan([known], { source: "hirer" });
  expect(await kindsOf(first)).toEqual({ "H-20": "conflict: scope-missing" });
  const rows = [{ ...employees[0]!, status: "gone" }, rowOf({ id: "H-21" })];
  expect(await kindsOf(await plan(rows, { source: "hirer" }))).toEqual({
    "H-1": "conflict: scope-missing",
    "H-21": "create",
  });
});
