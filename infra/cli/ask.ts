import type { Key } from "node:readline";
import {
  type CommonOptions,
  confirm,
  isCancel,
  password,
} from "@clack/prompts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./dependencies.ts";

type AskingTerminal = Pick<Terminal, "input" | "errors">;

/**
 * Asks the operator for a confirmation, unless `isConfirmed` (--yes) has given it.
 *
 * @throws CommandError if the operator does not confirm, or if there is no terminal to ask on
 */
export async function requireConfirmation(
  question: string,
  isConfirmed: boolean | undefined,
  terminal: AskingTerminal,
): Promise<void> {
  if (isConfirmed) return;
  requireTerminal(terminal, "for a confirmation: add --yes");
  const answer = await ask(terminal, (streams) =>
    confirm({ message: question, initialValue: false, ...streams }),
  );
  if (answer !== true)
    throw new CommandError("Nothing was changed, because you did not confirm.");
}

/**
 * Asks several questions. The terminal does not show what is typed.
 *
 * @throws CommandError if the operator cancels, or if there is no terminal to ask on
 */
export async function askHidden<K extends string>(
  questions: Record<K, string>,
  terminal: AskingTerminal,
): Promise<Map<K, string>> {
  requireTerminal(terminal, "for the values: add --file");
  const answers = new Map<K, string>();
  for (const name in questions) {
    const message = questions[name];
    const answer = await ask(terminal, (streams) =>
      password({ message, mask: "", ...streams }),
    );
    if (isCancel(answer))
      throw new CommandError("Cancelled: nothing was stored.");
    answers.set(name, answer);
  }
  return answers;
}

function requireTerminal({ input }: AskingTerminal, purpose: string): void {
  if (!input.isTTY)
    throw new CommandError(
      `Nothing was changed. There is no terminal to ask ${purpose}.`,
    );
}

/** Asks a question. Ctrl+D and the end of the input cancel it, as Ctrl+C does. */
async function ask<T>(
  { input, errors }: AskingTerminal,
  prompt: (streams: CommonOptions) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const end = () => ended.abort();
  const onKey = (_text: unknown, { ctrl, name }: Key) => {
    if (ctrl && name === "d") end();
  };
  input.once("end", end).on("keypress", onKey);
  try {
    return await prompt({
      input,
      output: errors,
      withGuide: false,
      signal: ended.signal,
    });
  } finally {
    input.off("end", end).off("keypress", onKey);
  }
}
