/**
 * An error whose message is shown to the operator, and says what to do next. The message never contains a key or a
 * value of a secret.
 */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
}
