import { expect, test } from "vitest";
import { sampleAvatar } from "../../infra/sample/hire.ts";
import { createHttp } from "../../shared/community/http.ts";
import { type InProcess, useInProcess } from "../environments/in-process.ts";
import { hireOf, tasksOf } from "../fixtures/hire.ts";
import { rows } from "../fixtures/rows.ts";

/**
 * The requests of a workflow to our table and to the engine, in order. Each is a round trip that a person waits for,
 * and a part of a cold start. A higher number needs a decision (docs/decisions/0012-fewer-requests.md).
 */
const environment = useInProcess();
const http = createHttp();
/** Each call to the platform waits for the other calls of its round. */
const inRounds = useInProcess({
  http: async (request) => {
    await meet(request.url.pathname);
    return http(request);
  },
});
const limited = useInProcess({ callsPerSecond: 100 });

const checkpoint = "checkpoint";
const avatar = { base64: Buffer.from(sampleAvatar).toString("base64") };

/** The write that shows the progress of a step. The step does not wait for it. */
const isProgress = (id: string, input: string) =>
  id.startsWith("operation#") &&
  input.includes('"steps"') &&
  !input.includes('"history"');

/**
 * The requests of the workflows while `work` runs, as command and kind of item.
 *
 * @param options.kills - which checkpoint, from 1, kills the invocation after it is stored
 */
async function requestsOf(
  work: () => Promise<unknown>,
  { kills, on = environment() }: { kills?: number; on?: InProcess } = {},
): Promise<string[]> {
  const { partFailures, platform } = on;
  const requests: string[] = [];
  let checkpoints = 0;
  let journalFrom = platform.journal.length;
  const note = (request: string) => {
    for (const { method, path } of platform.journal.slice(journalFrom))
      requests.push(`${method} ${path}`);
    journalFrom = platform.journal.length;
    requests.push(request);
  };
  partFailures.workflowTable = (command, id, input) => {
    const kind = id.split("#")[0] ?? "";
    if (!isProgress(id, input))
      note(`${command.replace(/(Item)?Command$/, "")} ${kind}`.trim());
    return false;
  };
  partFailures.kill = () => {
    note(checkpoint);
    return ++checkpoints === kills ? "after" : undefined;
  };
  try {
    await work();
  } finally {
    partFailures.workflowTable = undefined;
    partFailures.kill = undefined;
  }
  return requests.filter((request) => request !== "POST /login");
}

const look = "GET /people/{personID}";
const before = (call: string, requests: string[]) =>
  requests.slice(0, requests.indexOf(call));

const hire = (employeeId: string, changes: object = {}) =>
  environment().sendAndWait(
    "employee.hired",
    hireOf(employeeId, { tasks: [], ...changes }),
  );

/** How a hire takes the employee. */
const claim = [
  "Update operation",
  checkpoint,
  "Get employee",
  "Update employee",
  checkpoint,
  checkpoint,
];

test.each([
  [
    "with a start date",
    "OWN-1",
    () => ({ startDate: environment().dateIn(0) }),
  ],
  ["without a start date", "OWN-2", () => ({})],
])(
  "a hire %s makes six requests before it creates the person",
  async (_what, employeeId, changes) => {
    const requests = await requestsOf(() => hire(employeeId, changes()));
    expect(before("POST /people", requests)).toEqual(claim);
  },
);

test("a hire under a rate limit counts its calls without another read of its data", async () => {
  const requests = await requestsOf(
    () => limited().sendAndWait("employee.hired", hireOf("OWN-L")),
    { on: limited() },
  );
  const made = before("POST /people", requests);
  expect(made).toContain("Update operation");
  expect(made).not.toContain("Get operation");
});

test("a hire whose invocation dies after the claim reads the employee and its data again", async () => {
  const requests = await requestsOf(() => hire("OWN-3"), { kills: 2 });
  expect(before("POST /people", requests)).toEqual([
    ...claim,
    "Get employee",
    "Get operation",
  ]);
});

test("a hire creates its tasks without another read, and attaches its image after one", async () => {
  const tasks = [{ subject: "Read", dueInDays: 1 }];
  const requests = await requestsOf(() => hire("OWN-4", { avatar, tasks }));
  const created = requests.slice(requests.lastIndexOf("Put person"));
  const made = before("POST /people/{personID}/tasks", created);
  // How many checkpoints there are, and the order, depend on which of the parallel steps ends first.
  expect(made.filter((request) => request !== checkpoint).toSorted()).toEqual([
    "Get employee",
    "POST /profileImages/temporary",
    "Put person",
    "Update employee",
  ]);
});

test("a hire ends with two writes in order, also with an image", async () => {
  const requests = await requestsOf(() => hire("OWN-5", { avatar }));
  const attached = requests.indexOf("POST /people/{personID}/images");
  expect(requests.slice(attached + 1)).toEqual([
    checkpoint,
    "Update employee",
    checkpoint,
    "Update operation",
    checkpoint,
  ]);
});

test.each(rows<[title: string, type: string, data: object, requests: string]>`
  a termination makes ten requests, with those of the disable limit, | employee.terminated | ${{}} | Update operation, checkpoint, Get employee, Update employee, Get disable-limit, Query, Update disable-limit, checkpoint, checkpoint, Update employee
  a change makes seven requests | employee.changed | ${{ title: "Lead" }} | Update operation, checkpoint, Get employee, Update employee, checkpoint, checkpoint, Update employee
  a status makes five requests | status.set | ${{ text: "In a meeting" }} | Update operation, checkpoint, checkpoint, checkpoint, Update employee
`)("%s before it asks the platform", async (_title, type, data, expected) => {
  const employeeId = `OWN-${type}`;
  await hire(employeeId);
  const requests = await requestsOf(() =>
    environment().sendAndWait(type, { employeeId, ...data }),
  );
  // The query counts the active employees.
  expect(before(look, requests).join(", ")).toBe(expected);
});

/** How many calls each of the next rounds has. */
const rounds: number[] = [];
const waiting: PromiseWithResolvers<void>[] = [];

/**
 * Holds a call to the platform until all calls of its round are there, to show that they are parallel. A call without
 * the others goes on after a second, and its round stays in the list. A login is no part of a round.
 */
async function meet(path: string): Promise<void> {
  const [size] = rounds;
  if (size === undefined || path === "/login") return;
  const arrival = Promise.withResolvers<void>();
  waiting.push(arrival);
  if (waiting.length === size) {
    rounds.shift();
    for (const { resolve } of waiting.splice(0)) resolve();
  }
  const timer = setTimeout(() => {
    waiting.splice(waiting.indexOf(arrival), 1);
    arrival.resolve();
  }, 1_000);
  await arrival.promise;
  clearTimeout(timer);
}

test("a hire with an image and five tasks is two round trips: two calls together, and then six", async () => {
  rounds.push(2, 6);
  const hired = await inRounds().sendAndWait(
    "employee.hired",
    hireOf("OWN-6", { avatar, tasks: tasksOf(5) }),
  );
  expect(hired.status).toBe("succeeded");
  expect(rounds).toEqual([]);
});
