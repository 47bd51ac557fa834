/** The columns of the terminal, 100 at most; 80 if the output is no terminal. */
export function columns(): number {
  return Math.min(process.stdout.columns ?? 80, 100);
}

export function print(line: string): void {
  console.log(line);
}
