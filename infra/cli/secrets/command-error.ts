/** An error whose message is shown to the operator. The message never contains a value of a secret. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
