import { describe, expect, test } from "vitest";
import {
  applyPatch,
  readPatch,
  readUser,
} from "../../../functions/scim/patch.ts";
import { toJson } from "../../../functions/scim/resource.ts";
import { enterpriseUrn as ent, patchOp } from "./scim-client.ts";
import { rows } from "../../fixtures/rows.ts";

const core = "urn:ietf:params:scim:schemas:core:2.0:User";
const work = { type: "work", value: "ada@example.com", primary: true };

const op = (verb: string, path: string, value?: unknown) => ({
  op: verb,
  path,
  value,
});
const before = {
  userName: "ada",
  active: true,
  title: "Engineer",
  name: { givenName: "Ada", familyName: "Byron" },
  emails: [work],
};

const user = readUser(before, {});
/** The user after a change. */
const patched = (
  operations: unknown[],
  { isStrict = false, from = user } = {},
) => {
  const changes = readPatch(patchOp(...operations), { isStrict });
  return toJson(applyPatch(from, changes, { isStrict }));
};

test.each<[title: string, operations: unknown[], changes: object]>([
  ...rows<[title: string, operations: unknown[], changes: object]>`
  a boolean as text, in any case | ${[op("Replace", "active", "False")]} | ${{ active: false }}
  a verb with a capital | ${[op("Add", "title", "Lead")]} | ${{ title: "Lead" }}
  an object with active and no path | ${[{ op: "replace", value: { active: false } }]} | ${{ active: false }}
  an added value by a path that matches nothing | ${[op("Add", 'emails[type eq "other"].value', "a@b.c")]} | ${{ emails: [work, { type: "other", value: "a@b.c" }] }}
  a replaced value by a path that matches nothing | ${[op("Replace", 'phoneNumbers[type eq "mobile"].value', "1")]} | ${{ phoneNumbers: [{ type: "mobile", value: "1" }] }}
  a removed value by a path that matches nothing | ${[{ op: "Remove", path: 'phoneNumbers[type eq "mobile"].value' }]} | ${{}}
  a path with the URN of the core | ${[op("replace", `${core}:userName`, "countess")]} | ${{ userName: "countess" }}
  a manager as text and as object, which is never kept | ${[op("add", `${ent}:manager`, "2c2f"), op("add", `${ent}:manager`, { value: "2c2f" }), op("Add", "manager", null)]} | ${{}}
  a department that is there already | ${[op("Add", `${ent}:department`, "X"), op("Add", `${ent}:department`, "X")]} | ${{ [ent]: { department: "X" } }}
  an unknown attribute | ${[op("Add", 'badges[type eq "x"].value', "1"), op("Add", "urn:example:other:2.0:User:shoe", "1")]} | ${{}}
  an address with a part that matches nothing yet | ${[op("Add", 'addresses[type eq "work"].locality', "Bonn")]} | ${{ addresses: [{ type: "work", locality: "Bonn" }] }}
  an empty list of operations | ${[]} | ${{}}
  an empty text in an object | ${[{ op: "replace", value: { name: { familyName: "" }, title: null } }]} | ${{ title: undefined, name: { givenName: "Ada" } }}
  an empty text to clear all parts | ${[op("Replace", "name", "")]} | ${{ name: undefined }}
  an empty path | ${[{ op: "replace", path: "", value: { title: "Lead" } }]} | ${{ title: "Lead" }}
  an empty text and null to clear a value | ${[op("Replace", "title", ""), op("Replace", "name.familyName", null)]} | ${{ title: undefined, name: { givenName: "Ada" } }}
  names in any case | ${[{ OP: "REPLACE", PATH: 'EMAILS[TYPE EQ "WORK"].VALUE', VALUE: "n@b.c" }]} | ${{ emails: [{ ...work, value: "n@b.c" }] }}
`,
  [
    "an object with dotted and URN keys and no path",
    [
      {
        op: "replace",
        value: { "name.givenName": "K", [`${ent}:employeeNumber`]: "7" },
      },
    ],
    {
      name: { givenName: "K", familyName: "Byron" },
      [ent]: { employeeNumber: "7" },
    },
  ],
])("a PATCH that identity providers send: %s", (_, operations, changes) => {
  expect(patched(operations)).toEqual({ ...before, ...changes });
});

