import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import {
  type EventFacts,
  eventFactsOf,
  eventTypes,
} from "../../shared/event-types.ts";
import { applyFieldMap } from "../../shared/webhook/field-map/apply-field-map.ts";
import { fieldMapSchema } from "../../shared/webhook/field-map/field-map.ts";
import { captures } from "../fixtures/captures.ts";

type EventMap = NonNullable<EventFacts["map"]>;

const text = readFileSync("docs/field-map.md", "utf8");
// The blocks of JSON in the order of the page.
const [payload, map, event, record, recordMap] = captures(
  text,
  /```json\n(.*?)```/gs,
).map((json): unknown => JSON.parse(json));

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
    expect(eventOf(record as object)).toEqual({
      type: "employee.terminated",
      data: { employeeId: "4711", lastDay: "2026-03-31", zone: "Europe/Oslo" },
    });
    const { contract_end, ...staying } = record as { contract_end: string };
    expect(contract_end).toContain("2026-03-31");
    expect(eventOf(staying)).toEqual({
      type: "employee.hired",
      data: {
        employeeId: "4711",
        name: { familyName: "Quist" },
        email: "zoe@example.com",
        startDate: "2019-08-15",
        address: { streetAddress: "Example Street 12" },
        tags: ["Blue", "Red"],
        zone: "Europe/Oslo",
      },
    });
  });

  test("lists the fields of each event, the required ones in bold", async () => {
    const rows = eventTypes.flatMap((type) => {
      const { map } = eventFactsOf(type);
      return map ? [`| \`${type}\` | ${fieldsIn(map)} |`] : [];
    });
    const table = `## Our fields\n\n| Event | Fields; **bold** fields are required |\n| --- | --- |\n${rows.join("\n")}\n`;
    const expected = text.replace(/## Our fields\n\n(?:\|.*\n)+/, () => table);
    await expect(
      await format(expected, { parser: "markdown", proseWrap: "preserve" }),
    ).toMatchFileSnapshot(join(import.meta.dirname, "../../docs/field-map.md"));
  });
});

function fieldsIn({ required, requiredOneOf = [], fields }: EventMap): string {
  const others = Object.keys(fields).filter(
    (field) => !required.includes(field) && !requiredOneOf.includes(field),
  );
  return [
    ...required.map((field) => `**\`${field}\`**`),
    ...(requiredOneOf.length > 0
      ? [
          `${requiredOneOf.map((field) => `\`${field}\``).join(" or ")} (one is required)`,
        ]
      : []),
    ...others.map((field) => `\`${field}\``),
  ].join(", ");
}
