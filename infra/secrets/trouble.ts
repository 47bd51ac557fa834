/** What went wrong, in words for whoever typed the command. The message never holds a value of a secret. */
export class Trouble extends Error {
  override readonly name = "Trouble";
}
