import { dayMs, hourMs } from "../../../shared/durations.ts";
import { type Employee } from "../company/employee.ts";
import { clock } from "../time/virtual-clock.ts";

/** How long it takes from the first delivery of a termination, which names no day, to the disabled person. */
export function createLatencies(lastTroubleMs: () => number) {
  const all = { usual: [] as number[], afterTrouble: [] as number[] };
  return {
    all,
    /** The platform shows that the person of the employee is disabled. */
    disabled({ said, isReleased }: Employee): void {
      const nowMs = clock.nowMs();
      const termination = said.findLast(
        ({ type }) => type === "employee.terminated",
      );
      const { sentAtMs = -Infinity } = termination ?? {};
      const isAtOnce = termination?.data["lastDay"] === undefined;
      // An operator's answer takes as long as the operator.
      if (!isAtOnce || isReleased || sentAtMs < nowMs - 8 * dayMs) return;
      const isUsual = lastTroubleMs() < sentAtMs - hourMs;
      all[isUsual ? "usual" : "afterTrouble"].push(nowMs - sentAtMs);
    },
  };
}

/** The value below which this share of all is, in the unit of the values. */
export function figureOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
}

/** Some figures of many, in seconds. */
export function tellLatencies(values: readonly number[]): string {
  const at = (share: number) => {
    const ms = figureOf(values, share);
    return `${(ms / 1_000).toFixed(1)} s`;
  };
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, worst ${at(1)}, of ${values.length}`;
}
