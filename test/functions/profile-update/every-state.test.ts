import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess({ graceDays: 7 });

const inDays = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString();

async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day++) await environment().passDays(1);
}

const said = (kind: string) => (employeeId: string) =>
  environment().say(kind, employeeId);
const hireAgain: Before = (employeeId) =>
  environment().hire(employeeId, { startDate: inDays(0) });
const leave = said("terminated");

type Before = (employeeId: string) => Promise<unknown>;

/** What happened between the hire and the change, and whether the person may sign in then. */
const states = rows<[string, Before[], boolean]>`
  in an open employment | ${[]} | ${true}
  in a suspension | ${[said("suspended")]} | ${false}
  after a suspension | ${[said("suspended"), said("resumed")]} | ${true}
  before a planned termination | ${[(employeeId) => environment().say("terminated", employeeId, { lastDay: inDays(9) })]} | ${true}
  in the grace period | ${[leave]} | ${false}
  after a cancelled termination | ${[leave, said("termination_cancelled")]} | ${true}
  after a rehire in the grace period | ${[() => passDays(1), leave, hireAgain]} | ${true}
  after a rehire that created the person anew | ${[leave, () => passDays(8), hireAgain]} | ${true}
`;

test.each(effort(states.slice(0, 2), states))(
  "a rename %s is applied, leaves the access as it is, and the employee leaves like any other",
  async (state, before, isEnabled) => {
    const { hire, say, personOf, platform } = environment();
    const employeeId = `S-${states.findIndex(([one]) => one === state)}`;
    await hire(employeeId, { title: "Engineer" });
    for (const step of before) await step(employeeId);
    const username = `${employeeId}-renamed`.toLowerCase();
    const email = `${username}@example.com`;
    const fields = { title: "Boss", username, email };
    const { status } = await say("changed", employeeId, fields);
    expect(status).toBe("succeeded");
    const person = await personOf(employeeId);
    expect(person).toMatchObject({
      emails: [{ value: email }],
      svc: {
        username,
        enabled: isEnabled,
        profile: expect.arrayContaining([
          { svc_label: "Title", value: "Boss" },
        ]),
      },
    });
    await leave(employeeId);
    await passDays(18);
    expect(platform.findPerson(username)).toBeUndefined();
    expect(platform.findPerson(employeeId.toLowerCase())).toBeUndefined();
  },
);
