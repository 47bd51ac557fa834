/** A value that is made when it is first asked for, and shared by all who ask while it is being made. */
export type Memo<T> = {
  /** @param maxAgeMs - an older value is made anew. @default any age will do */
  get(maxAgeMs?: number): Promise<T>;
  forget(): void;
};

/** Remembers what `make` resolves to. A failure is told to those who wait for it, and not remembered. */
export function createMemo<T>(
  make: () => Promise<T>,
  nowMs: () => number = Date.now,
): Memo<T> {
  let kept: { value: Promise<T>; atMs: number } | undefined;

  return {
    get(maxAgeMs = Number.POSITIVE_INFINITY) {
      if (kept && nowMs() - kept.atMs < maxAgeMs) return kept.value;
      const attempt = { value: make(), atMs: nowMs() };
      kept = attempt;
      attempt.value.catch(() => {
        if (kept === attempt) kept = undefined;
      });
      return attempt.value;
    },
    forget() {
      kept = undefined;
    },
  };
}
