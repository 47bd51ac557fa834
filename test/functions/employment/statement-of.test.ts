import { describe, expect, it } from "vitest";
import {
  statementOf,
  warningsOf,
} from "../../../functions/employment/statement-of.ts";
import { dayMs } from "../../../shared/durations.ts";
import { ruleSettings } from "../../../shared/runtime/settings.ts";
import { defaultsOf } from "../../fixtures/defaults-of.ts";
import { rows } from "../../fixtures/rows.ts";

const settings = {
  ...defaultsOf(ruleSettings),
  zone: "Europe/Oslo",
  minGraceDays: 0,
};

const eventAtMs = Date.parse("2026-03-01T23:30:00Z");
const day = (date: string) => Date.parse(date) / dayMs;
const instant = (date: string) => Date.parse(date);
/** A day, and when it begins or ends. */
const edge = (date: string, due: string) => ({
  day: day(date),
  dueMs: instant(due),
});

/** `set` changes settings, and the other options are fields of the operation. */
function read(
  type: `employee.${string}`,
  data: object = {},
  { set, ...operation }: { set?: object; mayUpdate?: boolean } = {},
) {
  const all = { ...settings, ...set };
  const statement = statementOf(
    {
      id: "op_1",
      type: type as "employee.hired",
      caller: "hr",
      eventAtMs,
      ...operation,
    },
    { employeeId: "e1", ...data },
    all,
  );
  return { statement, warnings: warningsOf(statement, data, all) };
}

