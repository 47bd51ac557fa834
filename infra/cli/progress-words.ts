import { describeDuration } from "./console/words.ts";

const numbers = new Intl.NumberFormat("en");

/** "300 of 1,000, 25 a second, 28 s left" */
export function describeProgress(
  done: number,
  total: number,
  elapsedMs: number,
): string {
  const perSecond = done / Math.max(elapsedMs / 1_000, 0.001);
  const count = `${numbers.format(done)} of ${numbers.format(total)}`;
  if (done === 0 || elapsedMs < 1_000) return count;
  const rate =
    perSecond < 1 ? perSecond.toFixed(1) : String(Math.round(perSecond));
  const leftMs = ((total - done) / perSecond) * 1_000;
  return `${count}, ${rate} a second, ${describeDuration(leftMs)} left`;
}
