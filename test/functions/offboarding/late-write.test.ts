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

/** The calls for the person of the termination, and whether the late write has arrived among them. */
async function terminate(employeeId: string) {
  const { say, platform, personOf, store } = environment();
  const from = platform.journal.length;
  const { id } = await say("terminated", employeeId);
  await pass(5 * minuteMs);
  const left = await store.operations.get(id);
  const methods = platform.journal
    .slice(from)
    .filter((one) => one.path === path)
    .map(({ method }) => method);
  const { enabled, visible } = (await personOf(employeeId))?.svc ?? {};
  return { left, methods, enabled, visible };
}

function putsSince(from: number): number {
  return environment()
    .platform.journal.slice(from)
    .filter(({ method }) => method === "PUT").length;
}

// It looks what became of its write, and then whether the person is as wanted.
const later = ["GET", "GET"];

test.each(rows<[string, number, unknown[]]>`
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

test("a termination without an unknown write before it looks at the person once", async () => {
  const { hire } = environment();
  await hire("L-0");
  const { methods } = await terminate("L-0");
  expect(methods).toEqual(["GET", "PUT"]);
});

test("a termination looks at the person once when five minutes have passed since an unknown write", async () => {
  await setStatusThatArrivesLate("L-9", 1);
  environment().advanceTime(5 * 60_000);
  const { methods } = await terminate("L-9");
  expect(methods).toEqual(["GET", "PUT"]);
});

test("a rehire keeps the person enabled when a late write of the termination arrives after its own write", async () => {
  const { hire, say, platform, personOf, store } = environment();
  await hire("L-10");
  platform.faults.add({
    kind: "late-effect",
    method: "PUT",
    path,
    times: 1,
    // The client repeats the write, then the rehire reads and writes.
    afterRequests: 3,
  });
  await say("terminated", "L-10");
  const from = platform.journal.length;
  const { id } = await hire("L-10");
  await pass(6 * minuteMs);
  expect((await store.operations.get(id))?.status).toBe("succeeded");
  const { enabled, visible } = (await personOf("L-10"))?.svc ?? {};
  expect({ enabled, visible }).toEqual({ enabled: true, visible: true });
  expect(putsSince(from)).toBe(2);
});
