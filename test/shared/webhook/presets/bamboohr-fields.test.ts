import { describe, expect, test } from "vitest";
import { applyFieldMap } from "../../../../shared/webhook/field-map/apply-field-map.ts";
import { fieldMapSchema } from "../../../../shared/webhook/field-map/field-map.ts";
import { bambooHrFields } from "../../../../shared/webhook/presets/bamboohr-fields.ts";

const map = fieldMapSchema.parse(bambooHrFields["map"]);

const person = {
  "Employee #": "9",
  "First Name": "Zoë",
  "Last Name": "Quist",
  "Work Email": "zoe@example.com",
  "Job Title": "Engineer",
  Department: "Engineering",
  Location: "Oslo",
  "Hire Date": "2026-02-01",
  "Work Phone": "+47 1",
  "Mobile Phone": "+47 2",
  "Termination Date": "0000-00-00",
  Status: "Active",
};

const change = (
  action: string | undefined,
  fields: Record<string, unknown> = {},
  id: unknown = "12345",
) => ({
  action,
  id,
  fields,
  changedFields: Object.keys(fields),
  timestamp: "2026-01-31T18:42:00+0000",
});

const deliver = (...employees: unknown[]) =>
  applyFieldMap(map, { employees }, { nowMs: 0, zone: "UTC" });

function hired(fields: Record<string, unknown>) {
  const [event] = deliver(change("Updated", { ...person, ...fields }));
  return event && "envelope" in event ? event.envelope : event;
}

test("a hire has no date where BambooHR writes 0000-00-00", () => {
  const envelope = hired({ "Hire Date": "0000-00-00" });
  expect(envelope).toHaveProperty("data.employeeId");
  expect(envelope).not.toHaveProperty("data.startDate");
});

describe("one body of BambooHR with several employees", () => {
  test("is several events, each with its own fingerprint, which a repetition keeps", () => {
    const send = () =>
      deliver(
        change("Updated", person, 1),
        change("Deleted", {}, 2),
        change("Created", {}, 3),
        change("Updated", person, 4),
      );
    const prints = send().map((event) =>
      "envelope" in event ? event.fingerprint : "none",
    );
    expect(new Set(prints).size).toBe(4);
    expect(send()).toEqual(send());
  });
});

describe("a BambooHR webhook with other settings", () => {
  test("gets an issue if it sends no Status, because hire and termination look the same", () => {
    const { Status: _, ...fields } = person;
    expect(deliver(change("Updated", fields))).toEqual([
      {
        issues: [
          {
            pointer: "#/employees/0/fields/Status",
            detail: "must be given: the map derives the event type from it",
          },
        ],
      },
    ]);
  });

  test("is refused if it is event-based, because it has no fields", () => {
    const body = {
      type: "employee.updated",
      timestamp: "2026-01-31T18:42:00+0000",
      data: { companyId: "1", employeeId: "2", changedFields: ["firstName"] },
    };
    expect(applyFieldMap(map, body, { nowMs: 0, zone: "UTC" })).toEqual([
      { issues: [{ pointer: "#/employees", detail: "must be an array" }] },
    ]);
  });
});
