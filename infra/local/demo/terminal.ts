/** The columns of the terminal, 100 at most; 80 if the output is no terminal. */
export function columns(): number {
  return Math.min(process.stdout.columns ?? 80, 100);
}

export function say(line: string): void {
  console.log(line);
}

const redrawEveryMs = 100;
const repeatEveryMs = 5000;

/**
 * Shows that work goes on. A terminal gets a last line with the seconds that have passed, which disappears at the end.
 * A file or a pipe gets a line after a second, and another one every five seconds.
 *
 * @param work - calls `update` with what it does now
 */
export async function withProgress<T>(
  text: string,
  work: (update: (text: string) => void) => Promise<T>,
): Promise<T> {
  const { stdout } = process;
  const sinceMs = Date.now();
  let current = text;
  let nextLineMs = 1000;

  const timer = setInterval(() => {
    const elapsedMs = Date.now() - sinceMs;
    const line = `  … ${current} (${(elapsedMs / 1000).toFixed(1)} s)`;
    if (stdout.isTTY) {
      stdout.write(`\r\u001B[K${line.slice(0, columns() - 1)}`);
    } else if (elapsedMs >= nextLineMs) {
      say(line);
      nextLineMs = elapsedMs + repeatEveryMs;
    }
  }, redrawEveryMs);
  try {
    return await work((text) => (current = text));
  } finally {
    clearInterval(timer);
    if (stdout.isTTY) stdout.write("\r\u001B[K");
  }
}
