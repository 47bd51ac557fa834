import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCommand } from "../../../../functions/status-relay/chat/command.ts";
import { usualPresets } from "../../../../functions/status-relay/status-presets.ts";
import { dayMs, hourMs, minuteMs } from "../../../../shared/durations.ts";
import { hostileText } from "./hostile-text.ts";
import { expectLinearTime, longTexts } from "./read-message.ts";
import { rows } from "../../../fixtures/rows.ts";

/** A Saturday, 19:42 in Oslo. */
const nowMs = Date.parse("2026-01-31T18:42:00Z");
const options = { nowMs, zone: "Europe/Oslo", maxLength: 140 };
const parse = (text: string) => parseCommand(text, options);

describe("chat command", () => {
  test.each([
    ["", "help"],
    ["help", "help"],
    ["HELP", "help"],
    ["set", "help"],
    ["clear", "clear"],
    ["Clear", "clear"],
    ["show", "show"],
  ] as const)("the text %j is the command %s", (text, kind) => {
    expect(parse(text)).toEqual({ kind });
  });
});

describe("status text of a command", () => {
  test.each([
    ["In a meeting", "In a meeting"],
    ["set In a meeting", "In a meeting"],
    ["SET lunch", "lunch"],
    ["set help", "help"],
    ["set clear", "clear"],
    ["set set", "set"],
    ["help me", "help me"],
    ["showing the city", "showing the city"],
    ["settling in", "settling in"],
    ["clear skies", "clear skies"],
  ])("%j is the text %j without an end", (typed, text) => {
    expect(parse(typed)).toEqual({ kind: "set", text });
  });
});

