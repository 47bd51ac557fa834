import { describe, expect, test } from "vitest";
import { terminationSchema } from "../../../../functions/offboarding/event.ts";
import { hireContentSchema } from "../../../../functions/onboarding/hire.ts";
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

describe("a hire of BambooHR", () => {
  test("is an update of an active employee, and onboarding accepts it", () => {
    expect(hired({})).toEqual({
      type: "employee.hired",
      timestamp: "2026-01-31T18:42:00.000Z",
      data: {
        employeeId: "12345",
        name: { givenName: "Zoë", familyName: "Quist" },
        email: "zoe@example.com",
        startDate: "2026-02-01",
        title: "Engineer",
        department: "Engineering",
        location: "Oslo",
        phones: [
          { value: "+47 1" },
          { value: "+47 2", label: "Mobile Phone Number" },
        ],
      },
    });
    const envelope = hired({});
    const data = envelope && "data" in envelope ? envelope.data : undefined;
    expect(hireContentSchema.safeParse(data).success).toBe(true);
  });

  test("is not the creation of the record, because an update with the fields follows", () => {
    expect(deliver(change("Created"))).toEqual([{ ignored: true }]);
  });

  test("is the update that brings the work e-mail, if it was missing before", () => {
    for (const email of ["", null, undefined])
      expect(
        deliver(change("Updated", { ...person, "Work Email": email })),
      ).toEqual([{ ignored: true }]);
  });

  test("has the preferred name before the first name", () => {
    expect(hired({ "Preferred Name": "Zo" })).toHaveProperty(
      "data.name.givenName",
      "Zo",
    );
    expect(hired({ "Preferred Name": "" })).toHaveProperty(
      "data.name.givenName",
      "Zoë",
    );
  });

  test("has no date where BambooHR writes 0000-00-00", () => {
    const envelope = hired({ "Hire Date": "0000-00-00" });
    expect(envelope).toHaveProperty("data.employeeId");
    expect(envelope).not.toHaveProperty("data.startDate");
  });
});

describe("a termination of BambooHR", () => {
  const terminated = (item: unknown) => {
    const [event] = deliver(item);
    return event && "envelope" in event ? event.envelope : event;
  };

  test("is an update to inactive, which offboarding accepts with the current time", () => {
    const envelope = terminated(
      change("Updated", { ...person, Status: "Inactive" }),
    );
    expect(envelope).toEqual({
      type: "employee.terminated",
      timestamp: "2026-01-31T18:42:00.000Z",
      data: { employeeId: "12345" },
    });
    expect(terminationSchema.safeParse({ employeeId: "12345" }).success).toBe(
      true,
    );
  });

  test("is recognized for an employee who never had a work e-mail", () => {
    const fields = { Status: "Inactive", "Work Email": "" };
    expect(terminated(change("Updated", fields))).toMatchObject({
      type: "employee.terminated",
    });
  });

  test("has the termination date as its last day, if the webhook sends it", () => {
    const fields = { Status: "Inactive", "Termination Date": "2026-01-31" };
    expect(terminated(change("Updated", fields))).toMatchObject({
      data: { employeeId: "12345", lastDay: "2026-01-31" },
    });
  });

  test("is also the deletion of a record", () => {
    expect(terminated(change("Deleted"))).toMatchObject({
      type: "employee.terminated",
      data: { employeeId: "12345" },
    });
  });
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
