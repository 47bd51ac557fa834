import { expect, test } from "vitest";
import { readMeaning } from "../../../functions/events/map-record.ts";
import { recordMapSchema } from "../../../shared/webhook/field-map/field-map.ts";
import { rows } from "../../fixtures/rows.ts";

const fields = {
  "/employeeId": "/id",
  "/email": "/mail",
  "/name/familyName": "/name",
};
const person = { id: "E-1", mail: "zoe@example.com" };

test.each([
  ["Asia/Tokyo", undefined, 14, "employee.terminated", true],
  ["Asia/Tokyo", undefined, 16, "employee.hired", false],
  ["America/New_York", undefined, 14, "employee.hired", false],
  [undefined, undefined, 14, "employee.hired", false],
  ["Asia/Tokyo", "America/New_York", 14, "employee.hired", false],
  ["America/New_York", "Asia/Tokyo", 14, "employee.terminated", true],
])(
  "a day is over by the zone of the record, or else of the map: map %s, record %s, %i:00 UTC: %s",
  (zoneOfMap, zoneOfRecord, hour, type, isAhead) => {
    const ends = { from: "/ends", date: "instant" };
    const parsed = recordMapSchema.parse({
      type: {
        ...ends,
        values: { "": "employee.hired", past: "employee.hired" },
        otherwise: "employee.terminated",
      },
      fields: { ...fields, "/lastDay": ends, "/zone": "/zone" },
      ...(zoneOfMap && { zone: zoneOfMap }),
    });
    const read = {
      // The day before in New York, and the same day in Tokyo.
      record: { ...person, ends: "2026-01-31T03:00:00Z", zone: zoneOfRecord },
      event: {},
      startMs: Date.UTC(2026, 0, 31, hour),
      zone: "America/New_York",
    };
    expect(readMeaning(parsed, read)).toMatchObject({ type, isAhead });
  },
);

const withdraws = { withdrawLastDay: true };
const stays = "employee.termination_cancelled";

// Columns: title, flags of the map, record, type, whether the last day is withdrawn.
test.each(rows<[string, object, object, string, boolean]>`
  of a leaver with a last day withdraws an earlier one | ${withdraws} | ${{ status: "gone", last: "2999-12-31" }} | employee.terminated | ${true}
  of a leaver without a last day withdraws the one before | ${withdraws} | ${{ status: "gone", last: null }} | ${stays} | ${true}
  of a leaver without a last day withdraws none if the map does not say so | ${{}} | ${{ status: "gone", last: null }} | ${stays} | ${false}
  of a leaver without a last day has left if the map says so | ${{ ...withdraws, leftWithoutLastDay: true }} | ${{ status: "gone", last: null }} | employee.terminated | ${true}
  of an employee without a last day withdraws the one before | ${withdraws} | ${{ status: "here", last: null }} | employee.hired | ${true}
  of an employee without a last day withdraws none if the map does not say so | ${{}} | ${{ status: "here", last: null }} | employee.hired | ${false}
  that hides the last day withdraws none | ${withdraws} | ${{ status: "here" }} | employee.hired | ${false}
`)("a record %s", (_title, flags, record, type, isWithdrawn) => {
  const map = recordMapSchema.parse({
    type: {
      from: "/status",
      values: { here: "employee.hired", gone: "employee.terminated" },
    },
    fields: { ...fields, "/lastDay": { from: "/last", date: "YYYY-MM-DD" } },
    ...flags,
  });
  const read = {
    record: { ...person, ...record },
    event: {},
    startMs: Date.UTC(2026, 0, 31),
    zone: "UTC",
  };
  expect(readMeaning(map, read)).toMatchObject({
    type,
    withdraws: isWithdrawn,
  });
});
