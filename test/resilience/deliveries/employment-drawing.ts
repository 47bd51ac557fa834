import fc from "fast-check";
import type { EmploymentEvent, Fields } from "./employment-model.ts";
import { dayMs, hourMs } from "../../../shared/durations.ts";

type Kind = EmploymentEvent["kind"] | "rehire";
const kinds: readonly Kind[] = [
  "hire",
  "rehire",
  "adopt",
  "change",
  "change",
  "suspend",
  "resume",
  "leave",
  "leave",
  "cancel leaving",
];

export const drawSchema = {
  kind: fc.constantFrom<Kind>(...kinds),
  /** After the event before. */
  gapMs: fc.constantFrom(1_000, hourMs, dayMs, 4 * dayMs),
  /** From the event to its date: start date, last day, effective date or begin. */
  dateMs: fc.option(fc.constantFrom(-2, 0.5, 1, 8, 35).map((n) => n * dayMs)),
  /** From its date to its end. */
  lengthMs: fc.option(fc.constantFrom(1, 20).map((days) => days * dayMs)),
  isKept: fc.boolean(),
  title: fc.option(fc.constantFrom("A", "B", "C"), { freq: 2 }),
  username: fc.constantFrom(null, "one", "two", "three"),
};
type Draw = {
  [K in keyof typeof drawSchema]: (typeof drawSchema)[K] extends fc.Arbitrary<
    infer T
  >
    ? T
    : never;
};

/**
 * Turns what was drawn into events of one employee. Decision 17 leaves these cases to the order of arrival, so they are
 * not drawn:
 *
 * - a termination before the first hire, or with a last day before one of several start dates: whether it ends an earlier
 *   employment or withdraws a hire depends on which of them is known;
 * - a hire without a start date that is later than a last day: a repeated hire and a rehire look the same, so the one
 *   that comes first counts. It is drawn as a rehire, if `rehireWithoutStartDate` is `accept`;
 * - a rehire that starts before an employment which HR withdrew, because it may repeat an earlier start date of that one;
 * - a rehire that starts before a last day which HR has moved: if the termination with that day comes before the one that
 *   moved it, it ends the new employment;
 * - a rehire while a suspension without an end holds: if the termination between them arrives last, it is outdated, and
 *   does not end the suspension;
 * - a change that takes effect before an earlier hire was sent, or after a later rehire was sent: the hire counts with
 *   its event time for all its fields only if it creates the person.
 *
 * @param isAccepted - whether a hire without a start date can be a rehire
 */
export function createDrawing(isAccepted: boolean) {
  const events: EmploymentEvent[] = [];
  let atMs = 0;
  let startsAtMs: number | undefined;
  let openedAtMs = 0;
  let lastHireAtMs = 0;
  let latestDateMs = 0;
  let employments = 0;
  let lastDayAtMs: number | undefined;
  let isSuspended = false;
  /** Every start date that HR has sent. */
  const starts = new Set<number>();
  /** Every last day that HR has sent. */
  const lastDays = new Set<number>();

  /** What HR knows of the employee: a hire names these fields. */
  function currentFields(): Fields {
    const known = events.flatMap((event) =>
      "fields" in event && event.kind !== "adopt"
        ? [
            {
              ...event,
              fromMs:
                (event.kind === "change" ? event.effectiveAtMs : undefined) ??
                event.atMs,
            },
          ]
        : [],
    );
    return Object.assign(
      { title: "A", username: "one" },
      ...known
        .filter(({ fromMs }) => fromMs <= atMs)
        .toSorted(
          (one, other) => one.fromMs - other.fromMs || one.atMs - other.atMs,
        )
        .map(({ fields }) => fields),
    ) as Fields;
  }

  function hire(startMs: number | undefined): void {
    events.push({
      kind: "hire",
      atMs,
      startsAtMs: startMs,
      fields: currentFields(),
    });
    lastHireAtMs = atMs;
    starts.add(startMs ?? 0);
  }

  function open(startMs: number | undefined): void {
    hire(startMs);
    startsAtMs = startMs;
    openedAtMs = startMs ?? atMs;
    lastDayAtMs = undefined;
    isSuspended = false;
    employments += 1;
  }

  function add(draw: Draw): void {
    const dateMs = draw.dateMs === null ? undefined : atMs + draw.dateMs;
    if (employments === 0) {
      open(dateMs);
      return;
    }
    atMs += draw.gapMs;
    const date = draw.dateMs === null ? undefined : atMs + draw.dateMs;
    switch (draw.kind) {
      case "hire":
        // A feed sends the hire again, or moves the start date.
        if (lastDayAtMs !== undefined && (startsAtMs ?? atMs) >= lastDayAtMs)
          return;
        if (startsAtMs === undefined && atMs >= Math.min(...lastDays)) return;
        if (lastDayAtMs === undefined && date && date > openedAtMs) {
          startsAtMs = date;
          openedAtMs = date;
        }
        hire(startsAtMs);
        break;
      case "adopt":
        if (lastDayAtMs === undefined)
          events.push({ kind: "adopt", atMs, fields: currentFields() });
        break;
      case "rehire":
        if (lastDayAtMs === undefined || isSuspended) return;
        atMs = Math.max(atMs, latestDateMs + 1_000);
        if (draw.dateMs === null && isAccepted) {
          atMs = Math.max(atMs, ...lastDays);
          open(undefined);
        } else {
          const earliestMs = Math.max(...starts) + 1_000;
          open(Math.max(atMs + (draw.dateMs ?? 0), earliestMs, ...lastDays));
        }
        break;
      case "change":
        change(draw, date);
        break;
      case "suspend":
        suspend(draw, date);
        break;
      case "resume":
        events.push({ kind: "resume", atMs });
        isSuspended = false;
        break;
      case "leave": {
        const lastMs = date ?? atMs;
        if (starts.size > 1 && lastMs <= Math.max(...starts)) return;
        lastDayAtMs = lastMs;
        lastDays.add(lastMs);
        const { isKept } = draw;
        events.push({ kind: "leave", atMs, lastDayAtMs: date, isKept });
        break;
      }
      case "cancel leaving":
        events.push({ kind: "cancel leaving", atMs });
        lastDayAtMs = undefined;
    }
  }

  function change({ title, username }: Draw, date: number | undefined): void {
    const fields = {
      ...(title !== null && { title }),
      ...(username !== null && { username }),
    };
    if (Object.keys(fields).length === 0) return;
    const effectiveAtMs =
      date === undefined ? undefined : Math.max(date, lastHireAtMs + 500);
    latestDateMs = Math.max(latestDateMs, effectiveAtMs ?? atMs);
    events.push({ kind: "change", atMs, effectiveAtMs, fields });
  }

  function suspend({ lengthMs }: Draw, fromMs: number | undefined): void {
    const untilMs = lengthMs === null ? undefined : (fromMs ?? atMs) + lengthMs;
    events.push({ kind: "suspend", atMs, fromMs, untilMs });
    isSuspended = untilMs === undefined;
  }

  return { events, add };
}
