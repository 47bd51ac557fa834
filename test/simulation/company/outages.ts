import { noteFault, type Run } from "../system/run.ts";
import {
  platformTroubles,
  type SimulatedPlatform,
} from "../system/platform.ts";
import { clock } from "../time/virtual-clock.ts";
import { minuteMs } from "./employee.ts";

/** The outages of the platform: for minutes to days, whole and half. */
export function createOutages(run: Run, platform: SimulatedPlatform) {
  const { faults } = run;
  const chance = run.chance.fork("outages");
  let isOver = false;
  /** When the platform was last not well. */
  let lastTroubleMs = clock.nowMs();

  function plan(): void {
    if (faults.outagesPerYear === 0 || isOver) return;
    const meanMs = (365 * 24 * 60 * minuteMs) / faults.outagesPerYear;
    clock.after(Math.min(chance.delayMs(meanMs), 2 ** 31 - 1), () => {
      if (isOver) return;
      const trouble = chance.oneOf(platformTroubles);
      noteFault(run, `outage ${trouble}`);
      platform.setTrouble(trouble);
      // Many short ones, few long ones.
      const share = chance.next() ** 3;
      clock.after(minuteMs + share * faults.longestOutageMs, () => {
        end();
        plan();
      });
    });
  }

  function end(): void {
    if (!platform.trouble()) return;
    platform.setTrouble(undefined);
    lastTroubleMs = clock.nowMs();
  }

  return {
    plan,
    lastTroubleMs: (): number =>
      platform.trouble() ? clock.nowMs() : lastTroubleMs,
    /** Ends the outage, and lets no other one begin. */
    stop(): void {
      isOver = true;
      end();
    },
  };
}
