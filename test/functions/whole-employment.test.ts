import { describe, expect, test } from "vitest";
import { sendSlackCommand } from "../../infra/local/demo/send.ts";
import type { StackOptions } from "../../infra/local/stack.ts";
import {
  type BundledStack,
  useBundledStack,
} from "../environments/bundled-stack.ts";
import { hireEvent } from "../fixtures/hire.ts";
import { putEvent } from "../fixtures/put-event.ts";
import { createChance } from "../fixtures/chance.ts";
import { isThorough } from "../resilience/effort.ts";

let deliveries = 0;

const personOf = ({ platform }: BundledStack, employeeId: string) =>
  platform
    .people()
    .find(({ svc }) => svc.username === `user.${employeeId.toLowerCase()}`);

function termination(employeeId: string) {
  const timestamp = new Date().toISOString();
  return { type: "employee.terminated", timestamp, data: { employeeId } };
}

/**
 * Two in a hundred calls to AWS fail; half of the events arrives twice, and each at a time of its own. Two sandboxes of
 * each function take turns, and freeze between their invocations.
 */
const withFaults = (seed: number): StackOptions => ({
  indexLagMs: 2_000,
  sandboxes: 2,
  awsFaults: {
    failingShare: 0.02,
    duplicateShare: 0.5,
    maxDelayMs: 200,
    random: createChance(`${seed}`).next,
  },
});

/**
 * All on the real bundles, as Lambda would load them. In `npm test`, test/functions/front-door.test.ts runs the bundles,
 * and the simulation has the faults.
 */
describe.runIf(isThorough).each([
  { where: "with AWS at its best", options: {} satisfies StackOptions },
  ...[15, 16, 17, 18, 19, 20].map((seed) => ({
    where: `with delayed indexes, duplicated and reordered events, and 2 % of failing AWS calls (${seed})`,
    options: withFaults(seed),
  })),
])("$where,", ({ options }: { options: StackOptions }) => {
  const stack = useBundledStack(options);

  /** Sends each event twice at the same time if events are duplicated. Both requests lead to one operation. */
  async function deliver(
    event: unknown,
    { path = "/onboarding" } = {},
  ): Promise<Response> {
    const id = `life_${++deliveries}`;
    const copies = Array.from({ length: options.awsFaults ? 2 : 1 }, () =>
      stack().deliver(event, { id, path }),
    );
    const answers = await Promise.all(copies);
    const locations = answers.map((one) => one.headers.get("location"));
    expect(new Set(locations).size).toBe(1);
    return answers[0]!;
  }

  test("an employee goes from hire to status, deletion and second hire", async () => {
    const { settled, origin } = stack();
    const identities = { slack: "T1:U1" };
    const hired = await settled(
      await deliver(hireEvent("E-1", { identities })),
    );
    expect(hired).toMatchObject({ status: "succeeded", warnings: [] });

    const answer = await sendSlackCommand(origin, {
      teamId: "T1",
      userId: "U1",
      text: "In a meeting for 1h",
      nowMs: Date.now(),
    });
    // When AWS is slow, the chat tool gets the answer later.
    if (!options.awsFaults) expect(answer).toContain("In a meeting");
    await stack().lambda.idle();
    expect(personOf(stack(), "E-1")?.status).toBe("In a meeting");

    const left = await settled(
      await deliver(termination("E-1"), { path: "/offboarding" }),
    );
    expect(left).toMatchObject({ status: "succeeded" });
    expect(personOf(stack(), "E-1")).toBeUndefined();

    // The start date of the first hire lies before the last day.
    const again = await settled(
      await deliver(hireEvent("E-1", { identities, startDate: undefined })),
    );
    expect(again).toMatchObject({ status: "succeeded", warnings: [] });
    expect(personOf(stack(), "E-1")?.svc.enabled).toBe(true);
  });

  test("a hire, a termination and a rehire that the bus delivers at once end with one person", async () => {
    const { data } = hireEvent("E-4", { startDate: undefined });
    const thenMs = Date.now() - 10_000;
    await Promise.all([
      putEvent(stack(), "employee.hired", data, thenMs + 4_000),
      putEvent(
        stack(),
        "employee.terminated",
        { employeeId: "E-4" },
        thenMs + 2_000,
      ),
      putEvent(stack(), "employee.hired", data, thenMs),
    ]);
    expect(personOf(stack(), "E-4")?.svc.enabled).toBe(true);
  });
});
