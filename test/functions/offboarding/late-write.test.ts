import { expect, test } from "vitest";
import { useInProcess } from "../../environments/in-process.ts";
import { minuteMs } from "../../../shared/durations.ts";
import { passingTime } from "../../resilience/outages/passing-time.ts";
import { rows } from "../../fixtures/rows.ts";

const environment = useInProcess({ graceDays: 7 });

const path = "/people/{personID}";

/**
 * Sets a status whose first write gets no answer, and takes effect only after this number of later requests. The second
 * attempt reads, writes and reads the person, so three of them are its own.
 */
async function setStatusThatArrivesLate(
  employeeId: string,
  afterRequests: number,
): Promise<void> {
  const { hire, platform, sendAndWait } = environment();
  await hire(employeeId);
  platform.faults.add({
    kind: "late-effect",
    method: "PUT",
    path,
    times: 1,
    afterRequests,
  });
  const status = { employeeId, text: "Here" };
  expect((await sendAndWait("status.set", status)).status).toBe("succeeded");
}

const { pass } = passingTime(environment);

/** Terminates. Resolves to the operation, the methods of all calls for the person, and the access of the person. */
async function terminate(employeeId: string) {
  const { say, noteCalls, personOf, store } = environment();
  const calls = noteCalls();
  const { id } = await say("terminated", employeeId);
  await pass(5 * minuteMs);
  const left = await store.operations.get(id);
  const methods = calls()
    .filter((call) => call.endsWith(path))
    .map((call) => call.split(" ")[0]);
  const { enabled, visible } = (await personOf(employeeId))?.svc ?? {};
  return { left, methods, enabled, visible };
}

// The termination checks its write, and then whether the person is as wanted.
const later = ["GET", "GET"];

test.each(rows<[when: string, afterRequests: number, methods: string[]]>`
  before its own write | ${4} | ${["GET", "PUT", "GET", ...later]}
  after its own write | ${5} | ${["GET", "PUT", "GET", "PUT", ...later]}
  after it has looked at the person again | ${6} | ${["GET", "PUT", "GET", ...later, "PUT"]}
`)(
  "a termination keeps the person disabled when a late write of a status arrives %s",
  async (_when, afterRequests, expected) => {
    const employeeId = `L-${afterRequests}`;
    await setStatusThatArrivesLate(employeeId, afterRequests);
    const { left, methods, enabled, visible } = await terminate(employeeId);
    expect(left).toMatchObject({ status: "waiting", phase: "grace" });
    expect({ enabled, visible }).toEqual({ enabled: false, visible: false });
    expect(methods).toEqual(expected);
  },
);
