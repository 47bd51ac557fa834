/** Something that must always hold does not hold. */
export class InvariantBroken extends Error {
  override readonly name = "InvariantBroken";
  readonly invariant: string;
  readonly history: readonly string[];

  /** @param history - what happened to the employee, in words, if it is about one */
  constructor(
    invariant: string,
    what: string,
    history: readonly string[] = [],
  ) {
    super(`${invariant}: ${what}`);
    this.invariant = invariant;
    this.history = history;
  }
}
