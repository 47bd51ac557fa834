import { beforeAll, expect, test } from "vitest";
import { dayMs, hourMs } from "../../../shared/durations.ts";
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

/** It may hire, and nothing else. */
const hirer = { ...listCallers.file, keys: ["token-of-the-hirer-0001"] };
/** The username is the e-mail address. */
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

/** Three employees, a leaver in the grace period, and people whom we do not know. */
const employees = [
  rowOf({ id: "H-1", start: "2020-01-01" }),
  rowOf({ id: "H-2", start: "2020-01-01" }),
  rowOf({ id: "H-3", start: "2020-01-01" }),
];
const leaver = rowOf({ id: "H-4", start: "2020-01-01" });
let listedAtMs = 0;

beforeAll(async () => {
  const { plan, apply, addPerson, advanceTime, nowMs } = lists();
  const { send, runUntilIdle, store } = lists();
  for (const username of ["root", "free", "other", "half"])
    await addPerson(username);
  await apply(await plan([rowOf({ id: "H-0", status: "other" })]));
  advanceTime(hourMs);
  await apply(await plan([...employees, leaver]));
  await runUntilIdle();
  advanceTime(hourMs);
  listedAtMs = nowMs();
  await apply(await plan([{ ...leaver, status: "gone" }]));
  advanceTime(hourMs);
  // A caller of its own says the same person's next title, later than an old export.
  await send("employee.changed", { employeeId: "H-3", title: "Director" });
  await runUntilIdle();
  // The execution of this hire was lost, so it has said nothing yet.
  const lost = { employeeId: "H-lost", eventAtMs: listedAtMs };
  await acceptWith(store, newOperation("lost", lost), { data: {} });
});

const tomorrow = () =>
  new Date(lists().nowMs() + dayMs).toISOString().slice(0, 10);

type Changes = Partial<Row> & { id: string };

test.each(rows<[string, Changes | (() => Changes), string, string[]?]>`
  nothing new | ${{ id: "H-1" }} | same
  a space after the id | ${{ id: "H-1 ", given: "ZoeH-1", login: "h-1", mail: "h-1@example.com", start: "2020-01-01" }} | same
  another title | ${{ id: "H-1", job: "Lead" }} | change | ${["/title"]}
  a formula is text | ${{ id: "H-1", job: '=HYPERLINK("http://x")' }} | change | ${["/title"]}
  another username | ${{ id: "H-1", login: "h-one", mail: "h-1@example.com" }} | rename | ${["/username"]}
  username and address in the wrong columns | ${{ id: "H-1", login: "h-1@example.com", mail: "h-1" }} | conflict: record-invalid | ${["#/mail"]}
  given and family name in the wrong columns | ${{ id: "H-1", given: "List", family: "ZoeH-1" }} | change | ${["/name/givenName", "/name/familyName", "/name/formatted"]}
  the names of another employee | ${{ id: "H-1", login: "h-2" }} | conflict: name-of-another | ${["/username"]}
  the address of another person | ${{ id: "H-1", login: "h-1", mail: "free@example.com" }} | conflict: name-of-another | ${["/email"]}
  a status that the map does not know | ${{ id: "H-1", status: "gone fishing" }} | conflict: record-invalid
  no status at all | ${{ id: "H-1", status: "" }} | conflict: record-invalid
  a day that does not exist | ${{ id: "H-1", status: "gone", last: "2026-02-30" }} | conflict: record-invalid
  has left | ${{ id: "H-1", status: "gone" }} | end
  leaves tomorrow | ${() => ({ id: "H-1", status: "gone", last: tomorrow() })} | end
  is away | ${{ id: "H-1", status: "away" }} | suspend
  the map ignores them | ${{ id: "H-1", status: "other" }} | ignored
  a leaver who is gone | ${{ id: "H-4", status: "gone" }} | pending
  a leaver who is back | ${{ id: "H-4" }} | resume
  a leaver who comes again tomorrow | ${() => ({ id: "H-4", start: tomorrow() })} | rehire
  a new employee | ${{ id: "H-5" }} | create
  a new employee whose address has a person | ${{ id: "H-5", mail: "half@example.com" }} | conflict: match-unclear
  a new employee with the address of an employee | ${{ id: "H-5", mail: "h-2@example.com" }} | conflict: name-of-another
  an employee with another id | ${{ id: "H-22", login: "h-2", mail: "h-2@example.com" }} | conflict: other-id
  a person whom we do not know | ${{ id: "H-6", login: "free", mail: "free@example.com" }} | adopt
  two people whom we do not know | ${{ id: "H-6", login: "free", mail: "other@example.com" }} | conflict: match-unclear
  a protected person | ${{ id: "H-6", login: "root", mail: "root@example.com" }} | conflict: person-protected
  a leaver whose hire by another sender has not run yet | ${{ id: "H-lost", status: "gone" }} | end
  somebody who has left, and is nobody | ${{ id: "H-7", status: "gone" }} | ignored
  somebody who has left, and is somebody | ${{ id: "H-7", login: "free", mail: "free@example.com", status: "gone" }} | conflict: left-with-person
`)("%s", async (_, changes, expected, fields) => {
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

test("an old export overrides no later word", async () => {
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

test("new employees with one address are conflicts, also one who leaves later, and a leaver is none", async () => {
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
    { chunkRows: 1 },
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
  const half = platform.findPerson("half");
  const row = rowOf({ id: "H-8", login: "eight", mail: "half@example.com" });
  const made = await plan([row], { matches: { "H-8 ": half!.id } });
  expect(await kindsOf(made)).toEqual({ "H-8": "adopt" });
  expect(await apply(made)).toMatchObject({ accepted: 1, skipped: 0 });
  expect(await store.employees.get("H-8")).toMatchObject({
    state: "active",
    personID: half!.id,
  });
  expect(await kindsOf(await plan([row]))).toEqual({ "H-8": "rename" });
  // Also for a person who has neither name.
  const other = platform.findPerson("other");
  const stranger = [rowOf({ id: "H-9", login: "nine" })];
  const decided = await plan(stranger, { matches: { "H-9": other!.id } });
  expect(await kindsOf(decided)).toEqual({ "H-9": "adopt" });
  expect(await apply(decided)).toMatchObject({ accepted: 1 });
  expect((await store.employees.get("H-9"))?.personID).toBe(other!.id);
});

test("a row is a conflict if its source lacks the scope of the event", async () => {
  const { plan, kindsOf, addPerson, approve } = lists();
  await addPerson("here-before");
  const known = rowOf({ id: "H-20", login: "here-before" });
  const first = await plan([known], { source: "hirer" });
  expect(await kindsOf(first)).toEqual({ "H-20": "conflict: scope-missing" });
  await approve(first);
  const rows = [{ ...employees[0]!, status: "gone" }, rowOf({ id: "H-21" })];
  expect(await kindsOf(await plan(rows, { source: "hirer" }))).toEqual({
    "H-1": "conflict: scope-missing",
    "H-21": "create",
  });
});
