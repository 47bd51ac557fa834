import { expect, test } from "vitest";
import { shownOperationSchema } from "../../../functions/operations/contract.ts";
import { sampleAvatar } from "../../../infra/sample/hire.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { hireEvent } from "../../fixtures/hire.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess();

/** The answer to `GET /operations/{id}` when no execution runs any more. */
async function showWhenIdle(answer: Response) {
  await environment().idle();
  const path = answer.headers.get("location") ?? "";
  const shown = await environment().ask("GET", path);
  return shownOperationSchema.parse(await shown.json());
}

test("a hire becomes a person with avatar and tasks, and the result has the links to the person", async () => {
  const { data } = hireEvent("E-1", { startDate: "2026-11-02" });
  const answer = await environment().send("employee.hired", data);
  expect(answer.status).toBe(202);
  expect(answer.headers.get("location")).toMatch(
    /^\/operations\/op_[\w-]{22}$/,
  );
  const operation = await showWhenIdle(answer);
  expect(operation).toMatchObject({ status: "succeeded", warnings: [] });
  const { personID = "", refs } = operation.result ?? {};
  expect(refs).toMatchObject({
    self: expect.stringContaining(`/people/${personID}`),
    html: expect.stringContaining("/people/user.e-1"),
  });
  const { people, images } = environment().platformAuth.service;
  expect(await people.get(personID)).toMatchObject({
    displayName: "Zoë Lindqvist",
    emails: [{ value: "e-1@example.com", svc_label: "Email", primary: true }],
    svc: { username: "user.e-1", enabled: true, visible: true },
  });
  const { bytes, contentType } = await images.avatar(personID);
  expect(Buffer.from(sampleAvatar).equals(bytes)).toBe(true);
  expect(contentType).toBe("image/png");

  const { platform } = environment();
  const due = platform.tasksOf(personID).map((t) => [t.subject, t.dueAtMs]);
  expect(Object.fromEntries(due)).toEqual({
    "Complete your profile": Date.parse("2026-11-03T12:00:00Z"),
    "Meet your team": Date.parse("2026-11-05T12:00:00Z"),
    "Read the on-call handbook": Date.parse("2026-12-18T12:00:00Z"),
  });
  // A task can only be created with the password of its owner, so the person creates all three.
  const createdByPerson = platform.journal.filter(
    ({ path, requester, applied }) =>
      applied && path.endsWith("/tasks") && requester === "user.e-1",
  );
  expect(createdByPerson).toHaveLength(3);
});

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
