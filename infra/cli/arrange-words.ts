/**
 * Puts the words of a command line into the order in which the program reads them: `--json`, `--yes` and `--profile`
 * may stand before the command, and `help X` is `X --help`.
 */
export function arrangeWords(args: readonly string[]): string[] {
  const words = [...args];
  const options: string[] = [];
  while (/^--(?:json|yes|profile(?:=.*)?)$/.test(words[0] ?? ""))
    options.push(...words.splice(0, words[0] === "--profile" ? 2 : 1));
  if (words[0] === "help") return [...words.slice(1), "--help"];
  const end = words.indexOf("--");
  return words.toSpliced(end === -1 ? words.length : end, 0, ...options);
}
