import type { InProcess } from "../../environments/in-process.ts";
import { minuteMs } from "../../../shared/durations.ts";

/** How time passes in an outage of the platform, and after it. */
export function passingTime(environment: () => InProcess) {
  /** Lets time pass, and runs the scheduler in each interval. */
  async function pass(durationMs: number, everyMs = minuteMs): Promise<void> {
    const { advanceTime, runScheduler } = environment();
    for (let passed = 0; passed < durationMs; passed += everyMs) {
      advanceTime(everyMs);
      await runScheduler();
    }
  }

  /** The platform works again. A probe finds that within ten minutes, and all operations go on. */
  async function repair(): Promise<void> {
    environment().platform.faults.clear();
    await pass(10 * minuteMs, 10 * minuteMs);
    await pass(3 * minuteMs);
  }

  return { pass, repair };
}
