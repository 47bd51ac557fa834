import { describe, expect, test } from "vitest";
import { sinceOf } from "../../../functions/lists/pull.ts";
import { ownTimeOf } from "../../../functions/lists/read-source.ts";
import type { VendorName } from "../../../infra/local/local-sources.ts";
import { dayMs, hourMs, minuteMs } from "../../../shared/durations.ts";
import { applyPreset } from "../../../shared/webhook/presets/apply-preset.ts";
import { listCallOf, pullSchema } from "../../../shared/webhook/pull.ts";
import { presets } from "../../../shared/webhook/presets/presets.ts";
import { newcomer, usePulls } from "./pulls-for-test.ts";
import { rows } from "../../fixtures/rows.ts";

const pulls = usePulls();
/** Asks for all records once a day, and for the changed records in between. */
const changes = usePulls({ part: { pull: { wholeEveryHours: 24 } } });
const vendors: VendorName[] = ["personio", "bamboohr"];

describe.each(vendors)("%s", (vendor) => {
  test("says when a record was changed, and that is the time of its events", async () => {
    const { sources, begin, pull, rowsOf, store, nowMs, advanceTime } = pulls();
    const source = sources[vendor];
    const [one, two] = [newcomer(), newcomer()].map(source.hire);
    await begin(vendor);
    advanceTime(20 * minuteMs);
    const changedMs = nowMs();
    source.change(one!.id, { title: "Countess" });
    source.change(two!.id, { state: "left" });
    const late = source.hire(newcomer());
    advanceTime(20 * minuteMs);
    const rows = await rowsOf(await pull(vendor));
    for (const { id } of [one!, two!, late]) {
      const [led] = rows.find((row) => row.employeeId === id)!.ledTo!;
      const { eventAtMs } = (await store.operations.get(led!))!;
      expect(Math.abs(eventAtMs - changedMs)).toBeLessThan(minuteMs);
    }
  });

  test("has a leaver ignored, and ended in the next pull after another sender has hired them", async () => {
    const { sources, begin, pull, kindsOf, send, store, runUntilIdle } =
      pulls();
    const source = sources[vendor];
    source.hire(newcomer());
    const { id, ...person } = source.hire(newcomer());
    source.change(id, { state: "left" });
    await begin(vendor);
    for (let time = 0; time < 2; time++)
      expect((await kindsOf(await pull(vendor)))[id]).toBe("ignored");
    const name = { givenName: "Late", familyName: "Byron" };
    const { email } = person;
    await send("employee.hired", {
      employeeId: id,
      username: "late",
      name,
      email,
    });
    await runUntilIdle();
    expect((await kindsOf(await pull(vendor)))[id]).toBe("end");
    await runUntilIdle();
    expect((await store.employees.get(id))?.state).toBe("left");
    expect((await kindsOf(await pull(vendor)))[id]).toBe("same");
  });

  test("is asked for what changed, and once a day for all records", async () => {
    const { sources, begin, pull, rowsOf, store, advanceTime } = changes();
    const { runUntilIdle, profileOf } = changes();
    const source = sources[vendor];
    const all = Array.from({ length: 12 }, () =>
      source.hire(newcomer("First")),
    );
    const [one, gone] = [all[0]!, all[1]!];
    expect(await begin(vendor)).toMatchObject({ isWhole: false, rows: 12 });

    // What was changed a day ago is not asked for any more.
    advanceTime(dayMs - 2 * hourMs);
    await pull(vendor);
    source.remove(gone.id);
    for (const title of ["Second", "First"]) {
      source.change(one.id, { title });
      const made = await pull(vendor);
      expect(made).toMatchObject({ isWhole: false, accepted: 1 });
      expect(made.since).toBeDefined();
      await runUntilIdle();
      expect(await profileOf(one.id)).toMatchObject({ Title: title });
    }

    advanceTime(3 * hourMs);
    const whole = await pull(vendor);
    expect(whole).toMatchObject({ isWhole: true, counts: { same: 11 } });
    const missing = (await rowsOf(whole)).filter(({ kind }) => kind !== "same");
    expect(missing).toMatchObject([
      { employeeId: gone.id, kind: "missing", reason: "absent-once" },
    ]);
    expect(await pull(vendor)).toMatchObject({ isWhole: false });
    expect((await store.employees.get(gone.id))?.state).toBe("active");
    advanceTime(dayMs);
    // Nothing has changed, which is no list without rows.
    expect((await pull(vendor)).counts).toMatchObject({ end: 1 });
    advanceTime(22 * hourMs);
    expect(await pull(vendor)).toMatchObject({
      status: "applied",
      isWhole: false,
      rows: 0,
    });
  });
});