describe("end of a status", () => {
  test.each([
    ["for 2h", 2 * hourMs],
    ["for 30 min", 30 * minuteMs],
    ["for 1h30m", 1.5 * hourMs],
    ["for 1h 30m", 1.5 * hourMs],
    ["for 1 hour 30 minutes", 1.5 * hourMs],
    ["for 2 days", 2 * dayMs],
    ["for 2d", 2 * dayMs],
    ["for 3 weeks", 21 * dayMs],
    ["For 1 M", minuteMs],
    ["for 400 days", 400 * dayMs],
  ])("%s is a duration from now", (end, durationMs) => {
    expect(parse(`Lunch ${end}`)).toEqual({
      kind: "set",
      text: "Lunch",
      expiresAtMs: nowMs + durationMs,
    });
  });

  test.each(["clear for 2h", "CLEAR for 2h"])(
    "%s clears the status for that time",
    (text) => {
      expect(parse(text)).toEqual({
        kind: "clear",
        expiresAtMs: nowMs + 2 * hourMs,
      });
    },
  );

  test('set clear for 2h is the status "clear" for that time', () => {
    expect(parse("set clear for 2h")).toMatchObject({
      kind: "set",
      text: "clear",
    });
  });

  test.each([
    ["until 20:15", "2026-01-31T19:15Z"],
    ["until 19:42", "2026-02-01T18:42Z"],
    ["until 17:00", "2026-02-01T16:00Z"],
    ["until 5pm", "2026-02-01T16:00Z"],
    ["until 5 PM", "2026-02-01T16:00Z"],
    ["until 5:30pm", "2026-02-01T16:30Z"],
    ["until 9:05", "2026-02-01T08:05Z"],
    ["until 12am", "2026-01-31T23:00Z"],
    ["until 12pm", "2026-02-01T11:00Z"],
    ["until 00:00", "2026-01-31T23:00Z"],
    ["Until 2026-12-24", "2026-12-24T23:00Z"],
    ["until 2026-01-31", "2026-01-31T23:00Z"],
    ["until 2026-07-01", "2026-07-01T22:00Z"],
    ["until 2026-07-01T16:00:00Z", "2026-07-01T16:00Z"],
    ["until 24 Dec", "2026-12-24T23:00Z"],
    ["until 24th december", "2026-12-24T23:00Z"],
    ["until Dec 24", "2026-12-24T23:00Z"],
    ["until Sept. 1st, 2026", "2026-09-01T22:00Z"],
    ["until 30 Jan", "2027-01-30T23:00Z"],
    ["until 31 Jan", "2026-01-31T23:00Z"],
  ])("%s is the instant %s", (end, instant) => {
    expect(parse(`set Away ${end}`)).toEqual({
      kind: "set",
      text: "Away",
      expiresAtMs: Date.parse(instant),
    });
  });

  test("is a time in the zone of the community", () => {
    expect(
      parseCommand("Tea until 17:00", { ...options, zone: "Asia/Kathmandu" }),
    ).toMatchObject({ expiresAtMs: Date.parse("2026-02-01T11:15Z") });
  });

  test('is the last one, and an earlier "for" or "until" stays text', () => {
    expect(parse("Away until Monday for 2h")).toMatchObject({
      text: "Away until Monday",
      expiresAtMs: nowMs + 2 * hourMs,
    });
  });

  test.each([
    "waiting for 2 people",
    "waiting for 2",
    "waiting for 2h with Zoe",
    "looking for",
    "out for lunch",
    "set for 2h",
    "set until 17:00",
    "away until tomorrow",
    "away until 24 Deck",
    "away until 31 Feb",
    "away until Ma 5",
    "away until 5",
    "away until 17",
    "away until 25:00",
    "away until 17:60",
    "away until 0am",
    "away until 13pm",
    "away until 2026-02-30",
    "away until 2026-12-24 17:00",
    "away until 24.12.",
    "away for -2h",
    "away for 1.5h",
    "away for 2 h0urs",
    "away for 1h30",
    "away for 123456 min",
    "away for 1 constructor",
  ])("is absent if it is ambiguous: %j stays text", (typed) => {
    const text = typed.replace("set ", "");
    expect(parse(typed)).toEqual({ kind: "set", text });
  });

  test.each([
    ["for 2h", 2 * hourMs],
    ["until 20:15", 33 * minuteMs],
  ])("without a text is no status: %s", (text, durationMs) => {
    const endsAtMs = nowMs + durationMs;
    expect(parse(text)).toEqual({ kind: "no-text", endsAtMs });
  });

  test.each([
    ["away until 2026-01-30", "2026-01-30T23:00Z"],
    ["away until 24 Dec 2025", "2025-12-24T23:00Z"],
    ["clear until 1999-12-31", "1999-12-31T23:00Z"],
    ["away for 0 min", "2026-01-31T18:42Z"],
  ])("that has passed is refused with that time: %s", (text, instant) => {
    const endsAtMs = Date.parse(instant);
    expect(parse(text)).toEqual({ kind: "end-has-passed", endsAtMs });
  });

  test.each([
    "away for 401 days",
    "away for 400 days 1 minute",
    "away for 99999 weeks",
    "away until 2027-03-08",
  ])("is refused if it is too far ahead: %j", (text) => {
    expect(parse(text)).toEqual({ kind: "end-too-late" });
  });

  test("may be 400 days ahead", () => {
    expect(parse("away until 2027-03-06")).toMatchObject({ kind: "set" });
  });
});

