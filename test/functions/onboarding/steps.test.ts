import { expect, test } from "vitest";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess();

const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };
const tasks = [{ subject: "Meet your team", dueInDays: 1 }];

/** The price of an execution counts its steps, so a hire has no step without work. */
test.each(rows<[title: string, data: object, extraSteps: string[]]>`
  the person alone | ${{ tasks: [] }} | ${[]}
  a face | ${{ tasks: [], avatar }} | ${["upload avatar", "attach avatar"]}
  tasks | ${{ tasks }} | ${["seed tasks"]}
  streams | ${{ tasks: [], streams: ["Incidents"] }} | ${["seed streams"]}
  an account in chat | ${{ tasks: [], identities: { slack: "T1:U2" } }} | ${["link identities"]}
  everything | ${{ tasks, avatar, streams: ["Incidents"], identities: { slack: "T1:U1" } }} | ${["upload avatar", "seed tasks", "seed streams", "attach avatar", "link identities"]}
`)(
  "a hire with %s takes only the steps that it needs",
  async (what, more, extraSteps) => {
    const { status, steps } = await environment().hire(
      `S-${what.replaceAll(" ", "-")}`,
      more,
    );
    expect(status).toBe("succeeded");
    expect(Object.keys(steps).toSorted()).toEqual(
      ["start", "create person", ...extraSteps].toSorted(),
    );
  },
);

test.each([
  ["no identities", {}, []],
  [
    "an account in chat",
    { identities: { slack: "T1:U3" } },
    // `record` frees the employee before the accounts are linked.
    ["record", "link identities"],
  ],
])(
  "an adoption with %s takes only the steps that it needs",
  async (what, more, extraSteps) => {
    const username = what.replaceAll(" ", ".");
    await environment().addPerson(username);
    const { status, steps } = await environment().say(
      "adopted",
      `S-${username}`,
      { username, email: `${username}@example.com`, ...more },
    );
    expect(status).toBe("succeeded");
    expect(Object.keys(steps).toSorted()).toEqual(
      ["start", "find person", "say", ...extraSteps].toSorted(),
    );
  },
);
