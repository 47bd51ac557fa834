import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { applyFieldMap } from "../../shared/webhook/field-map/apply-field-map.ts";
import { eventFields } from "../../shared/webhook/field-map/event-fields.ts";
import { fieldMapSchema } from "../../shared/webhook/field-map/field-map.ts";

const text = readFileSync("docs/field-map.md", "utf8");
const [payload, map, event, record, recordMap, leave, hire] = Array.from(
  text.matchAll(/```json\n(.*?)```/gs),
  ([, json = ""]): unknown => JSON.parse(json),
);

describe("docs/field-map.md", () => {
  test("shows the result of its example", () => {
    const events = applyFieldMap(fieldMapSchema.parse(map), payload, {
      nowMs: 0,
      zone: "UTC",
    });
    expect(events).toEqual([
      expect.objectContaining({ envelope: event, deliveryId: "90125" }),
      { ignored: true },
    ]);
  });

  test("shows the events of a record, with and without an end of the contract", () => {
    const moment = { nowMs: Date.UTC(2026, 0, 31), zone: "UTC" };
    const eventOf = (body: object) => {
      const [mapped] = applyFieldMap(
        fieldMapSchema.parse(recordMap),
        body,
        moment,
      );
      if (!mapped || !("envelope" in mapped)) return mapped;
      const { type, data } = mapped.envelope;
      return { type, data };
    };
    expect(eventOf(record as object)).toEqual(leave);
    const { contract_end, ...staying } = record as { contract_end: string };
    expect(contract_end).toContain("2026-03-31");
    expect(eventOf(staying)).toEqual(hire);
  });

  test.each(Object.entries(eventFields))(
    "lists the fields of %s, the required ones in bold",
    (type, { required, fields }) => {
      const row = text
        .split("\n")
        .find((line) => line.startsWith(`| \`${type}\``));
      const listed = row?.match(/\/[\w/#*]+/g);
      expect(listed?.toSorted()).toEqual(Object.keys(fields).toSorted());
      const bold = Array.from(
        row?.matchAll(/\*\*`(.*?)`\*\*/g) ?? [],
        ([, name]) => name,
      );
      expect(bold).toEqual(required);
    },
  );
});
