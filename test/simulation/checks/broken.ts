import { clock } from "../time/virtual-clock.ts";

/** Something that must always hold does not hold. */
export class InvariantBroken extends Error {
  override readonly name = "InvariantBroken";
  readonly invariant: string;
  readonly atMs = clock.nowMs();
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
