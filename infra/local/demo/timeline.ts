import { describeStep } from "../../../shared/store/step-names.ts";

/** A step as an operation shows it: `at` is the instant at which the step ended. */
export type TimedStep = { name: string; status: string; at: string };

type Bar = { text: string; fromMs: number; toMs: number };

/** The step in which a workflow takes up its operation. The time before it is Lambda's, not the workflow's. */
const firstStep = "start";
const textWidth = 28;
const timeWidth = 10;

/** A line of the demo that begins with the time at which something happened, in ms since the event was sent. */
export function timedLine(atMs: number, text: string): string {
  const time = `${Math.round(atMs).toLocaleString("en")} ms`;
  return `  ${time.padStart(timeWidth)}  ${text}`;
}

/** Breaks a text into lines that stand below the text of a {@link timedLine} and end before the terminal does. */
export function textBelow(text: string, width: number): string[] {
  const indent = " ".repeat(timedLine(0, "").length);
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && longer.length < width) lines.splice(-1, 1, longer);
    else lines.push(indent + word);
  }
  return lines;
}

/**
 * Draws the steps of one run of a workflow in the order in which they happened: a line each, with the time at which
 * the step ended, its words, and a bar on an axis that all steps share.
 *
 * An operation knows when a step ended, not when it began. A bar therefore begins when the last of the steps that it
 * waits for has ended, or, if it waits for none, at the end of the bar before it. Bars above each other in one column
 * ran at the same time.
 *
 * @param sentAtMs - when the event was sent; earlier steps belong to an earlier run and are left out
 * @param width - columns of the terminal
 */
export function drawTimeline(
  steps: readonly TimedStep[],
  { sentAtMs, width }: { sentAtMs: number; width: number },
): string[] {
  const ends = steps
    .map(({ at, ...step }) => ({ ...step, toMs: Date.parse(at) - sentAtMs }))
    .filter(({ toMs }) => toMs >= 0)
    .sort((a, b) => a.toMs - b.toMs);
  const endOf = new Map(ends.map(({ name, toMs }) => [name, toMs]));
  const startedMs = endOf.get(firstStep);

  let previousMs = startedMs ?? 0;
  const bars: Bar[] = [];
  for (const { name, status, toMs } of ends) {
    if (name === firstStep) continue;
    const { text, needs = [] } = describeStep(name);
    const needed = needs.flatMap((need) => endOf.get(need) ?? []);
    const fromMs = needed.length > 0 ? Math.max(...needed) : previousMs;
    bars.push({
      text: status === "failed" ? `${text}: failed` : text,
      fromMs: Math.min(fromMs, toMs),
      toMs,
    });
    previousMs = toMs;
  }
  bars.sort((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs);

  const axis = {
    fromMs: Math.min(...bars.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...bars.map(({ toMs }) => toMs)),
    // Two columns of the terminal stay free behind the longest bar.
    columns: Math.max(10, width - timedLine(0, "").length - textWidth - 2),
  };
  return [
    ...(startedMs === undefined
      ? []
      : [timedLine(startedMs, "the workflow starts")]),
    ...bars.map((bar) =>
      timedLine(bar.toMs, bar.text.padEnd(textWidth) + draw(bar, axis)),
    ),
  ];
}

/** A bar has at least one column, also where the step took no measurable time. */
function draw(
  { fromMs, toMs }: Bar,
  axis: { fromMs: number; toMs: number; columns: number },
): string {
  const columnMs = Math.max(1, axis.toMs - axis.fromMs) / axis.columns;
  const columnOf = (ms: number) => Math.round((ms - axis.fromMs) / columnMs);
  const from = Math.min(columnOf(fromMs), axis.columns - 1);
  return " ".repeat(from) + "█".repeat(Math.max(1, columnOf(toMs) - from));
}
