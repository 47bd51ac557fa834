import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { issueTextsOf } from "../../../shared/webhook/validation-issues.ts";
import {
  createRulesSchema,
  takeRules,
  type TemplatedHire,
} from "../../../shared/person/templates.ts";
import { rows } from "../../fixtures/rows.ts";

const rule = (name: string, changes: object = {}) => ({ name, ...changes });
const namesOf = (hire: TemplatedHire, rules: object[]) =>
  takeRules(hire, z.parse(createRulesSchema(), rules)).map(({ name }) => name);

describe("the rules that a hire takes", () => {
  const sales = rule("sales", {
    when: { department: ["Sales", "Pre-sales"], location: ["Bern"] },
  });
  test.each([
    ["both fields match", true, { department: "Pre-sales", location: "Bern" }],
    ["the case differs", true, { department: "SALES", location: "bern" }],
    ["one field differs", false, { department: "Sales", location: "Zurich" }],
    ["one field begins alike", false, { department: "Sale", location: "Bern" }],
    ["one field is missing", false, { department: "Sales" }],
  ])("a rule with two conditions is taken if %s: %s", (_, isTaken, hire) => {
    expect(namesOf(hire, [sales])).toEqual(isTaken ? ["sales"] : []);
  });

  test.each([
    [{ startsWith: "zür" }, "Zürich", true],
    [{ startsWith: "rich" }, "Zürich", false],
    [{ startsWith: "Zürich" }, "Zu\u0308rich, Seefeld", true],
    [{ startsWith: "Z" }, undefined, false],
    [{ isPresent: true }, "Bern", true],
    [{ isPresent: true }, undefined, false],
    [{ isPresent: false }, undefined, true],
    [{ isPresent: false }, "Bern", false],
  ])("the condition %o for the location %s: %s", (location, value, isTaken) => {
    expect(
      namesOf({ location: value }, [rule("one", { when: { location } })]),
    ).toEqual(isTaken ? ["one"] : []);
  });

  test.each(["department", "location", "company", "title"] as const)(
    "a rule may depend on the %s",
    (field) => {
      const rules = [rule("one", { when: { [field]: ["A"] } })];
      expect(namesOf({ [field]: "A" }, rules)).toEqual(["one"]);
      expect(namesOf({ [field]: "B" }, rules)).toEqual([]);
    },
  );

  test("the first rule that matches ends the search, unless it merges", () => {
    const never = { when: { title: ["Nobody"] } };
    const bern = { when: { location: ["Bern"] } };
    const rules = [
      rule("other", never),
      rule("merges", { merge: true }),
      rule("bern", bern),
      rule("all"),
    ];
    expect(namesOf({ location: "Bern" }, rules)).toEqual(["merges", "bern"]);
    expect(namesOf({}, rules)).toEqual(["merges", "all"]);
    expect(namesOf({}, rules.slice(0, 2))).toEqual(["merges"]);
    const withoutMerge = [rule("bern", { ...bern, merge: false }), rule("all")];
    expect(namesOf({ location: "Bern" }, withoutMerge)).toEqual(["bern"]);
  });

  test("a hire takes a rule unless it names both tasks and streams", () => {
    expect(namesOf({ tasks: [], streams: [] }, [rule("all")])).toEqual([]);
    expect(namesOf({ tasks: [] }, [rule("all")])).toEqual(["all"]);
    expect(namesOf({ streams: [] }, [rule("all")])).toEqual(["all"]);
  });
});

describe("the setting of the rules", () => {
  const issuesOf = (rules: unknown) => {
    const { error } = z.safeParse(createRulesSchema(), rules);
    return error ? issueTextsOf(error) : [];
  };
  const withTask = (subject: string) => [
    rule("one", { tasks: [{ subject, dueInDays: 1 }] }),
  ];

  const at = (pointer: string): unknown =>
    expect.stringMatching(new RegExp(`^${pointer} `));
  const unreached = "is never reached, because a rule above it always matches";
  test.each(rows<[string, unknown, string[]]>`
    two rules of one name | ${[rule("one", { merge: true }), rule("one")]} | ${["#/1/name must be unique"]}
    rules below one that always matches | ${[rule("all"), rule("late"), rule("later", { merge: true })]} | ${[`#/1 ${unreached}`, `#/2 ${unreached}`]}
    more than 100 rules | ${Array.from({ length: 101 }, (_, n) => rule(`r${n}`, { merge: true }))} | ${["# must be a list of at most 100 rules"]}
    an unknown placeholder | ${withTask("Welcome {firstName}")} | ${["#/0/tasks/0/subject must have no other placeholders than {givenName}, {familyName}, {startDate}"]}
    a subject that can grow too long | ${withTask(`{givenName}{familyName}${"x".repeat(56)}`)} | ${["#/0/tasks/0/subject must have at most 255 characters, where each name counts as 100"]}
    a condition of another form | ${[rule("one", { when: { title: { endsWith: "x" } } })]} | ${['#/0/when/title must be a list of values, {"startsWith": "..."} or {"isPresent": true or false}']}
    a name with a line break | ${[rule("a\nb")]} | ${["#/0/name must be 1 to 60 letters, digits, spaces, dots, hyphens and underscores"]}
    a task that is due too late | ${[rule("one", { tasks: [{ subject: "Read", dueInDays: 3_651 }] })]} | ${["#/0/tasks/0/dueInDays must be a whole number from 0 to 3650"]}
    a task without a day and a subject | ${[rule("one", { tasks: [{ subject: "" }] })]} | ${[at("#/0/tasks/0/subject"), at("#/0/tasks/0/dueInDays")]}
    more than 50 tasks and 10 streams | ${[rule("one", { tasks: Array(51).fill({ subject: "Read", dueInDays: 1 }), streams: Array(11).fill("Sales") })]} | ${[at("#/0/tasks"), at("#/0/streams")]}
    a field that no rule has | ${[rule("one", { task: [] })]} | ${["#/0/task is not a known field"]}
    a condition about another field | ${[rule("one", { when: { departement: ["Sales"] } })]} | ${["#/0/when/departement is not a known field"]}
    a condition without a value | ${[rule("one", { when: { location: [], title: [""], company: { startsWith: "" } } })]} | ${[at("#/0/when/location"), at("#/0/when/company/startsWith"), at("#/0/when/title/0")]}
    a condition of two forms | ${[rule("one", { when: { title: { startsWith: "Z", isPresent: true } } })]} | ${[at("#/0/when/title")]}
  `)("refuses %s", (_, rules, issues) => {
    expect(issuesOf(rules)).toEqual(issues);
  });

  test("takes a rule with conditions above one without, and texts of the largest size", () => {
    expect(
      issuesOf([
        rule("Ä b-1_.c", { when: { title: ["Boss"] } }),
        ...withTask(`{givenName}{familyName}{startDate}${"x".repeat(45)}`),
      ]),
    ).toEqual([]);
  });
});
