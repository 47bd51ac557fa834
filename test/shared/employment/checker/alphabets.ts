import type { Timeline } from "../../../../shared/employment/timeline.ts";
import type {
  Named,
  Ruling,
  Statement,
  Terms,
  Word,
} from "../../../../shared/employment/statement.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The days of all histories. A last day b and a start c join; c is more than three days before d; what ended at d is
 * `rehire-unclear` at e; and f is after every grace period.
 */
export const days = { a: 1, b: 3, c: 4, d: 9, e: 14, f: 60 };

/** Each day begins for the checker at this hour of UTC, so that the zones below have the day before and the day after. */
export const hourOfDay = 10;
const zones = { "Pago Pago": -11, Kiritimati: 14 };

/** The instant of the nth word of a history. */
export function instant(day: number, nth: number): number {
  return day * dayMs + hourOfDay * hourMs + nth * 60_000;
}

export type Symbol = {
  /** As a row of the table says it. */
  name: string;
  /** `undefined`: the symbol does not fit here. */
  say: (id: string, atMs: number, known: Known) => Statement | undefined;
};

/** What an operator sees: the words that have arrived, and their verdicts. */
export type Known = {
  words: readonly Statement[];
  timeline: () => Timeline;
  atMs: number;
};

type Options = {
  zone?: keyof typeof zones;
  caller?: string;
  mayOffboard?: boolean;
  byProvider?: true;
  terms?: Terms;
  /** The termination names no terms. */
  isUsual?: true;
};

export const usual: Terms = { disposition: "delete", graceDays: 30 };

function word(
  name: string,
  options: Options,
  build: (
    said: Pick<Word, "id" | "atMs" | "ownDay" | "caller" | "byProvider">,
    first: (day: number) => Named,
    last: (day: number) => Named,
  ) => Word,
): Symbol {
  const zoneMs = (options.zone ? zones[options.zone] : 0) * hourMs;
  const named = (day: number, edge: number) => ({
    day,
    dueMs: (day + edge) * dayMs - zoneMs,
  });
  return {
    name: [
      name,
      options.zone && `in ${options.zone}`,
      options.caller && `by ${options.caller}`,
      options.mayOffboard === false && "without offboard",
    ]
      .filter(Boolean)
      .join(" "),
    say: (id, atMs) =>
      build(
        {
          id,
          atMs,
          ownDay: Math.floor((atMs + zoneMs) / dayMs),
          caller: options.caller ?? "hr",
          ...(options.byProvider && { byProvider: true }),
        },
        (day) => named(day, 0),
        (day) => named(day, 1),
      ),
  };
}

export function hire(start?: number, options: Options = {}): Symbol {
  const { mayOffboard = true } = options;
  const name = start === undefined ? "hired" : `hired from ${start}`;
  return word(name, options, (said, first) => ({
    ...said,
    kind: "hired",
    mayOffboard,
    mayUpdate: true,
    fields: ["title"],
    ...(start !== undefined && { start: first(start) }),
  }));
}

export function termination(lastDay?: number, options: Options = {}): Symbol {
  const { disposition, graceDays } = options.terms ?? usual;
  const then = disposition === "disable" ? ", keep the person" : "";
  const last = lastDay === undefined ? "" : `, last day ${lastDay}`;
  return word(
    `terminated${last}${options.isUsual ? " on usual terms" : ""}, grace ${graceDays}${then}`,
    options,
    (said, _, lastOf) => ({
      ...said,
      kind: "terminated",
      terms: options.terms ?? usual,
      ...(options.isUsual && { hasUsualTerms: true }),
      ...(lastDay !== undefined && { lastDay: lastOf(lastDay) }),
    }),
  );
}

export function suspension(
  from?: number,
  until?: number,
  options: Options = {},
): Symbol {
  const name = from === undefined ? "" : ` from ${from} until ${until}`;
  return word(`suspended${name}`, options, (said, first, last) => ({
    ...said,
    kind: "suspended",
    ...(from !== undefined && { from: first(from) }),
    ...(until !== undefined && { until: last(until) }),
  }));
}

function change(effective?: number): Symbol {
  const name = effective === undefined ? "" : ` from ${effective}`;
  return word(`changed${name} with title`, {}, (said, first) => ({
    ...said,
    kind: "changed",
    fields: ["title"],
    ...(effective !== undefined && { effective: first(effective) }),
  }));
}

/** What an operator says about the newest statement that fits. */
function ruling(
  name: Exclude<Ruling["ruling"], "released">,
  fits: (statement: Word, known: Known) => boolean,
): Symbol;
function ruling(
  name: "released",
  fits: (statement: Word, known: Known) => boolean,
): Symbol;
function ruling(
  name: Ruling["ruling"],
  fits: (statement: Word, known: Known) => boolean,
): Symbol {
  return {
    name,
    say(id, atMs, known) {
      const about = known.words
        .filter((one) => one.kind !== "ruled")
        .toSorted((a, b) => a.atMs - b.atMs)
        .findLast((one) => fits(one, known))?.id;
      const ownDay = Math.floor(atMs / dayMs);
      return about === undefined
        ? undefined
        : { id, atMs, ownDay, kind: "ruled", about, ruling: name };
    },
  };
}