describe("a change", () => {
  test.each<[title: string, operation: unknown, emails?: object]>([
    ...rows<[title: string, operation: unknown, emails?: object]>`
    adds to a list | ${op("add", "emails", [{ value: "b@c.d" }])} | ${[work, { value: "b@c.d" }]}
    adds no value twice | ${op("add", "emails", [work])} | ${[work]}
    replaces a list | ${op("replace", "emails", { value: "b@c.d" })} | ${[{ value: "b@c.d" }]}
    takes one value as a list | ${op("replace", "emails", "b@c.d")} | ${[{ value: "b@c.d" }]}
    removes a list | ${{ op: "remove", path: "emails" }}
    removes what matches | ${{ op: "remove", path: 'emails[type eq "work"]' }}
    removes an entry whose value is removed | ${{ op: "remove", path: 'emails[type eq "work"].value' }}
    changes a part of all values | ${op("replace", "emails.type", "home")} | ${[{ ...work, type: "home" }]}
    clears a list by an empty one | ${op("replace", "emails", [])}
    merges an object into what matches | ${op("replace", 'emails[type eq "work"]', { value: "b@c.d" })} | ${[{ ...work, value: "b@c.d" }]}
  `,
    [
      "leaves one primary value, which is the newest",
      op("add", "emails", [{ value: "b@c.d", primary: true }]),
      [
        { ...work, primary: false },
        { value: "b@c.d", primary: true },
      ],
    ],
  ])("%s", (_, operation, emails) => {
    const { emails: after } = patched([operation]);
    expect(after).toEqual(emails);
  });

  test("keeps the parts of a name that it does not say", () => {
    const value = { name: { familyName: "King" } };
    expect(patched([{ op: "replace", value }])["name"]).toEqual({
      givenName: "Ada",
      familyName: "King",
    });
  });

  test("makes an earlier value the primary one", () => {
    const emails = [work, { type: "home", value: "h@b.c" }];
    const two = readUser({ ...before, emails }, {});
    const primary = (type: string, value: unknown) =>
      op("replace", `emails[type eq "${type}"].primary`, value);
    const operations = [primary("home", "True"), primary("work", true)];
    expect(patched(operations, { from: two })["emails"]).toEqual([
      work,
      { type: "home", value: "h@b.c", primary: false },
    ]);
  });

  test("is refused if it would leave more than 50 values", () => {
    const more = Array.from({ length: 50 }, (_, at) => `a${at}@b.c`);
    expect(() => patched([op("add", "emails", more)])).toThrow(
      expect.objectContaining({ status: 400, scimType: "invalidValue" }),
    );
    expect(patched([op("replace", "emails", more)])["emails"]).toHaveLength(50);
  });

  test.each(rows<[object | string | null, string]>`
    ${op("replace", "name", undefined)} | invalidValue
    ${{ op: "remove" }} | noTarget
    ${op("remove", "")} | noTarget
    ${{ op: "replace", value: "x" }} | invalidValue
    ${{ op: "replace", value: ["x"] }} | invalidValue
    ${{ op: "replace", path: "active", value: "maybe" }} | invalidValue
    ${{ op: "replace", path: "title", value: { a: 1 } }} | invalidValue
    ${{ op: "replace", path: "name", value: "Ada" }} | invalidValue
    ${{ op: "replace", path: "title", value: "x".repeat(2_001) }} | invalidValue
    ${{ op: "replace", path: "title", value: "\uD800" }} | invalidValue
    ${{ op: "replace", path: "emails[", value: "x" }} | invalidPath
    ${{ op: "move", path: "title", value: "x" }} | invalidSyntax
    ${{ path: "title", value: "x" }} | invalidSyntax
    x | invalidSyntax
    ${null} | invalidSyntax
  `)("%j is refused as %s, and nothing is changed", (operation, scimType) => {
    const all = [{ op: "replace", path: "title", value: "Lead" }, operation];
    expect(() => patched(all)).toThrow(
      expect.objectContaining({ status: 400, scimType }),
    );
    expect(user["title"]).toBe("Engineer");
  });

  test.each([
    [[{ op: "add", path: "shoe", value: "x" }]],
    [[{ op: "replace", value: { title: "x" } }]],
    [[]],
  ])("%j is refused in strict mode as invalidSyntax", (operations) => {
    expect(() => patched(operations, { isStrict: true })).toThrow(
      expect.objectContaining({ status: 400, scimType: "invalidSyntax" }),
    );
  });

  test("changes nothing in strict mode if we never keep the attribute", () => {
    const operations = [
      "password",
      `${ent}:manager`,
      'photos[type eq "photo"].value',
    ];
    expect(
      patched(
        operations.map((path) => ({ op: "Add", path, value: "x" })),
        { isStrict: true },
      ),
    ).toEqual(before);
  });

  test.each([
    "__proto__",
    "constructor",
    "prototype",
    "__proto__.polluted",
    "name.__proto__",
  ])("reaches no prototype by %s", (path) => {
    const value = { polluted: "yes", toString: "yes" };
    for (const operation of [
      { op: "add", path, value },
      {
        op: "add",
        value: JSON.parse(`{"${path}":{"polluted":"yes"}}`) as unknown,
      },
      { op: "remove", path },
    ])
      expect(patched([operation])).toEqual(before);
    expect(Object.prototype).not.toHaveProperty("polluted");
  });
});

test("a user is read with our names and types of attributes, and without those that we never keep", () => {
  const read = readUser(
    JSON.parse(
      '{"__proto__":{"x":1},"schemas":["s"],"ID":"mine","USERNAME":"Ada","password":"secret","photos":[{"value":"https://x"}],"shoe":"7","Active":"True","emails":{"Value":"A@b.c","Primary":"TRUE"},"meta":{},"externalId":7}',
    ) as unknown,
    {},
  );
  expect(read).toEqual({
    externalId: "7",
    userName: "Ada",
    active: true,
    emails: [{ value: "A@b.c", primary: true }],
  });
});
