import { createRequire, syncBuiltinESMExports } from "node:module";
import { createChance } from "../../fixtures/chance.ts";

/** A timer of the clock. Equal times fire in the order in which they were set. */
type Timer = { atMs: number; run: () => void; isOff: boolean };

const realImmediate = setImmediate;
const RealDate = Date;
const maxTimerMs = 2 ** 31 - 1;
/** How many turns (see `runUntil`) one round of Node's event loop has. */
const turnsAtOnce = 64;

let nowMs = 0;
let failure: { error: unknown } | undefined;
let chance = createChance("not seeded yet");
/** The timers, the next one at the end. */
const queue: Timer[] = [];

/**
 * The only clock of this process, and the only chance. Importing this file replaces the clock, the timers and the
 * chance of Node for all modules, also for packages: no time passes but by `clock.runUntil`.
 */
export const clock = {
  nowMs: (): number => nowMs,

  /** Begins a new time: no earlier timer fires any more. The seed decides all chance that the code under test uses. */
  begin(atMs: number, seed: string): void {
    nowMs = atMs;
    queue.length = 0;
    failure = undefined;
    chance = createChance(seed);
  },

  after(delayMs: number, run: () => void): void {
    push(delayMs, run);
  },

  sleepMs: (delayMs: number): Promise<void> =>
    new Promise((wake) => push(delayMs, wake)),

  /** Fires all timers up to a time, and sets the clock to it. Resolves when no timer before it is left. */
  runUntil: (atMs: number): Promise<void> =>
    new Promise((done, fail) => {
      let isOver = false;
      const turn = () => {
        if (isOver) return;
        const next = queue.at(-1);
        if (!failure && next && next.atMs <= atMs) {
          queue.pop();
          nowMs = Math.max(nowMs, next.atMs);
          if (!next.isOff) next.run();
          return;
        }
        isOver = true;
        if (failure) return fail(failure.error as Error);
        nowMs = Math.max(nowMs, atMs);
        done();
      };
      // Between two turns, Node runs all promises that can run. Many turns in one round of its event loop cost less.
      const turns = () => {
        for (let n = 1; n < turnsAtOnce; n++) realImmediate(turn);
        realImmediate(() => {
          turn();
          if (!isOver) turns();
        });
      };
      turns();
    }),

  /** Does something. Its error, now or later, ends the simulation: the next turn throws it. */
  guard(act: () => unknown): void {
    const fail = (error: unknown) => void (failure ??= { error });
    new Promise((done) => done(act())).catch(fail);
  },
};

function push(delayMs: number, run: () => void): Timer {
  const atMs = nowMs + Math.max(0, Math.ceil(delayMs));
  const timer = { atMs, run, isOff: false };
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (atMs < queue[middle]!.atMs) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, timer);
  return timer;
}

/** As in Node, a delay that is too small or too large becomes 1 ms. */
function timerMs(delayMs: number): number {
  return delayMs >= 1 && delayMs <= maxTimerMs ? delayMs : 1;
}

/** What Node's timers return, as far as packages use it. */
class Handle {
  readonly timer: Timer;
  constructor(timer: Timer) {
    this.timer = timer;
  }
  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  close = () => this[Symbol.dispose]();
  [Symbol.dispose](): void {
    this.timer.isOff = true;
  }
}

const clear = (handle: unknown): void => {
  if (handle instanceof Handle) handle.timer.isOff = true;
};

const timers = {
  setTimeout: (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
    new Handle(push(timerMs(ms), () => run(...args))),
  setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) =>
    new Handle(push(0, () => run(...args))),
  setInterval(run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) {
    const handle = new Handle(push(ms, fire));
    function fire(): void {
      Object.assign(handle, { timer: push(ms, fire) });
      run(...args);
    }
    return handle;
  },
  clearTimeout: clear,
  clearImmediate: clear,
  clearInterval: clear,
};

const promises = {
  setTimeout: <T>(
    ms = 1,
    value?: T,
    { signal }: { signal?: AbortSignal } = {},
  ) =>
    new Promise<T | undefined>((wake, stop) => {
      const timer = push(ms, () => wake(value));
      signal?.addEventListener("abort", () => {
        timer.isOff = true;
        stop(signal.reason as Error);
      });
    }),
  setImmediate: <T>(value?: T) =>
    new Promise<T | undefined>((wake) => push(0, () => wake(value))),
};

class VirtualDate extends RealDate {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(nowMs);
    else super(...(args as [number]));
  }
  static override now = () => nowMs;
}

const randomBytes = (size: number) => Buffer.from(chance.bytes(size));

function randomUUID(): string {
  const hex = randomBytes(16).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function getRandomValues<T extends ArrayBufferView>(values: T): T {
  const { buffer, byteOffset, byteLength } = values;
  new Uint8Array(buffer, byteOffset, byteLength).set(chance.bytes(byteLength));
  return values;
}

const require = createRequire(import.meta.url);

Object.assign(globalThis, timers, { Date: VirtualDate });
Object.assign(require("node:timers"), timers);
Object.assign(require("node:timers/promises"), promises);
Object.assign(require("node:crypto"), { randomBytes, randomUUID });
// The SDK of the engine makes a console for each invocation, which takes longer than the rest of it.
Object.assign(require("node:console"), { Console: class {} });
// The faults throw a million errors in a year. Their stacks would cost much time.
Error.stackTraceLimit = 0;
Object.assign(Math, { random: () => chance.next() });
Object.defineProperty(performance, "now", { value: () => nowMs });
for (const [name, value] of Object.entries({ randomUUID, getRandomValues }))
  Object.defineProperty(globalThis.crypto, name, { value });
AbortSignal.timeout = (ms) => {
  const abort = new AbortController();
  push(ms, () => abort.abort(new DOMException("", "TimeoutError")));
  return abort.signal;
};
syncBuiltinESMExports();
