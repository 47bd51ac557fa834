import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { hourMs } from "../../../shared/durations.ts";
import { effort } from "../../resilience/effort.ts";
import { type Row, rowOf, useLists } from "./lists-for-test.ts";

const lists = useLists({ graceDays: 3, listApprovalMax: 1_000 });

/** What can be the case of an employee before the list, and what the list says. */
const person = fc.record({
  /** How the platform and our store know them. */
  known: fc.constantFrom(
    "nobody",
    "person",
    "half a person",
    "employee",
    "suspended",
    "leaver",
    "left",
    "expected",
    "planned",
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
});

let round = 0;
beforeAll(async () => {
  const { plan, apply } = lists();
  await apply(await plan([rowOf({ id: "Q-0", status: "other" })]));
});

test(
  "plan, apply, plan gives only rows that are the same, pending, conflicts, missing or ignored",
  async () => {
    const { plan, apply, send, addPerson, advanceTime, idle } = lists();
    const { runUntilIdle, nowMs, kindsOf } = lists();
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 4, maxLength: 8 }),
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
            const isHired = !["nobody", "person", "half a person"].includes(
              known,
            );
            if (isHired) await send("employee.hired", hire);
            await idle();
            if (known === "suspended")
              await send("employee.suspended", { employeeId: id });
            if (known === "leaver")
              await send("employee.terminated", { employeeId: id });
            if (known === "left")
              await send("employee.terminated", {
                employeeId: id,
                graceDays: 0,
              });
            if (known === "planned")
              await send("employee.terminated", {
                employeeId: id,
                lastDay: "2999-06-30",
              });
            await idle();
            advanceTime(1_000);
            const { withEvent } = one;
            if (isHired && withEvent === "terminated")
              await send("employee.terminated", {
                employeeId: id,
                lastDay: "2999-07-31",
              });
            if (isHired && withEvent === "changed")
              await send("employee.changed", { employeeId: id, title: "Boss" });
            if (isHired && withEvent === "resumed")
              await send("employee.resumed", { employeeId: id });
            if (isHired && withEvent === "cancelled")
              await send("employee.termination_cancelled", { employeeId: id });
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
          await apply(made);
          // An apply of links is followed by the changes of the people who are linked now.
          const second = await plan(rows, { asOfMs: asOfMs + 1 });
          await apply(second);
          // Also before the events of the apply have run.
          const kinds = await kindsOf(await plan(rows, { asOfMs: asOfMs + 2 }));
          const before = await kindsOf(made);
          for (const [id, kind] of Object.entries(kinds))
            expect([id, before[id], kind.replace(/:.*/, "")]).toEqual([
              id,
              before[id],
              expect.stringMatching(
                /^(same|pending|conflict|ignored|missing)$/,
              ),
            ]);
          await runUntilIdle();
          advanceTime(hourMs);
          const later = await kindsOf(await plan(rows));
          for (const [id, kind] of Object.entries(later))
            expect([id, before[id], kind.replace(/:.*/, "")]).toEqual([
              id,
              before[id],
              expect.stringMatching(
                /^(same|pending|conflict|ignored|missing)$/,
              ),
            ]);
        },
      ),
      {
        // A change and an end of an employee whose hire waits: the hire is the older one of what is under way.
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
              },
            ],
          ],
        ],
        numRuns: effort(6, 60),
        endOnFailure: true,
      },
    );
  },
  effort(90_000, 700_000),
);
