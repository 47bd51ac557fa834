import { describe, expect, test } from "vitest";
import { useBundledStack } from "../environments/bundled-stack.ts";
import { hireEvent } from "../fixtures/hire.ts";
import { isThorough } from "../resilience/effort.ts";

// In `npm test`, the gateway alone shows its limits, and each receiver that a repeated delivery is one operation.
describe.runIf(isThorough)("behind a gateway with tight limits", () => {
  const stack = useBundledStack({
    gateway: {
      // Less than the cold start of a receiver takes.
      timeoutMs: 100,
      throttle: { requestsPerSecond: 20, burst: 2 },
    },
  });

  const countOf = (employeeId: string) =>
    stack()
      .platform.people()
      .filter(({ svc }) => svc.username === `user.${employeeId.toLowerCase()}`)
      .length;

  /** Repeats a delivery, as a sender does, until it is accepted. Resolves to all statuses when its workflow has ended. */
  async function deliverUntilAccepted(employeeId: string): Promise<number[]> {
    const { deliver, lambda } = stack();
    const event = hireEvent(employeeId);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 202) {
      const { status } = await deliver(event, { id: employeeId });
      statuses.push(status);
    }
    await lambda.idle();
    return statuses;
  }

  test("a request that is answered after the time limit gets 503, and its repetition leads to one person", async () => {
    const statuses = await deliverUntilAccepted("E-1");
    expect(statuses[0]).toBe(503);
    expect(countOf("E-1")).toBe(1);
  });

  test("hires above the throttle get 429, and each is done once its sender repeated it", async () => {
    const ids = ["F-1", "F-2", "F-3", "F-4"];
    const statuses = await Promise.all(ids.map(deliverUntilAccepted));
    expect(statuses.flat()).toContain(429);
    expect(ids.map(countOf)).toEqual([1, 1, 1, 1]);
  });
});
