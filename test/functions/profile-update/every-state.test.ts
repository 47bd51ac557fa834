import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { hireOf } from "../../fixtures/hire.ts";
import { effort } from "../../resilience/effort.ts";
import { dayMs } from "../../../shared/durations.ts";

const environment = useInProcess({ graceDays: 7 });

const inDays = (days: number) =>
  new Date(environment().nowMs() + days * dayMs).toISOString();

async function send(type: string, data: { employeeId: string }) {
  environment().advanceTime(1_000);
  const operation = await environment().sendAndWait(`employee.${type}`, data);
  return operation.status;
}

async function passDays(days: number): Promise<void> {
  const { advanceTime, runScheduler } = environment();
  for (let day = 0; day < days; day++) {
    advanceTime(dayMs);
    await runScheduler();
  }
}

type Before = (employeeId: string) => Promise<unknown>;

const leave: Before = (employeeId) => send("terminated", { employeeId });

/** What happened between the hire and the change, and whether the person may sign in then. */
const states: [string, Before, boolean][] = [
  ["in an open employment", async () => undefined, true],
  ["in a suspension", (employeeId) => send("suspended", { employeeId }), false],
  [
    "after a suspension",
    async (employeeId) => {
      await send("suspended", { employeeId });
      await send("resumed", { employeeId });
    },
    true,
  ],
  [
    "before a planned termination",
    (employeeId) =>
      send("terminated", { employeeId, lastDay: inDays(9) } as never),
    true,
  ],
  ["in the grace period", leave, false],
  [
    "after a cancelled termination",
    async (employeeId) => {
      await leave(employeeId);
      await send("termination_cancelled", { employeeId });
    },
    true,
  ],
  [
    "after a rehire in the grace period",
    async (employeeId) => {
      await passDays(1);
      await leave(employeeId);
      await send("hired", hireOf(employeeId, { startDate: inDays(0) }));
    },
    true,
  ],
  [
    "after a rehire that created the person anew",
    async (employeeId) => {
      await leave(employeeId);
      await passDays(8);
      await send("hired", hireOf(employeeId, { startDate: inDays(0) }));
    },
    true,
  ],
];

test.each(effort(states.slice(0, 2), states))(
  "a rename %s is applied, leaves the access as it is, and the employee leaves like any other",
  async (state, before, isEnabled) => {
    const { personOf, platform } = environment();
    const employeeId = `S-${states.findIndex(([one]) => one === state)}`;
    await send("hired", hireOf(employeeId, { title: "Engineer" }));
    await before(employeeId);
    const username = `${employeeId}-renamed`.toLowerCase();
    const email = `${username}@example.com`;
    const fields = { title: "Boss", username, email };
    expect(await send("changed", { employeeId, ...fields })).toBe("succeeded");
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
