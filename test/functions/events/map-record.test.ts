import { expect, test } from "vitest";
import { readMeaning } from "../../../functions/events/map-record.ts";
import { recordMapSchema } from "../../../shared/webhook/field-map/field-map.ts";

const map = {
  type: {
    from: "/ends",
    date: "instant",
    values: { "": "employee.hired", past: "employee.hired" },
    otherwise: "employee.terminated",
  },
  fields: {
    "/employeeId": "/id",
    "/email": "/mail",
    "/name/familyName": "/name",
    "/lastDay": { from: "/ends", date: "instant" },
  },
};

test.each([
  ["Asia/Tokyo", "employee.terminated"],
  ["America/New_York", "employee.hired"],
  [undefined, "employee.hired"],
])(
  "a date of a record is past, today or in the future in the zone of the map: %s",
  (zone, type) => {
    const parsed = recordMapSchema.parse({ ...map, ...(zone && { zone }) });
    const read = {
      // The day before in New York, and the same day in Tokyo.
      record: {
        id: "E-1",
        mail: "zoe@example.com",
        ends: "2026-01-31T03:00:00Z",
      },
      event: {},
      startMs: Date.UTC(2026, 0, 31, 14),
      zone: "America/New_York",
    };
    expect(readMeaning(parsed, read)).toMatchObject({ type });
  },
);
