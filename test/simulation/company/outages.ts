import { noteFault, type Run } from "../system/run.ts";
import { platformTroubles } from "../system/platform.ts";
import type { System } from "../system/system.ts";
import { clock } from "../time/virtual-clock.ts";
import { hourMs, minuteMs } from "../../../shared/durations.ts";

const troubles = [
  ...platformTroubles,
  "password rotated",
  "source away",
  "starts away",
  "secrets away",
  "table away",
] as const;
/** The longest time of the outages that must be short. After a day, a record that cannot be read needs a person. */
const longestOf: Partial<Record<Trouble, number>> = {
  "table away": hourMs,
  "starts away": hourMs,
  "secrets away": hourMs,
  "source away": 20 * hourMs,
};
type Trouble = (typeof troubles)[number];

/** How long after its change on the platform operators store the new password. */
const storingMs = 5_000;

/**
 * The outages, one at a time. For minutes to days, the platform is away wholly or in part, or has another password than
 * our secret. Our table, the starts and the secrets are away for an hour at most. Now and then, operators rotate the
 * password as they should.
 *
 * @param onOver - runs when an outage has ended
 */
export function createOutages(run: Run, system: System, onOver: () => void) {
  const { faults } = run;
  const chance = run.chance.fork("outages");
  let isOver = false;
  let current: Trouble | undefined;
  let lastTroubleMs = clock.nowMs();

  /** Begins an outage, or ends the current one. */
  function set(trouble: Trouble | undefined): void {
    current = trouble;
    run.trace.tell(trouble ? `outage: ${trouble}` : "the outage is over");
    const ofPlatform = platformTroubles.find((one) => one === trouble);
    system.platform.setTrouble(ofPlatform);
    if (trouble === "password rotated") system.rotatePassword();
    else system.storePassword();
    system.source.setAway(trouble === "source away");
    system.setSecretsAway(trouble === "secrets away");
    system.setStartsAway(trouble === "starts away");
    system.memory.setAway(trouble === "table away");
  }

  function plan(): void {
    if (faults.outagesPerYear === 0 || isOver) return;
    const meanMs = (365 * 24 * 60 * minuteMs) / faults.outagesPerYear;
    clock.after(chance.delayMs(meanMs), () => {
      if (isOver) return;
      const trouble = chance.oneOf(troubles);
      noteFault(run, `outage ${trouble}`);
      set(trouble);
      const longestMs = longestOf[trouble] ?? faults.longestOutageMs;
      // Many outages are short, and few are long.
      const share = chance.next() ** 3;
      clock.after(minuteMs + share * longestMs, () => {
        end();
        plan();
      });
    });
  }

  function end(): void {
    if (!current) return;
    set(undefined);
    lastTroubleMs = clock.nowMs();
    onOver();
  }

  function planRotation(): void {
    if (faults.rotationsPerYear === 0 || isOver) return;
    const meanMs = (365 * 24 * 60 * minuteMs) / faults.rotationsPerYear;
    clock.after(chance.delayMs(meanMs), () => {
      if (isOver) return;
      if (!current) {
        run.trace.tell("operators rotate the password");
        system.rotatePassword();
        clock.after(storingMs, () => {
          system.storePassword();
          lastTroubleMs = clock.nowMs();
          onOver();
        });
      }
      planRotation();
    });
  }

  return {
    plan(): void {
      plan();
      planRotation();
    },
    lastTroubleMs: (): number => (current ? clock.nowMs() : lastTroubleMs),
    /** Ends the outage, and lets no other one begin. */
    stop(): void {
      isOver = true;
      end();
    },
  };
}
