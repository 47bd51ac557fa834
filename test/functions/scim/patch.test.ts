import { describe, expect, test } from "vitest";
import {
  readUser,
  type ScimObject,
} from "../../../functions/scim/attributes.ts";
import { applyPatch, readPatch } from "../../../functions/scim/patch.ts";
import { patchOp } from "./scim-client.ts";

const core = "urn:ietf:params:scim:schemas:core:2.0:User";
const ent = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const work = { type: "work", value: "ada@example.com", primary: true };

const before = readUser(
  {
    userName: "ada",
    active: true,
    title: "Engineer",
    name: { givenName: "Ada", familyName: "Byron" },
    emails: [work],
  },
  {},
);

const patched = (operations: unknown[], isStrict = false): ScimObject => {
  const options = { isStrict };
  return applyPatch(
    before,
    readPatch(patchOp(...operations), options),
    options,
  );
};

describe("what identity providers send, by the cause of each quirk", () => {
  test.each<[string, unknown[], ScimObject]>([
    [
      "a boolean as text, in any case",
      [{ op: "Replace", path: "active", value: "False" }],
      { ...before, active: false },
    ],
    [
      "a verb with a capital",
      [{ op: "Add", path: "title", value: "Lead" }],
      { ...before, title: "Lead" },
    ],
    [
      "an object with dotted and URN keys and no path",
      [
        {
          op: "replace",
          value: { "name.givenName": "K", [`${ent}:employeeNumber`]: "7" },
        },
      ],
      {
        ...before,
        name: { givenName: "K", familyName: "Byron" },
        [ent]: { employeeNumber: "7" },
      },
    ],
    [
      "an object with active and no path",
      [{ op: "replace", value: { active: false } }],
      { ...before, active: false },
    ],
    [
      "an added value by a path that matches nothing",
      [{ op: "Add", path: 'emails[type eq "other"].value', value: "a@b.c" }],
      { ...before, emails: [work, { type: "other", value: "a@b.c" }] },
    ],
    [
      "a replaced value by a path that matches nothing",
      [
        {
          op: "Replace",
          path: 'phoneNumbers[type eq "mobile"].value',
          value: "1",
        },
      ],
      { ...before, phoneNumbers: [{ type: "mobile", value: "1" }] },
    ],
    [
      "a removed value by a path that matches nothing",
      [{ op: "Remove", path: 'phoneNumbers[type eq "mobile"].value' }],
      before,
    ],
    [
      "a path with the URN of the core",
      [{ op: "replace", path: `${core}:userName`, value: "countess" }],
      { ...before, userName: "countess" },
    ],
    [
      "a manager as text and as object, which is never kept",
      [
        { op: "add", path: `${ent}:manager`, value: "2c2f" },
        { op: "add", path: `${ent}:manager`, value: { value: "2c2f" } },
        { op: "Add", path: "manager", value: null },
      ],
      before,
    ],
    [
      "a department each cycle",
      [
        { op: "Add", path: `${ent}:department`, value: "X" },
        { op: "Add", path: `${ent}:department`, value: "X" },
      ],
      { ...before, [ent]: { department: "X" } },
    ],
    [
      "an attribute that nobody knows",
      [
        { op: "Add", path: 'badges[type eq "x"].value', value: "1" },
        { op: "Add", path: "urn:example:other:2.0:User:shoe", value: "1" },
      ],
      before,
    ],
    [
      "an address with a part that matches nothing yet",
      [
        {
          op: "Add",
          path: 'addresses[type eq "work"].locality',
          value: "Bonn",
        },
      ],
      { ...before, addresses: [{ type: "work", locality: "Bonn" }] },
    ],
    ["an empty list of operations", [], before],
    [
      "an empty text and null to clear a value",
      [
        { op: "Replace", path: "title", value: "" },
        { op: "Replace", path: "name.familyName", value: null },
      ],
      {
        userName: "ada",
        active: true,
        name: { givenName: "Ada" },
        emails: [work],
      },
    ],
    [
      "names in any case",
      [{ OP: "REPLACE", PATH: 'EMAILS[TYPE EQ "WORK"].VALUE', VALUE: "n@b.c" }],
      { ...before, emails: [{ ...work, value: "n@b.c" }] },
    ],
  ])("%s", (_, operations, after) => {
    expect(patched(operations)).toEqual(after);
  });
});