describe("an event as a statement", () => {
  it.each([
    ...rows<[title: string, kind: string, data: object, part: object]>`
    without a zone, the zone of the deployment counts | hired | ${{ startDate: "2026-03-10" }} | ${{ ownDay: day("2026-03-02"), start: edge("2026-03-10", "2026-03-09T23:00:00Z") }}
    a start with a time counts by the day at its own offset | hired | ${{ startDate: "2026-03-10T00:30:00+13:00" }} | ${{ start: edge("2026-03-10", "2026-03-09T11:30:00Z") }}
    a last day falls due as it ends | terminated | ${{ lastDay: "2026-03-31" }} | ${{ lastDay: edge("2026-03-31", "2026-03-31T22:00:00Z") }}
    a change counts from its effective date | changed | ${{ effectiveDate: "2026-03-10", title: null }} | ${{ effective: edge("2026-03-10", "2026-03-09T23:00:00Z"), fields: ["/title"] }}
    a resumption is a statement of its own kind | resumed | ${{}} | ${{ kind: "resumed" }}
    an adoption is a statement of its own kind | adopted | ${{}} | ${{ kind: "adopted", mayOffboard: false }}
    a cancellation is a statement of its own kind | termination_cancelled | ${{}} | ${{ kind: "termination_cancelled" }}
  `,
    [
      "a start without a time begins in the zone of the event, whose day is its own day too",
      "hired",
      { startDate: "2026-03-10", zone: "America/New_York" },
      {
        ownDay: day("2026-03-01"),
        start: edge("2026-03-10", "2026-03-10T04:00:00Z"),
      },
    ],
    [
      "a suspension begins as its first day begins, and ends as its last day ends",
      "suspended",
      { from: "2026-03-10", until: "2026-03-12" },
      {
        from: edge("2026-03-10", "2026-03-09T23:00:00Z"),
        until: edge("2026-03-12", "2026-03-12T23:00:00Z"),
      },
    ],
    [
      "a part of the name sets the full name, and an avatar and each identity is a field",
      "changed",
      {
        name: { givenName: "Ada" },
        address: { locality: "Oslo" },
        avatar: { url: "https://example.com/a.png" },
        identities: { slack: "T1:U1", teams: null },
      },
      {
        fields: [
          "/name/givenName",
          "/address/locality",
          "/name/formatted",
          "/avatar",
          "/identities/slack",
          "/identities/teams",
        ],
      },
    ],
    [
      "tasks, streams and zone of a hire are fields too",
      "hired",
      {
        username: "ada",
        phones: [{ value: "1", label: "Phone Number" }],
        tasks: [{ subject: "Read", dueInDays: 1 }],
        streams: ["Team"],
        zone: "Europe/Oslo",
      },
      { fields: ["/username", "/phones", "/tasks", "/streams", "/zone"] },
    ],
  ])("%s", (_, kind, data, part) => {
    expect(read(`employee.${kind}`, data).statement).toMatchObject(part);
  });

  it("a status is refused, because it says nothing about the employment", () => {
    expect(() =>
      statementOf(
        { id: "op_1", type: "status.set", caller: "chat", eventAtMs },
        {},
        settings,
      ),
    ).toThrow(RangeError);
  });

  it("a statement has the rights of the caller, and whether it is an identity provider", () => {
    const rights = { mayOffboard: true, mayUpdate: true, byProvider: true };
    expect(read("employee.hired", {}, rights).statement).toMatchObject(rights);
    const { statement } = read("employee.hired");
    expect(statement).toMatchObject({ mayOffboard: false, mayUpdate: false });
    expect(statement).not.toHaveProperty("byProvider");
  });

  it.each(rows<[title: string, data: object, options: object, marks: string[]]>`
    a hire without a start date opens the next employment | ${{}} | ${{ set: { rehireWithoutStartDate: "accept" } }} | ${["opensWithoutStart"]}
    a hire with a start date opens an employment without a mark | ${{ startDate: "2026-03-10" }} | ${{ set: { rehireWithoutStartDate: "accept" } }} | ${[]}
    a repeated hire changes the person | ${{}} | ${{ mayUpdate: true, set: { repeatedHire: "update" } }} | ${["updatesAsRepetition"]}
    a repeated hire changes nothing, and one without a start date opens nothing | ${{}} | ${{ mayUpdate: true }} | ${[]}
    a repeated hire of a caller without the scope changes nothing | ${{}} | ${{ set: { repeatedHire: "update" } }} | ${[]}
  `)(
    "a statement keeps what the settings of now allow: %s",
    (_, data, options, marks) => {
      const { statement } = read("employee.hired", data, options);
      expect(
        Object.keys(statement).filter((one) => /^opens|^updates/.test(one)),
      ).toEqual(marks);
    },
  );

  // Columns: title, data, settings, disposition, days of grace, warnings.
  it.each(rows<[string, object, object, string, number, object[]]>`
    the settings decide what the event leaves open | ${{}} | ${{}} | delete | ${7} | ${[]}
    an event can keep the person | ${{ disposition: "disable" }} | ${{}} | disable | ${7} | ${[]}
    an event cannot delete a person whom the settings keep | ${{ disposition: "delete" }} | ${{ leaverDisposition: "disable" }} | disable | ${7} | ${[{ about: "/disposition", reason: "deletion-not-allowed" }]}
    an event can lengthen the grace | ${{ graceDays: 30 }} | ${{}} | delete | ${30} | ${[]}
    an event can shorten the grace | ${{ graceDays: 1 }} | ${{}} | delete | ${1} | ${[]}
    an event cannot shorten the grace below its minimum | ${{ graceDays: 1 }} | ${{ minGraceDays: 3 }} | delete | ${3} | ${[{ about: "/graceDays", reason: "grace-raised" }]}
    the minimum raises the usual grace too | ${{}} | ${{ minGraceDays: 10 }} | delete | ${10} | ${[{ about: "/graceDays", reason: "grace-raised" }]}
  `)("%s", (_, data, set, disposition, graceDays, warnings) => {
    expect(read("employee.terminated", data, { set })).toMatchObject({
      statement: { terms: { disposition, graceDays } },
      warnings,
    });
  });

  it.each(rows<[data: object, isUsual: boolean]>`
    ${{}} | ${true}
    ${{ lastDay: "2026-03-31" }} | ${true}
    ${{ disposition: "delete" }} | ${false}
    ${{ graceDays: 0 }} | ${false}
  `)("a termination with %j has the usual terms: %s", (data, isUsual) => {
    const { statement } = read("employee.terminated", data);
    expect("hasUsualTerms" in statement).toBe(isUsual);
  });

  it("warns that the platform cannot write a manager", () => {
    expect(read("employee.changed", { manager: "e2" })).toMatchObject({
      warnings: [{ about: "/manager", reason: "not-supported-by-platform" }],
    });
  });
});

it("a day that begins when the clocks skip midnight falls due at the change", () => {
  const zone = "America/Santiago";
  expect(
    read("employee.hired", { startDate: "2026-09-06", zone }).statement,
  ).toMatchObject({ start: { dueMs: instant("2026-09-06T04:00:00Z") } });
});
