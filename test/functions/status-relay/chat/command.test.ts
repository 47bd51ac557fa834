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

type Kind = "help" | "clear" | "show" | "set";

test.each(rows<[typed: string, Kind, text: string | undefined]>`
  ${""} | help | ${undefined}
  HELP | help | ${undefined}
  set | help | ${undefined}
  Clear | clear | ${undefined}
  show | show | ${undefined}
  In a meeting | set | In a meeting
  SET lunch | set | lunch
  set help | set | help
  set clear | set | clear
  set set | set | set
  help me | set | help me
  showing the city | set | showing the city
  settling in | set | settling in
  clear skies | set | clear skies
`)("the text %j is the command %s, with the status %j", (typed, kind, text) => {
  expect(parse(typed)).toEqual({ kind, ...(text !== undefined && { text }) });
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

  test.each([
    ["CLEAR for 2h", { kind: "clear" }],
    ["set clear for 2h", { kind: "set", text: "clear" }],
    // The last end counts, and an earlier one stays text.
    ["Away until Monday for 2h", { kind: "set", text: "Away until Monday" }],
  ])("the end of %s belongs to %j", (typed, command) => {
    const expiresAtMs = nowMs + 2 * hourMs;
    expect(parse(typed)).toEqual({ ...command, expiresAtMs });
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
    ["until 24:00", "2026-01-31T23:00Z"],
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

  test.each([
    "waiting for 2 people",
    "waiting for 2",
    "waiting for 2h with Zoe",
    "looking for",
    "out for lunch",
    "set for 2h",
    "set until 17:00",
    "set until 25:99",
    "away until tomorrow",
    "away until 24 Deck",
    "away until Ma 5",
    "away until 5",
    "away until 17",
    "away until 2026-12-24 17:00",
    "away until 2026-12-24Tea",
    "away until 24.12.",
    "away for -2h",
    "away for 1.5h",
    "away for 2 h0urs",
    "away for 1h30",
    "away for 123456 min",
    "away for 1 constructor",
  ])("is absent if it has not the form of a time: %j stays text", (typed) => {
    const text = typed.replace("set ", "");
    expect(parse(typed)).toEqual({ kind: "set", text });
  });

  test.each(rows<[typed: string, kind: string, end: string | undefined]>`
    for 2h | no-text | 2026-01-31T20:42Z
    until 20:15 | no-text | 2026-01-31T19:15Z
    away until 2026-01-30 | end-has-passed | 2026-01-30T23:00Z
    away until 24 Dec 2025 | end-has-passed | 2025-12-24T23:00Z
    clear until 1999-12-31 | end-has-passed | 1999-12-31T23:00Z
    away for 0 min | end-has-passed | 2026-01-31T18:42Z
    away for 401 days | end-too-late | ${undefined}
    away for 400 days 1 minute | end-too-late | ${undefined}
    away for 99999 weeks | end-too-late | ${undefined}
    away until 2027-03-08 | end-too-late | ${undefined}
    away until 29 Feb | end-too-late | ${undefined}
    Lunch until 25:99 | no-such-end | ${undefined}
    set Lunch until 24:01 | no-such-end | ${undefined}
    until 17:60 | no-such-end | ${undefined}
    clear until 13pm | no-such-end | ${undefined}
    away until 0am | no-such-end | ${undefined}
    away until 5:75 pm | no-such-end | ${undefined}
    away until 2026-02-30 | no-such-end | ${undefined}
    away until 2026-12-24T25:00:00Z | no-such-end | ${undefined}
    away until 2026-02-30T16:00+01:00 | no-such-end | ${undefined}
    away until 31 Feb | no-such-end | ${undefined}
    away until Feb 29, 2027 | no-such-end | ${undefined}
  `)("%s is refused as %s, with the time %s", (text, kind, instant) => {
    const end = instant && { endsAtMs: Date.parse(instant) };
    expect(parse(text)).toEqual({ kind, ...end });
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

  test.each(rows<[typed: string, text: string, end: string | undefined]>`
    lunch | ${"🥪 Lunch"} | 2026-01-31T19:27Z
    Lunch | ${"🥪 Lunch"} | 2026-01-31T19:27Z
    lunch until 20:15 | ${"🥪 Lunch"} | 2026-01-31T19:15Z
    LUNCH until 2026-12-24 | ${"🥪 Lunch"} | 2026-12-24T23:00Z
    lunch for 2h | ${"🥪 Lunch"} | 2026-01-31T20:42Z
    vacation | ${"🌴 On @U1> vacation"} | ${undefined}
    vacation until 2026-12-24 | ${"🌴 On @U1> vacation"} | 2026-12-24T23:00Z
    away | Clear | ${undefined}
    set lunch | lunch | ${undefined}
    lunch with Zoe | lunch with Zoe | ${undefined}
    lunch until tomorrow | lunch until tomorrow | ${undefined}
    my lunch | my lunch | ${undefined}
    constructor | constructor | ${undefined}
    __proto__ | __proto__ | ${undefined}
  `)(
    "a command %j among presets sets %j, with the end %s",
    (typed, text, end) => {
      expect(withPresets(typed)).toEqual({
        kind: "set",
        text,
        ...(end && { expiresAtMs: Date.parse(end) }),
      });
    },
  );

  test("is refused if its end is out of range", () => {
    expect(withPresets("lunch for 401 days")).toEqual({ kind: "end-too-late" });
  });

  test("is refused with both lengths if it is longer than a status may be", () => {
    expect(withPresets("lunch", { maxLength: 5 })).toEqual({
      kind: "too-long",
      length: 7,
      maxLength: 5,
    });
  });

  test("of the default setting is accepted by its name", () => {
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
