import { describe, expect, test } from "vitest";
import {
  userLookupOf,
  parseFilter,
  parsePath,
} from "../../../functions/scim/filter.ts";
import { readUser } from "../../../functions/scim/patch.ts";
import { rows } from "../../fixtures/rows.ts";
import { enterpriseUrn as enterprise } from "./scim-client.ts";

const ada = {
  ...readUser(
    {
      userName: "Ada@Example.com",
      externalId: "Ext-1",
      active: true,
      title: 'the "first"',
      name: { givenName: "Ada", familyName: "Byron" },
      emails: [
        { type: "work", value: "ada@example.com", primary: true },
        { type: "home", value: "ada@home.example" },
      ],
      [enterprise]: { department: "Engines", employeeNumber: "7" },
    },
    {},
  ),
  id: "Id-1",
};

describe("a filter", () => {
  test.each(rows<[filter: string, fits: boolean]>`
    userName eq "ada@example.com" | ${true}
    USERNAME Eq "ADA@EXAMPLE.COM" | ${true}
    urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@example.com" | ${true}
    userName eq "ada" | ${false}
    externalId eq "Ext-1" | ${true}
    externalId eq "ext-1" | ${false}
    id eq "Id-1" | ${true}
    urn:ietf:params:scim:schemas:core:2.0:User:id eq "Id-1" | ${true}
    ${`${enterprise}:employeeNumber eq 7`} | ${true}
    id eq "id-1" | ${false}
    active eq true | ${true}
    active eq "True" | ${true}
    active eq false | ${false}
    title eq "the \\"first\\"" | ${true}
    name.givenName eq "ada" | ${true}
    name pr | ${true}
    nickName pr | ${false}
    emails eq "ada@home.example" | ${true}
    emails.value eq "ada@home.example" | ${true}
    emails[type eq "work"].value eq "ada@example.com" | ${true}
    emails[type eq "work"].value eq "ada@home.example" | ${false}
    emails[type eq "home" and value eq "ada@home.example"] | ${true}
    emails[type eq "work" and value eq "ada@home.example"] | ${false}
    emails[primary eq true] pr | ${true}
    ${`${enterprise}:department eq "Engines"`} | ${true}
    ${`${enterprise}:employeeNumber eq "8"`} | ${false}
    userName eq "x" or name.familyName eq "Byron" | ${true}
    userName eq "x" or title pr and nickName pr | ${false}
    emails[type eq "x"] or title pr | ${true}
    (userName eq "x" or title pr) and active eq true | ${true}
    userName eq "x" and active eq true | ${false}
  `)("%s fits: %s", (text, fits) => {
    expect(parseFilter(text).fits(ada)).toBe(fits);
  });

  test.each([
    "",
    "userName",
    "userName eq",
    "userName eq ada",
    'userName eq "ada',
    'userName sw "a"',
    'not (userName eq "a")',
    'userName eq "a" and',
    'userName eq "a" xor title pr',
    '(userName eq "a"',
    'userName eq "a")',
    'shoeSize eq "7"',
    'password eq "x"',
    '__proto__ eq "x"',
    'constructor.name eq "x"',
    'name eq "a"',
    'active eq "maybe"',
    'name[givenName eq "a"]',
    'emails[type eq "work"',
    'emails[shoe eq "work"]',
    'urn:example:other:shoe eq "7"',
    `userName eq "${"a".repeat(1_100)}"`,
    `${"(".repeat(11)}title pr${")".repeat(11)}`,
    "(".repeat(1_000),
    '"',
  ])("%s is refused as invalidFilter", (text) => {
    expect(() => parseFilter(text)).toThrow(
      expect.objectContaining({ status: 400, scimType: "invalidFilter" }),
    );
  });

  test.each(rows<[filter: string, lookup: object | undefined]>`
    userName eq "a" | ${{ kind: "userName", value: "a" }}
    active eq true and externalId eq "e" | ${{ kind: "externalId", value: "e" }}
    id eq "i" | ${{ kind: "id", value: "i" }}
    externalId eq 9007199254740993 | ${{ kind: "externalId", value: "9007199254740993" }}
    emails.value eq "m" | ${{ kind: "email", value: "m" }}
    emails[type eq "work"].value eq "m" | ${{ kind: "email", value: "m" }}
    emails[type eq "work" and value eq "m"] | ${{ kind: "email", value: "m" }}
    userName eq "a" or title pr | ${undefined}
    emails[primary eq true] pr | ${undefined}
    name.givenName eq "a" | ${undefined}
  `)("the lookup of the filter %s is %j", (text, lookup) => {
    expect(userLookupOf(parseFilter(text))).toEqual(lookup);
  });
});

test.each([
  "",
  "a b",
  "emails[",
  'emails[type eq "work"',
  "name.",
  "name..x",
  'emails[type sw "w"].value',
])("the path %j is refused as invalidPath", (text) => {
  expect(() => parsePath(text)).toThrow(
    expect.objectContaining({ status: 400, scimType: "invalidPath" }),
  );
});

test.each([
  "members",
  "id",
  "__proto__",
  "constructor.prototype",
  'photos[type eq "photo"].value',
  `${enterprise}:manager.value`,
  "urn:example:other:shoe",
])("the path %s leads to an attribute that we do not keep", (text) => {
  expect(parsePath(text)).toBeUndefined();
});
