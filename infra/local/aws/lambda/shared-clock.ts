let shared: Float64Array | undefined;

/**
 * Lets the clock of this thread be ahead of the machine by the milliseconds in the memory, which other threads share and
 * change. Timers are not affected: they wait as long as before.
 */
export function installClock(aheadMs: Float64Array): void {
  if (shared) return;
  shared = aheadMs;
  const machineMs = Date.now.bind(Date);
  const nowMs = () => machineMs() + (aheadMs[0] ?? 0);
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: unknown[], newTarget: NewableFunction): object =>
      // Only a `new Date()` without arguments has another time than that of the machine.
      constructDate(target, args.length > 0 ? args : [nowMs()], newTarget),
    get: (target, key, receiver): unknown =>
      key === "now" ? nowMs : Reflect.get(target, key, receiver),
  });
}

/** The memory of the installed clock. A sandbox gives it to its worker. */
export function sharedClock(): Float64Array | undefined {
  return shared;
}

const constructDate: (
  target: DateConstructor,
  args: unknown[],
  newTarget: NewableFunction,
) => object = Reflect.construct;
