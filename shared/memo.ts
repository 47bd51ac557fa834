/** A value that is created at the first request. Simultaneous requests share one creation. */
export type Memo<T> = ReturnType<typeof createMemo<T>>;

/** Keeps the value that `create` resolves to. A failure rejects the waiting requests and is not kept. */
export function createMemo<T>(
  create: () => Promise<T>,
  nowMs: () => number = Date.now,
) {
  let kept: { value: Promise<T>; atMs: number } | undefined;

  return {
    /** @param maxAgeMs - an older value is created again. @default no limit */
    get(maxAgeMs = Number.POSITIVE_INFINITY): Promise<T> {
      if (kept && nowMs() - kept.atMs < maxAgeMs) return kept.value;
      const attempt = { value: create(), atMs: nowMs() };
      kept = attempt;
      attempt.value.catch(() => {
        if (kept === attempt) kept = undefined;
      });
      return attempt.value;
    },
    /** Keeps a value that was created in another way. */
    keep(value: T): void {
      kept = { value: Promise.resolve(value), atMs: nowMs() };
    },
    forget(): void {
      kept = undefined;
    },
  };
}
