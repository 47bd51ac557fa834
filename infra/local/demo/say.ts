/** What the demo tells whoever watches it. */
export function say(line: string): void {
  console.log(line);
}

/** One step of an operation, with the time since it was asked for. */
export function sayStep(
  name: string,
  at: string | number,
  sinceMs: number,
): void {
  const afterMs = new Date(at).getTime() - sinceMs;
  say(`  ${String(afterMs).padStart(5)} ms  ${name}`);
}
