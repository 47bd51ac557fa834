import { describe, expect, test } from "vitest";
import { minuteMs } from "../../../shared/durations.ts";
import { useInProcess } from "../../environments/in-process.ts";

const environment = useInProcess({ graceDays: 7 });

describe("a cancellation of terminations", () => {
  test("after the cancellation of a termination, the hire that it had ended adds its tasks, and no salt stays", async () => {
    const { hire, say, find, store, platform, ...time } = environment();
    const left = await say("terminated", "C-8");
    const tasks = [{ subject: "Meet your team", dueInDays: 3 }];
    const earlier = { atMs: left.eventAtMs - 1_000 };
    const hired = await hire("C-8", { tasks }, earlier);
    expect(hired).toMatchObject({
      status: "cancelled",
      reason: "terminated-since",
    });
    const stays = await say("termination_cancelled", "C-8");
    expect(stays.status).toBe("succeeded");
    time.advanceTime(3 * minuteMs);
    await time.runScheduler();
    expect((await find(hired.id)).status).toBe("succeeded");
    const { personID = "", ...employee } =
      (await store.employees.get("C-8")) ?? {};
    expect(platform.tasksOf(personID)).toHaveLength(1);
    expect(employee).not.toHaveProperty("passwordSalt");
  });

  test("a cancellation whose person cannot be enabled asks for attention, and a retry enables them", async () => {
    const { hire, say, act, find, platform, stateOf } = environment();
    await hire("C-9");
    await say("terminated", "C-9");
    platform.faults.add({ kind: "status", status: 403, method: "PUT" });
    const stays = await say("termination_cancelled", "C-9");
    expect(stays.status).toBe("needs_attention");
    platform.faults.clear();
    await act("retry", stays.id);
    expect((await find(stays.id)).status).toBe("succeeded");
    expect(await stateOf("C-9")).toBe("active, enabled");
  });
});
