import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { ShownPlan } from "../../../functions/lists/contract.ts";
import { hourMs } from "../../../shared/durations.ts";
import { effort } from "../../resilience/effort.ts";
import { type Row, rowOf, useLists } from "./lists-for-test.ts";

const lists = useLists({ graceDays: 3, listApprovalMax: 1_000 });

/** The state of an employee before the list, and what the list says. */
const anyEmployee = fc.record({
  /** How the platform and our store know the employee. */
  known: fc.constantFrom(
    "not at all",
    "person",
    "half a person",
    "employee",
    "suspended",
    "leaver",
    "left",
    "expected",
    "planned",
    "renamed",
    "hired again",
    "changed on the platform",
    "missing on the platform",
  ),
  says: fc.constantFrom("here", "gone", "away", "other", "nothing", "unknown"),
  job: fc.constantFrom("Engineer", "Lead"),
  newLogin: fc.boolean(),
  start: fc.constantFrom("", "2020-01-01", "2999-01-01"),
  last: fc.constantFrom("", "2020-02-01", "2999-12-31"),
  withEvent: fc.constantFrom(
    "",
    "terminated",
    "changed",
    "resumed",
    "cancelled",
  ),
  /** What HR says by an event between the plan and its apply. */
  meanwhile: fc.constantFrom("", "terminated", "changed", "renamed"),
});

type Said = [type: string, data: object];
const left: Said = ["terminated", { graceDays: 0 }];

/** What was said of the employee before the list. */
const before: Record<string, Said> = {
  suspended: ["suspended", {}],
  leaver: ["terminated", {}],
  left,
  planned: ["terminated", { lastDay: "2999-06-30" }],
  "hired again": left,
};
const withEvents: Record<string, Said> = {
  terminated: ["terminated", { lastDay: "2999-07-31" }],
  changed: ["changed", { title: "Boss" }],
  resumed: ["resumed", {}],
  cancelled: ["termination_cancelled", {}],
};

/** A plan that was not made has no rows of which something could be wrong. */
function requireRows({ status, counts }: ShownPlan, count: number): void {
  expect(status).toMatch(/^(planned|applied)$/);
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  expect(all).toBe(count);
}

let round = 0;
// The first plan of a source only links people.
beforeAll(async () => {
  const { plan, apply } = lists();
  await apply(await plan([rowOf({ id: "Q-0", status: "other" })]));
});

test(
  "plan, apply, plan gives only rows that are the same, pending, conflicts, missing or ignored",
  async () => {
    const { plan, apply, send, addPerson, advanceTime, idle } = lists();
    const { runUntilIdle, nowMs, kindsOf, platform } = lists();
    const { service } = lists().platformAuth;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEmployee, { minLength: 4, maxLength: 8 }),
        async (people) => {
          round++;
          const rows: Row[] = [];
          for (const [nth, one] of people.entries()) {
            const id = `Q-${round}-${nth}`;
            const login = id.toLowerCase();
            const { known } = one;
            if (known === "person" || known === "half a person")
              await addPerson(login);
            const hire = {
              employeeId: id,
              username: login,
              email: `${login}@example.com`,
              name: { givenName: `Zoe${id}`, familyName: "List" },
              title: "Engineer",
              ...(known === "expected" && { startDate: "2998-01-01" }),
            };
            const isHired = !["not at all", "person", "half a person"].includes(
              known,
            );
            if (isHired) await send("employee.hired", hire);
            await idle();
            const say = async (said?: Said) =>
              said &&
              send(`employee.${said[0]}`, { employeeId: id, ...said[1] });
            await say(before[known]);
            if (known === "renamed")
              await say(["changed", { username: `${login}-old` }]);
            await idle();
            if (known === "hired again") {
              await runUntilIdle();
              advanceTime(1_000);
              const startDate = new Date(nowMs()).toISOString();
              await send("employee.hired", { ...hire, startDate });
              await idle();
            }
            const person = platform.findPerson(login);
            if (person && known === "changed on the platform")
              await service.people.update(person.id, (before) => ({
                ...before,
                name: { ...before.name, givenName: "Other" },
              }));
            if (person && known === "missing on the platform")
              await service.people.remove(person.id);
            advanceTime(1_000);
            if (isHired) await say(withEvents[one.withEvent]);
            await idle();
            if (one.says === "nothing") continue;
            rows.push(
              rowOf({
                id,
                status: one.says,
                job: one.job,
                login: one.newLogin ? `${login}-n` : login,
                ...(known !== "half a person" &&
                  !one.newLogin && { mail: `${login}@example.com` }),
                start: one.start,
                last: one.last,
              }),
            );
          }
          if (rows.length === 0) return;
          await runUntilIdle();
          advanceTime(hourMs);
          const asOfMs = nowMs();
          const made = await plan(rows, { asOfMs });
          requireRows(made, rows.length);
          advanceTime(1_000);
          for (const [nth, { meanwhile, known }] of people.entries()) {
            const id = `Q-${round}-${nth}`;
            if (known === "not at all" || meanwhile === "") continue;
            const change =
              meanwhile === "renamed"
                ? { username: `${id.toLowerCase()}-x` }
                : { title: "Chief" };
            if (meanwhile === "terminated")
              await send("employee.terminated", { employeeId: id });
            else await send("employee.changed", { employeeId: id, ...change });
          }
          await idle();
          await apply(made);
          // An apply of links is followed by the changes of the people who are linked now.
          const secondAtMs = nowMs();
          const second = await plan(rows, { asOfMs: secondAtMs });
          requireRows(second, rows.length);
          await apply(second);
          const kinds = await kindsOf(made);
          const expectSettled = async (later: ShownPlan) => {
            requireRows(later, rows.length);
            for (const [id, kind] of Object.entries(await kindsOf(later)))
              expect(`${id}: ${kinds[id]}, and now ${kind}`).toMatch(
                /, and now (same|pending|conflict|ignored|missing)\b/,
              );
          };
          // Also before the events of the apply have run.
          await expectSettled(await plan(rows, { asOfMs: secondAtMs + 1 }));
          await runUntilIdle();
          advanceTime(hourMs);
          await expectSettled(await plan(rows));
        },
      ),
      {
        // The hire waits, and a change and an end follow: of the three operations under way, the hire is the oldest.
        examples: [
          [
            [
              {
                known: "expected",
                says: "gone",
                job: "Lead",
                newLogin: true,
                start: "",
                last: "2999-12-31",
                withEvent: "terminated",
                meanwhile: "",
              },
            ],
          ],
        ],
        numRuns: effort(3, 60),
        endOnFailure: true,
      },
    );
  },
  effort(90_000, 700_000),
);