/** What an operator may end: a hire before its start, a termination or a suspension, or what needs a decision. */
function isOpen(statement: Word, known: Known): boolean {
  return (
    needsDecision(statement, known) !== undefined || isPlan(statement, known)
  );
}

/** What an operator may cancel: it has a day to come, or the person is without access. */
function isPlan({ id, kind }: Word, { timeline, atMs }: Known): boolean {
  const verdict = timeline().verdicts.get(id);
  if (verdict?.is === "in-force")
    return kind === "terminated" || kind === "suspended";
  return verdict?.is === "scheduled" && verdict.for.dueMs > atMs;
}

/** What an operator may enable again: a later end has the terms of this one. */
function hasTermsOfOther({ id }: Word, { timeline }: Known): boolean {
  return timeline().employments.some(
    ({ end }) => end?.termsBy.id === id && end.word.id !== id,
  );
}

function needsDecision({ id }: Word, { timeline }: Known): string | undefined {
  const verdict = timeline().verdicts.get(id);
  return verdict?.is === "needs-decision" ? verdict.because : undefined;
}

const { a, b, c, d } = days;

function cancellation(options: Options = {}): Symbol {
  return word("cancelled", options, (said) => ({
    ...said,
    kind: "termination_cancelled",
  }));
}

function resumption(options: Options = {}): Symbol {
  return word("resumed", options, (said) => ({ ...said, kind: "resumed" }));
}

export const cancelled = cancellation();
export const resumed = resumption();

export const alphabetA: Symbol[] = [
  hire(),
  hire(a),
  hire(c),
  termination(),
  termination(b),
  termination(d),
  cancelled,
  suspension(),
  suspension(b, c),
  resumed,
  change(),
  change(c),
  word("adopted", {}, (said) => ({
    ...said,
    kind: "adopted",
    mayOffboard: true,
    fields: [],
  })),
  ruling("rejected", isOpen),
  ruling(
    "released",
    (one, known) =>
      (one.kind === "terminated" && isOpen(one, known)) ||
      needsDecision(one, known) === "repeated-after-ruling",
  ),
  ruling("cancelled", isPlan),
  ruling(
    "is-a-rehire",
    (one, known) => needsDecision(one, known) === "rehire-unclear",
  ),
];

const weak = { caller: "recruiting", mayOffboard: false };

export const alphabetB: Symbol[] = [
  ...alphabetA,
  hire(undefined, weak),
  hire(a, weak),
  hire(c, weak),
  hire(c, { caller: "payroll", mayOffboard: false }),
  hire(undefined, { zone: "Kiritimati" }),
  hire(c, { zone: "Kiritimati" }),
  termination(undefined, { zone: "Pago Pago" }),
  termination(b, { zone: "Pago Pago" }),
  suspension(undefined, undefined, { zone: "Pago Pago" }),
  termination(b, { terms: { disposition: "delete", graceDays: 0 } }),
  termination(undefined, {
    terms: { disposition: "delete", graceDays: 0 },
  }),
  termination(d, { terms: { disposition: "disable", graceDays: 30 } }),
];

/** What matters before a start, with the setting `createDaysBefore`. */
const notInC = ["hired from 1", "adopted", "changed from 4 with title"];

export const alphabetC: Symbol[] = [
  ...alphabetA.filter(({ name }) => !notInC.includes(name)),
  hire(d),
  hire(c, weak),
  termination(undefined, { terms: { disposition: "disable", graceDays: 30 } }),
];

const kept: Terms = { disposition: "disable", graceDays: 30 };
const entra = { caller: "entra", byProvider: true } as const;
const okta = { caller: "okta", byProvider: true } as const;

/** What an identity provider says beside HR. */
export const alphabetD: Symbol[] = [
  hire(),
  hire(c),
  hire(d),
  termination(undefined, { isUsual: true }),
  termination(b),
  termination(d, { isUsual: true }),
  termination(d, { terms: kept }),
  termination(undefined, { terms: { disposition: "delete", graceDays: 0 } }),
  cancelled,
  suspension(),
  suspension(b, c),
  resumed,
  hire(d, entra),
  termination(undefined, { isUsual: true, ...entra }),
  termination(undefined, { terms: kept, ...entra }),
  cancellation(entra),
  suspension(undefined, undefined, entra),
  resumption(entra),
  termination(undefined, { isUsual: true, ...okta }),
  cancellation(okta),
  ruling("rejected", isOpen),
  ruling("cancelled", isPlan),
  ruling("cancelled", hasTermsOfOther),
];
