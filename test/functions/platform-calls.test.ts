import { describe, expect, test } from "vitest";
import { sampleAvatar } from "../../infra/local/sample/hire.ts";
import {
  type Company,
  dayMs,
  hireOf,
  useCompany,
} from "../fixtures/company.ts";

/**
 * How many calls an operation makes to the platform when all goes well. Each of them is a request that somebody else's
 * servers answer, and counts against their limit: more of them is a change to think about.
 */
const company = useCompany();

const tasks = [1, 2, 3, 4, 5].map((day) => ({
  subject: `Task ${day}`,
  dueInDays: day,
}));
const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };

/** What the platform is asked meanwhile, sorted, for independent calls overlap; the shared login is not counted. */
async function callsOf(
  work: (company: Company) => Promise<unknown>,
): Promise<string[]> {
  const { journal } = company().platform;
  const from = journal.length;
  await work(company());
  return journal
    .slice(from)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => call !== "POST /login")
    .toSorted();
}

const hire = (employeeId: string, changes: object = {}) => {
  const event = hireOf(employeeId, { tasks: [], ...changes });
  return company().tell("employee.hired", event);
};
const look = "GET /people/{personID}";
const write = "PUT /people/{personID}";

describe("an onboarding", () => {
  test("makes one call for the person, two for a face and one for each task", async () => {
    const calls = await callsOf(() => hire("CALLS-1", { avatar, tasks }));
    expect(calls).toEqual(
      [
        "POST /people",
        ...tasks.map(() => "POST /people/{personID}/tasks"),
        "POST /people/{personID}/images",
        "POST /profileImages/temporary",
      ].toSorted(),
    );
    expect(calls).toHaveLength(8);
  });

  test("that is delivered again makes none", async () => {
    const data = hireOf("CALLS-2", { tasks: [] });
    const options = { atMs: company().nowMs(), delivery: "calls-twice" };
    const tell = () => company().tell("employee.hired", data, options);
    await tell();
    expect(await callsOf(tell)).toEqual([]);
  });
});

describe("an offboarding", () => {
  test("looks, deletes, and looks again", async () => {
    await hire("CALLS-3");
    const calls = await callsOf(({ tell }) =>
      tell("employee.terminated", { employeeId: "CALLS-3" }),
    );
    expect(calls).toEqual(["DELETE /people/{personID}", look, look]);
  });

  test("with grace makes three calls to disable, and three more when the grace is over", async () => {
    await hire("CALLS-4");
    const leaving = await callsOf(({ tell }) =>
      tell("employee.terminated", { employeeId: "CALLS-4", graceDays: 7 }),
    );
    expect(leaving).toEqual([look, look, write]);

    company().pass(7 * dayMs + 1);
    const gone = await callsOf(({ due }) => due());
    expect(gone).toEqual(["DELETE /people/{personID}", look, look]);
  });
});

describe("a status", () => {
  const say = (employeeId: string, text: string, more: object = {}) =>
    callsOf(({ tell }) => tell("status.set", { employeeId, text, ...more }));

  test("reads and writes", async () => {
    await hire("CALLS-5");
    expect(await say("CALLS-5", "In a meeting")).toEqual([look, write]);
  });

  test("that is there already is only read", async () => {
    await hire("CALLS-6");
    await say("CALLS-6", "In a meeting");
    expect(await say("CALLS-6", "In a meeting")).toEqual([look]);
  });

  test("that ends takes as many calls again to bring the earlier one back", async () => {
    await hire("CALLS-7");
    const expiresAt = new Date(company().nowMs() + dayMs).toISOString();
    expect(await say("CALLS-7", "Away", { expiresAt })).toEqual([look, write]);

    company().pass(dayMs + 1);
    expect(await callsOf(({ due }) => due())).toEqual([look, write]);
  });
});
