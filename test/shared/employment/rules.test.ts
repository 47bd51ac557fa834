import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { timelineOf } from "../../../shared/employment/timeline-of.ts";
import type { Statement } from "../../../shared/employment/statement.ts";
import {
  describeTimeline,
  describeMove,
  describeVerdicts,
} from "./describe.ts";
import { hear, play, type Played } from "./play.ts";
import { moves, movesBefore, type Rule, rules } from "./rules.ts";

const page = join(import.meta.dirname, "../../../docs/employment.md");
const update = "npx vitest run test/shared/employment/rules.test.ts --update";

describe.each(rules)("$title", ({ rows }) => {
  test.each(rowsOf(rows))("%s | %s", (history, event, expected, verdicts) => {
    const before = play(textsOf(history));
    const played = play([...textsOf(history), event]);
    expect(describeTimeline(played)).toBe(expected);
    expect(describeVerdicts(played, before)).toBe(verdicts);
  });
});

describe.each([moves, movesBefore])("$title", ({ rows }) => {
  test.each(rowsOf(rows))("%s | %s | %s", (history, day, seen, move) => {
    const played = play(textsOf(history));
    expect(describeMove(played, Number(day.slice("day ".length)), seen)).toBe(
      move,
    );
  });
});

/** What was seen of a person, rights, and the age of a statement (day 200) depend on what arrived before. */
const dependsOnArrival = /person|without|200:/;

const anyOrder = rules
  .flatMap(({ rows }) => rowsOf(rows))
  .map(([history, event]) => [...textsOf(history), event])
  .filter((texts) => !dependsOnArrival.test(texts.join()))
  .map((texts) => [texts] as const);

test.each(anyOrder)("%s: the order of arrival makes no difference", (texts) => {
  const { said, settings, statements, person } = play(texts);
  const timeline = timelineOf(statements, settings);
  for (const order of ordersOf(said).filter(isSayable)) {
    const played: Played = { statements: [], said: [], settings, person };
    for (const statement of order) hear(played, statement);
    expect(timelineOf(played.statements, settings)).toEqual(timeline);
  }
});

test("docs/employment.md shows the rules and all histories", async () => {
  const text = [
    introduction,
    ...rules.map((rule) =>
      sectionOf(rule, ["History", "Event", "What follows", "Verdicts"]),
    ),
    ...[moves, movesBefore].map((rule) =>
      sectionOf(rule, ["History", "At noon of", "Person", "Move"]),
    ),
  ].join("\n");
  await expect(
    await format(text, { parser: "markdown", proseWrap: "preserve" }),
    `docs/employment.md does not agree with rules.ts. Run: ${update}`,
  ).toMatchFileSnapshot(page);
});

const introduction = `# What an employment comes to

This page says what hires, changes, suspensions, terminations and cancellations of one employee come to. Each row is
played by \`test/shared/employment/rules.test.ts\`, so the page is always true. Change the rows in \`rules.ts\` beside
it, and run \`${update}\`.

HR _says_ something with each event; operators rule. All that was said about an employee is read in the order of the
event times, whatever the order of arrival. It comes to _employments_ and _suspensions_, and to a _verdict_ for each
statement: _in force_, _scheduled_, _repeats_ another, _overtaken_, or _needs a decision_. From them follows what
the person is _wanted_ to be at an instant, and from that the next _move_.

How to read a row: \`12: hired from 20\` is a hire that is said on day 12 and names the start day 20. The statements of
a row have the letters a, b, c, in the order in which they arrive; the verdicts use them. The caller is HR with the
scope \`offboard\`, and the zone is UTC, unless the row names another one. Entra and Okta are identity providers. _At
once_ means that the access ends before the day does. Verdicts are of the event, and of statements that it changes.
`;

type Row = [string, string, string, string];

function rowsOf(rows: string): Row[] {
  // The blank before a row: an empty history leaves ` | ` at its begin, and `trim` takes the blank of the first row.
  return rows
    .trim()
    .split("\n")
    .map((row) => ` ${row}`.split(" | ").map((cell) => cell.trim()) as Row);
}

function textsOf(history: string): string[] {
  return history === "" ? [] : history.split("; ");
}

function sectionOf({ title, text, rows }: Rule, head: string[]): string {
  const cells = rowsOf(rows).map(([history, ...others]) =>
    [numbered(history), ...others].join(" | "),
  );
  const lines = [head.join(" | "), head.map(() => "---").join(" | "), ...cells];
  return `## ${title}\n${text}\n${lines.map((line) => `| ${line} |`).join("\n")}\n`;
}

/** Each statement on a line of its own, with its letter. */
function numbered(history: string): string {
  let letter = "a".charCodeAt(0);
  return textsOf(history)
    .map((text) =>
      /^\d/.test(text)
        ? `${String.fromCharCode(letter++)} ${text}`
        : `_${text.replace(/^note /, "")}_`,
    )
    .join("<br>");
}

/** Whether each ruling arrives after the statement that it is about. */
function isSayable(order: readonly Statement[]): boolean {
  return order.every(
    (one, nth) =>
      one.kind !== "ruled" ||
      order.slice(0, nth).some(({ id }) => id === one.about),
  );
}

/** The orders in which one statement arrives first or last, and the opposite order. */
function ordersOf<T>(all: readonly T[]): T[][] {
  const moved = all.flatMap((one, nth) => {
    const others = all.toSpliced(nth, 1);
    return [
      [one, ...others],
      [...others, one],
    ];
  });
  return [all.toReversed(), ...moved];
}
