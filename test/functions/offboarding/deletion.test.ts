import { expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { isThorough } from "../../resilience/effort.ts";

const environment = useInProcess();

test("a deletion that the platform completes later is requested once, and its end is awaited", async () => {
  const { hire, say, platform, deletions, store } = environment();
  await hire("D-1");
  platform.faults.add({ kind: "late-deletion", gone: { afterReads: 8 } });
  const deleted = deletions();
  const left = await say("terminated", "D-1");
  expect(left.status).toBe("succeeded");
  expect(left.steps).toHaveProperty("confirm 2");
  expect(platform.findPerson("d-1")).toBeUndefined();
  expect(deletions()).toBe(deleted + 1);
  expect((await store.employees.get("D-1"))?.state).toBe("left");
});

// The client pauses 40 times for 100 ms of real time.
test.runIf(isThorough)(
  "a deletion that the platform gives up asks for attention, and a retry completes it",
  async () => {
    const { hire, say, platform, operate, runUntilIdle, find, store } =
      environment();
    await hire("D-2");
    platform.faults.add({ kind: "late-deletion", gone: "never" });
    const left = await say("terminated", "D-2");
    expect(left).toMatchObject({
      status: "needs_attention",
      reason: "deletion-unfinished",
    });
    const known = await store.employees.get("D-2");
    expect(known).toMatchObject({ state: "deleting", username: "d-2" });

    // The employee is hired again meanwhile. This hire waits for an operator.
    const rehired = await hire("D-2");
    expect(rehired).toMatchObject({
      status: "needs_attention",
      reason: "deletion-unfinished",
    });

    platform.faults.clear();
    expect((await operate("POST", `/${left.id}/retry`)).status).toBe(202);
    await runUntilIdle();
    expect(await find(left.id)).toMatchObject({
      status: "succeeded",
      result: { personID: left.result?.personID },
    });
    // The same run then does what the second hire says, whose data was not erased with the first employment.
    environment().advanceTime(3 * minuteMs);
    await environment().runScheduler();
    expect((await find(rehired.id)).status).toBe("succeeded");
    expect(platform.findPerson("d-2")?.id).not.toBe(left.result?.personID);
    expect((await store.employees.get("D-2"))?.state).toBe("active");
  },
  60_000,
);
