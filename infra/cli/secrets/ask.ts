import { createInterface } from "node:readline";
import { type Readable, Writable } from "node:stream";
import { CommandError } from "../command-error.ts";

/** The terminal of the operator. */
export type Terminal = { input: Readable; output: Writable };

/**
 * Asks several questions on a terminal. The input is neither echoed nor kept in a history.
 *
 * @throws CommandError if the operator presses Ctrl+C or Ctrl+D
 */
export async function askHidden<K extends string>(
  questions: Record<K, string>,
  { input, output }: Terminal,
): Promise<Map<K, string>> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = openLines(input, discard);
  try {
    const answers = new Map<K, string>();
    for (const name in questions) {
      output.write(questions[name]);
      answers.set(name, await lines.next());
      output.write("\n");
    }
    return answers;
  } finally {
    lines.close();
  }
}

/** Asks for a confirmation on a terminal. Only `y` and `yes` confirm. */
export async function confirm(
  question: string,
  { input, output }: Terminal,
): Promise<boolean> {
  const lines = openLines(input, output, `${question} [y/N] `);
  try {
    return /^y(?:es)?$/i.test((await lines.next()).trim());
  } finally {
    lines.close();
  }
}

function openLines(input: Readable, output: Writable, prompt = "") {
  const lines = createInterface({
    input,
    output,
    prompt,
    terminal: true,
    historySize: 0,
  });
  if (prompt) lines.prompt();
  // The iterator buffers lines that are typed before the next question.
  const typed = lines[Symbol.asyncIterator]();
  return {
    async next(): Promise<string> {
      const { done, value } = await typed.next();
      if (done) throw new CommandError("cancelled: nothing was stored");
      return value;
    },
    close: () => lines.close(),
  };
}