describe("preset", () => {
  const presets = {
    lunch: { text: "Lunch", emoji: ":sandwich:", for: "45m" },
    vacation: { text: "On <@U1> vacation", emoji: "🌴" },
    away: { text: "Clear" },
  };
  const withPresets = (text: string, changes = {}) =>
    parseCommand(text, { ...options, presets, ...changes });

  test.each(["lunch", "Lunch"])(
    "%s sets its text with its emoji until its end",
    (text) => {
      expect(withPresets(text)).toEqual({
        kind: "set",
        text: "🥪 Lunch",
        expiresAtMs: nowMs + 45 * minuteMs,
      });
    },
  );

  test("without an end stays, and has no mention", () => {
    expect(withPresets("vacation")).toEqual({
      kind: "set",
      text: "🌴 On @U1> vacation",
    });
  });

  test.each([
    ["lunch until 20:15", "2026-01-31T19:15Z"],
    ["lunch for 2h", "2026-01-31T20:42Z"],
    ["LUNCH until 2026-12-24", "2026-12-24T23:00Z"],
    ["vacation until 2026-12-24", "2026-12-24T23:00Z"],
  ])("with another end has that end: %s", (text, instant) => {
    expect(withPresets(text)).toMatchObject({
      expiresAtMs: Date.parse(instant),
      text: expect.stringMatching(
        /^(🥪 Lunch|🌴 On @U1> vacation)$/u,
      ) as string,
    });
  });

  test.each([
    "set lunch",
    "lunch with Zoe",
    "lunch until tomorrow",
    "my lunch",
    "constructor",
    "__proto__",
  ])("is the name alone: %s is a text", (text) => {
    expect(withPresets(text)).toEqual({
      kind: "set",
      text: text.replace("set ", ""),
    });
  });

  test("whose text is a command is a status all the same", () => {
    expect(withPresets("away")).toEqual({ kind: "set", text: "Clear" });
  });

  test("whose end is out of range is refused", () => {
    expect(withPresets("lunch for 401 days")).toEqual({ kind: "end-too-late" });
  });

  test("that is longer than a status may be is refused with both lengths", () => {
    expect(withPresets("lunch", { maxLength: 5 })).toEqual({
      kind: "too-long",
      length: 7,
      maxLength: 5,
    });
  });

  test("is a setting whose default a command accepts", () => {
    for (const [name, { text, emoji = "" }] of Object.entries(usualPresets))
      expect(withPresets(name, { presets: usualPresets })).toMatchObject({
        text: `${emoji} ${text}`,
      });
  });
});

describe("short code of an emoji in a command", () => {
  test.each(rows`
    :palm_tree: away | ${"🌴 away"}
    :+1::skin-tone-4: | ${"👍🏽"}
    at 10:30:tada: | ${"at 10:30🎉"}
    set :bus: | ${"🚌"}
    :unknown_code: :constructor: 10:30:15 | :unknown_code: :constructor: 10:30:15
    ${"🌴 away"} | ${"🌴 away"}
  `)("%j becomes %j", (typed, text) => {
    expect(parse(typed)).toEqual({ kind: "set", text });
  });

  test("counts as one character of the status", () => {
    expect(
      parseCommand(":palm_tree: a", { ...options, maxLength: 3 }),
    ).toMatchObject({ kind: "set" });
  });
});

describe("longest status of a command", () => {
  const short = { ...options, maxLength: 5 };

  test.each(["12345", "set 12345", "Zoë 雪", "🌴🌴🌴🌴🌴", "12345 for 2h"])(
    "counts code points without the command and the end: %j fits in 5",
    (text) => {
      expect(parseCommand(text, short)).toMatchObject({ kind: "set" });
    },
  );

  test.each([
    ["123456", 6],
    ["🌴🌴🌴🌴🌴🌴", 6],
    ["1234567 for 2h", 7],
  ])("%j is refused with both lengths", (text, length) => {
    expect(parseCommand(text, short)).toEqual({
      kind: "too-long",
      length,
      maxLength: 5,
    });
  });
});

test("for any text, a status is short enough and ends within 400 days", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const command = parse(text);
      if (command.kind !== "set") return;
      expect(Array.from(command.text).length).toBeLessThanOrEqual(140);
      const { expiresAtMs = nowMs + 1 } = command;
      expect(expiresAtMs).toBeGreaterThan(nowMs);
      expect(expiresAtMs).toBeLessThanOrEqual(nowMs + 400 * dayMs);
    }),
  );
});

test("parses the longest text that a receiver accepts in linear time", () => {
  for (const text of longTexts)
    for (const typed of [text, `x for ${text}`, `x until ${text}`])
      expectLinearTime(() => parse(typed));
});
