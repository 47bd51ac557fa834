import {
  type AbstractIterator,
  AbstractKeyIterator,
  AbstractValueIterator,
} from "abstract-level";

/**
 * Lets dynalite 4.0.0 close its iterators. After each query and scan it calls `return()`, which generators have and the
 * iterators of abstract-level lack. An iterator that stays open keeps all items as they were when it began, so the
 * memory of a long `npm start` would grow with each query.
 */
export function closeIterators(): void {
  for (const { prototype } of [AbstractKeyIterator, AbstractValueIterator])
    Object.defineProperty(prototype, "return", {
      configurable: true,
      value(this: AbstractIterator<unknown, unknown, unknown>) {
        return this.close();
      },
    });
}