const readMs = Date.UTC(2026, 10, 26, 10);
const hiBob = pullSchema.parse(presets["hibob"]!["pull"]);
const personio = pullSchema.parse(presets["personio"]!["pull"]);
const ofAnySource = (pull: typeof personio) => ({ ...pull, source: "any" });

test.each([
  ["between the last read and this one", true, "2026-11-26T09:30:00.000Z"],
  ["in the future", false, "2026-11-26T10:00:01.000Z"],
  ["before the last read", false, "2026-11-26T08:59:59.000Z"],
  ["without its offset", false, "2026-11-26T09:30:00"],
  ["missing", false, null],
])(
  "the own time of a record counts in place of that of the read: %s: %s",
  (_what, isCounted, value) => {
    const plan = { asOfMs: readMs };
    const time = ownTimeOf(
      ofAnySource(personio),
      { last_modified_at: { value } },
      readMs - hourMs,
      plan,
    );
    expect(time).toBe(isCounted ? Date.parse(value ?? "") : undefined);
  },
);

const known = {
  version: 1,
  lastPlan: "plan_one",
  isInUse: true,
  recent: [],
  pulledMs: readMs - hourMs,
  pulledAllMs: readMs - 5 * hourMs,
};
const daily = { ...ofAnySource(personio), wholeEveryHours: 24 };

type PullFor = Parameters<typeof sinceOf>[0];
// Columns: title, pull, state of the source, the time since which changes are read.
test.each(rows<[string, PullFor, typeof known | undefined, number | undefined]>`
  the changes since a day before the last read | ${daily} | ${known} | ${readMs - 25 * hourMs}
  all records without the setting | ${ofAnySource(personio)} | ${known} | ${undefined}
  all records if the API does not know changes | ${{ ...ofAnySource(hiBob), wholeEveryHours: 24 }} | ${known} | ${undefined}
  all records when it is time | ${{ ...daily, wholeEveryHours: 5 }} | ${known} | ${undefined}
  all records some seconds before a day is over | ${daily} | ${{ ...known, pulledAllMs: readMs - dayMs + 2_000 }} | ${undefined}
  all records before the source is in use | ${daily} | ${{ ...known, isInUse: false }} | ${undefined}
  all records the first time | ${daily} | ${undefined} | ${undefined}
`)("a schedule reads %s", (_title, pull, state, sinceMs) => {
  expect(sinceOf(pull, state, readMs)).toBe(sinceMs);
});

const since = Date.UTC(2026, 10, 25, 9, 0, 7);

test.each(rows`
  personio | &updated_since=2026-11-25T09:00:07
  bamboohr | "lastChanged":{"includeNull":"no","value":"2026-11-25T09:00:07Z"}
  okta | &filter=lastUpdated gt "2026-11-25T09:00:07.000Z" and (status eq
`)("%s is asked for changes in its own way", (preset, asked) => {
  const { entry } = applyPreset({
    preset,
    ...(preset !== "personio" && { host: "a.example.com" }),
  }) as { entry: { pull: unknown } };
  const { request } = listCallOf(
    ofAnySource(pullSchema.parse(entry.pull)),
    since,
  );
  expect(
    decodeURIComponent(JSON.stringify(request)).replaceAll('\\"', '"'),
  ).toContain(asked);
});