describe("a change", () => {
  test.each<[string, unknown, ScimObject["emails"] | undefined]>([
    [
      "adds to a list",
      { op: "add", path: "emails", value: [{ value: "b@c.d" }] },
      [work, { value: "b@c.d" }],
    ],
    [
      "adds no value twice",
      { op: "add", path: "emails", value: [work] },
      [work],
    ],
    [
      "replaces a list",
      { op: "replace", path: "emails", value: { value: "b@c.d" } },
      [{ value: "b@c.d" }],
    ],
    [
      "takes one value as a list",
      { op: "replace", path: "emails", value: "b@c.d" },
      [{ value: "b@c.d" }],
    ],
    ["removes a list", { op: "remove", path: "emails" }, undefined],
    [
      "removes what matches",
      { op: "remove", path: 'emails[type eq "work"]' },
      undefined,
    ],
    [
      "removes an entry whose value is removed",
      { op: "remove", path: 'emails[type eq "work"].value' },
      undefined,
    ],
    [
      "leaves one primary value, which is the newest",
      { op: "add", path: "emails", value: [{ value: "b@c.d", primary: true }] },
      [
        { ...work, primary: false },
        { value: "b@c.d", primary: true },
      ],
    ],
    [
      "changes a part of all values",
      { op: "replace", path: "emails.type", value: "home" },
      [{ ...work, type: "home" }],
    ],
    [
      "merges an object into what matches",
      {
        op: "replace",
        path: 'emails[type eq "work"]',
        value: { value: "b@c.d" },
      },
      [{ ...work, value: "b@c.d" }],
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
    const changes = readPatch(
      patchOp(
        {
          op: "replace",
          path: 'emails[type eq "home"].primary',
          value: "True",
        },
        { op: "replace", path: 'emails[type eq "work"].primary', value: true },
      ),
      {},
    );
    expect(applyPatch({ ...before, emails }, changes, {})["emails"]).toEqual([
      work,
      { type: "home", value: "h@b.c", primary: false },
    ]);
  });

  test.each([
    [{ op: "remove" }, "noTarget"],
    [{ op: "replace", value: "x" }, "invalidValue"],
    [{ op: "replace", value: ["x"] }, "invalidValue"],
    [{ op: "replace", path: "active", value: "maybe" }, "invalidValue"],
    [{ op: "replace", path: "title", value: { a: 1 } }, "invalidValue"],
    [{ op: "replace", path: "name", value: "Ada" }, "invalidValue"],
    [
      { op: "replace", path: "title", value: "x".repeat(2_001) },
      "invalidValue",
    ],
    [{ op: "replace", path: "title", value: "\uD800" }, "invalidValue"],
    [{ op: "replace", path: "emails[", value: "x" }, "invalidPath"],
    [{ op: "move", path: "title", value: "x" }, "invalidSyntax"],
    [{ path: "title", value: "x" }, "invalidSyntax"],
    ["x", "invalidSyntax"],
    [null, "invalidSyntax"],
  ])("%j is refused as %s, and nothing is changed", (operation, scimType) => {
    const all = [{ op: "replace", path: "title", value: "Lead" }, operation];
    expect(() => patched(all)).toThrow(
      expect.objectContaining({ status: 400, scimType }),
    );
    expect(before["title"]).toBe("Engineer");
  });

  test.each([
    [[{ op: "add", path: "shoe", value: "x" }]],
    [[{ op: "replace", value: { title: "x" } }]],
    [[]],
  ])("%j is refused in strict mode as invalidSyntax", (operations) => {
    expect(() => patched(operations, true)).toThrow(
      expect.objectContaining({ status: 400, scimType: "invalidSyntax" }),
    );
  });

  test("of an attribute that we never keep is none in strict mode", () => {
    const operations = [
      "password",
      `${ent}:manager`,
      'photos[type eq "photo"].value',
    ];
    expect(
      patched(
        operations.map((path) => ({ op: "Add", path, value: "x" })),
        true,
      ),
    ).toEqual(before);
  });

  test.each([
    "__proto__",
    "constructor",
    "prototype",
    "__proto__.polluted",
    "name.__proto__",
  ])("of %s reaches no prototype", (path) => {
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

test("a user is read without what we never keep, and with the values as they were sent", () => {
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
