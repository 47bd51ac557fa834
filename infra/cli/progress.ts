import { describeDuration } from "./console/words.ts";

const redrawEveryMs = 100;
const repeatEveryMs = 5000;

/** The columns of a terminal, 100 at most; 80 if the stream is no terminal. */
export function widthOf({ columns = 80 }: { columns?: number }): number {
  return Math.min(columns, 100);
}

/**
 * Shows that work goes on. A terminal gets a last line with the seconds that have passed, which disappears at the end.
 * A file or a pipe gets a line after a second, and another one every five seconds.
 *
 * @param work - calls `update` with what it does now
 */
export async function withProgress<T>(
  text: string,
  work: (update: (text: string) => void) => Promise<T>,
  {
    stream = process.stdout,
    terminalAfterMs = 0,
  }: {
    /** Where the progress goes. @default the standard output */
    stream?: {
      isTTY?: boolean;
      columns?: number;
      write: (text: string) => unknown;
    };
    /** When a terminal gets its line. @default 0 */
    terminalAfterMs?: number;
  } = {},
): Promise<T> {
  const sinceMs = Date.now();
  let current = text;
  let nextLineMs = 1000;
  let isDrawn = false;

  const timer = setInterval(() => {
    const elapsedMs = Date.now() - sinceMs;
    const line = `  … ${current} (${(elapsedMs / 1000).toFixed(1)} s)`;
    if (stream.isTTY) {
      if (elapsedMs < terminalAfterMs) return;
      stream.write(`\r\u001B[K${line.slice(0, widthOf(stream) - 1)}`);
      isDrawn = true;
    } else if (elapsedMs >= nextLineMs) {
      stream.write(`${line}\n`);
      nextLineMs = elapsedMs + repeatEveryMs;
    }
  }, redrawEveryMs);
  try {
    return await work((doing) => (current = doing));
  } finally {
    clearInterval(timer);
    if (isDrawn) stream.write("\r\u001B[K");
  }
}

const numbers = new Intl.NumberFormat("en");

/** "300 of 1,000 rows, 25 a second, 28 s left" */
export function describeProgress(
  done: number,
  total: number,
  elapsedMs: number,
  what = "",
): string {
  const perSecond = done / Math.max(elapsedMs / 1_000, 0.001);
  const count =
    `${numbers.format(done)} of ${numbers.format(total)} ${what}`.trimEnd();
  if (done === 0 || elapsedMs < 1_000) return count;
  const rate =
    perSecond < 1 ? perSecond.toFixed(1) : String(Math.round(perSecond));
  const leftMs = ((total - done) / perSecond) * 1_000;
  return `${count}, ${rate} a second, ${describeDuration(leftMs)} left`;
}
