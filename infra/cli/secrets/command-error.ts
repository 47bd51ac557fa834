/** What went wrong, in words for whoever typed the command. The message never holds a value of a secret. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
