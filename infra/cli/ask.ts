import { confirm, isCancel, password } from "@clack/prompts";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./dependencies.ts";

type AskingTerminal = Pick<Terminal, "input" | "errors">;

/**
 * Asks the operator for a confirmation. `isConfirmed` (--yes) answers for the operator.
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
  const answer = await confirm({
    message: question,
    initialValue: false,
    ...streamsOf(terminal),
  });
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
    const answer = await password({
      message: questions[name],
      mask: "",
      ...streamsOf(terminal),
    });
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

function streamsOf({ input, errors }: AskingTerminal) {
  return { input, output: errors, withGuide: false };
}
