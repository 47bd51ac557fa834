import { beforeAll, expect, test } from "vitest";
import { hourMs } from "../../../shared/durations.ts";
import { effort } from "../../resilience/effort.ts";
import { type Row, rowOf, useLists } from "./lists-for-test.ts";

const lists = useLists({ graceDays: 3 });

const situations = [
  "nobody",
  "person",
  "half a person",
  "employee",
  "employee of another",
  "suspended",
  "suspended by another",
  "leaver",
  "leaver of another",
  "expected",
] as const;
const statuses = ["here", "gone", "away", "other", "blank"] as const;
type Case = {
  situation: (typeof situations)[number];
  status: (typeof statuses)[number];
  hasNewTitle: boolean;
  hasNewLogin: boolean;
};

/** What a row comes to, written down without any of our code: by what the list says, and then by who it is. */
function expected({ situation, status, hasNewTitle, hasNewLogin }: Case) {
  if (status === "other") return "ignored";
  if (status === "blank") return "conflict";
  const isUnknown = ["nobody", "person", "half a person"].includes(situation);
  // The person has the username of the row only if that is not a new one. Half a person has another address.
  const agrees = [
    situation === "person" || situation === "half a person"
      ? !hasNewLogin
      : false,
    situation === "person" ? !hasNewLogin : false,
  ];
  if (isUnknown && status !== "here")
    return agrees.every(Boolean) ? "conflict" : "ignored";
  if (isUnknown && agrees.every(Boolean)) return "adopt";
  if (isUnknown) return agrees.some(Boolean) ? "conflict" : "create";
  const hasChange = hasNewLogin ? "rename" : hasNewTitle ? "change" : undefined;
  switch (status) {
    case "here":
      // No caller takes back what another one said.
      return situation === "suspended" || situation === "leaver"
        ? "resume"
        : hasChange;
    case "gone":
      return situation.startsWith("leaver") ? undefined : "end";
    case "away":
      // Who leaves today can be absent today.
      return situation.startsWith("suspended") ? undefined : "suspend";
  }
}

const all = situations.flatMap((situation) =>
  statuses.flatMap((status) =>
    [false, true].flatMap((hasNewTitle) =>
      [false, true].map((hasNewLogin): Case & { row: Row } => {
        const id = `O-${situations.indexOf(situation)}-${status}-${Number(hasNewTitle)}${Number(hasNewLogin)}`;
        const login = id.toLowerCase();
        return {
          situation,
          status,
          hasNewTitle,
          hasNewLogin,
          row: rowOf({
            id,
            status: status === "blank" ? "" : status,
            login: hasNewLogin ? `${login}-new` : login,
            ...(situation === "half a person" && {
              mail: `${login}@else.example.com`,
            }),
            ...(hasNewTitle && { job: "Lead" }),
            ...(situation === "expected" && { start: "2999-01-01" }),
          }),
        };
      }),
    ),
  ),
);
/** A third has each combination of two of the four. */
const cases = effort(
  all.filter((_, nth) => nth % 3 === 0),
  all,
);

beforeAll(async () => {
  const { plan, apply, addPerson, send, advanceTime, runUntilIdle } = lists();
  const before = (row: Row): Row => ({
    ...row,
    status: "here",
    login: row.id.toLowerCase(),
    mail: `${row.id.toLowerCase()}@example.com`,
    job: "Engineer",
  });
  const of = (...wanted: Case["situation"][]) =>
    cases
      .filter(({ situation }) => wanted.includes(situation))
      .map(({ row }) => before(row));
  await apply(await plan([rowOf({ id: "O-0", status: "other" })]));
  for (const { id } of of("person", "half a person"))
    await addPerson(id.toLowerCase());
  await apply(
    await plan(
      of(
        "employee",
        "suspended",
        "suspended by another",
        "leaver",
        "leaver of another",
        "expected",
      ),
    ),
  );
  for (const { id, login = "", mail = "", given = "" } of of(
    "employee of another",
  ))
    await send("employee.hired", {
      employeeId: id,
      username: login,
      email: mail,
      name: { givenName: given, familyName: "List" },
      title: "Engineer",
    });
  await runUntilIdle();
  advanceTime(hourMs);
  const now = [
    ...of("suspended").map((row) => ({ ...row, status: "away" })),
    ...of("leaver").map((row) => ({ ...row, status: "gone" })),
  ];
  const made = await plan(now);
  await apply(made);
  for (const { id } of of("suspended by another"))
    await send("employee.suspended", { employeeId: id });
  for (const { id } of of("leaver of another"))
    await send("employee.terminated", { employeeId: id });
  await runUntilIdle();
  advanceTime(hourMs);
}, 120_000);

test("each row of all situations comes to what a second decision of it says", async () => {
  const { plan, kindsOf } = lists();
  const made = await plan(cases.map(({ row }) => row));
  const kinds = await kindsOf(made);
  const told = cases.map(({ row, ...one }) => ({
    ...one,
    kind: kinds[row.id],
  }));
  const wrong = told.filter(({ kind = "", ...one }) => {
    const is = kind.replace(/:.*/, "");
    const wanted = expected(one);
    return wanted === undefined
      ? !["same", "pending"].includes(is)
      : is !== wanted;
  });
  expect(wrong).toEqual([]);
});
