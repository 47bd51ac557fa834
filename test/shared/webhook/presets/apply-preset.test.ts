import { describe, expect, test } from "vitest";
import { callersSchema } from "../../../../shared/webhook/callers-secret.ts";
import {
  applyPreset,
  mergePatch,
} from "../../../../shared/webhook/presets/apply-preset.ts";
import { bambooHrFields } from "../../../../shared/webhook/presets/bamboohr-fields.ts";
import { rows } from "../../../fixtures/rows.ts";

const own = {
  preset: "bamboohr-fields",
  keys: ["not-a-real-key"],
  scopes: ["onboard", "offboard"],
};

const parse = (entry: object) => callersSchema.parse({ hr: entry })["hr"];
const withoutPreset = (map: unknown) =>
  parse({ scheme: "bamboohr", keys: own.keys, scopes: own.scopes, map });

describe("an entry with a preset", () => {
  test("has the parts of the preset, and its name", () => {
    expect(parse(own)).toEqual({
      ...withoutPreset(bambooHrFields["map"]),
      preset: "bamboohr-fields",
    });
  });

  test("overrides a part of the preset, and keeps the others", () => {
    const fields = { "/location": null, "/company": "/fields/Division" };
    const patched = mergePatch(bambooHrFields["map"], { fields });
    expect(parse({ ...own, map: { fields } })).toEqual({
      ...withoutPreset(patched),
      preset: "bamboohr-fields",
    });
  });

  test.each(rows<[object, string]>`
    ${{ map: { fields: { "/shoeSize": "/fields/Shoe Size" } } }} | #/map/fields/~1shoeSize is not a field of
    ${{ map: { timestamp: "when" } }} | #/map/timestamp must start with
    ${{ color: "blue" }} | #/color is not a known field
    ${{ keys: [] }} | #/keys
    ${{ host: "example.bamboohr.com" }} | #/host must not be there: bamboohr-fields has one host for all
    ${{ preset: "okta", host: "https://example.okta.com" }} | #/host must be the company's own host, such as example.okta.com, in lower case
    ${{ preset: "okta", host: "Example.okta.com" }} | #/host must be the company's own host
    ${{ preset: "okta", host: ".okta.com" }} | #/host must be the company's own host
    ${{ preset: "okta", host: "okta.com." }} | #/host must be the company's own host
    ${{ preset: "okta", host: "a b" }} | #/host must be the company's own host
    ${{ preset: "okta", host: 7 }} | #/host must be the company's own host
  `)("is refused with the place of its mistake: %j", (wrong, issue) => {
    expect(parse({ ...own, ...wrong })).toMatchObject({
      scheme: "broken",
      issues: [expect.stringContaining(issue)],
    });
  });

  test.each(["bamboo", "", "__proto__", "constructor", 7, null, ["deel"]])(
    "is refused if no preset has the name %j, and the issue lists the presets",
    (preset) => {
      expect(parse({ ...own, preset })).toMatchObject({
        scheme: "broken",
        issues: [
          "#/preset must be one of bamboohr, bamboohr-fields, deel, discord, google-chat, greenhouse, hibob, okta, personio",
        ],
      });
    },
  );

  test.each<[string, object, boolean]>([
    ["no list of keys", { keys: undefined }, true],
    ["an empty list of keys", { keys: [] }, true],
    ["a text as its keys", { keys: "not-a-real-key" }, false],
    ["a key that is too short", { keys: ["short"] }, false],
    ["no key and another mistake", { keys: [], color: "blue" }, false],
    ["a key and another mistake", { color: "blue" }, false],
  ])("lacks only its keys with %s: %o, %s", (_, change, hasNoKey) => {
    const entry = parse({ ...own, ...change });
    expect(entry).toMatchObject({ scheme: "broken", hasNoKey });
  });
});

test("an entry with the preset google-chat has the issuer and the keys of Google's service account", () => {
  const { keys: _, ...keyless } = own;
  const chat = { ...keyless, preset: "google-chat", audience: "1234567890" };
  const issuer = "chat@system.gserviceaccount.com";
  expect(parse(chat)).toMatchObject({
    scheme: "jwt",
    chat: "google-chat",
    issuer,
    audience: "1234567890",
    jwksUrl: `https://www.googleapis.com/service_accounts/v1/jwk/${issuer}`,
  });
});

test("null in a table of an override ignores a value of the payload, and elsewhere it removes the part", () => {
  const type = {
    values: { Deleted: null, Updated: { values: { Inactive: null } } },
    otherwise: null,
  };
  const removed = { timestamp: null, fields: { "/lastDay": null } };
  const applied = applyPreset({ ...own, map: { ...removed, type } });
  expect(applied).toMatchObject({ entry: { map: { type } } });
  expect(applied).toHaveProperty("entry.map.type.values.Updated.values.Active");
  expect(applied).not.toHaveProperty("entry.map.timestamp");
  expect(applied).not.toHaveProperty(["entry", "map", "fields", "/lastDay"]);
  expect(
    parse({ ...own, map: { deliveryId: "/id", ...removed, type } }),
  ).toMatchObject({ scheme: "bamboohr" });
});

/** RFC 7396, appendix A: the original, the patch, the result. */
const published = rows<[unknown, unknown, unknown]>`
  ${{ a: "b" }} | ${{ a: "c" }} | ${{ a: "c" }}
  ${{ a: "b" }} | ${{ b: "c" }} | ${{ a: "b", b: "c" }}
  ${{ a: "b" }} | ${{ a: null }} | ${{}}
  ${{ a: "b", b: "c" }} | ${{ a: null }} | ${{ b: "c" }}
  ${{ a: ["b"] }} | ${{ a: "c" }} | ${{ a: "c" }}
  ${{ a: "c" }} | ${{ a: ["b"] }} | ${{ a: ["b"] }}
  ${{ a: { b: "c" } }} | ${{ a: { b: "d", c: null } }} | ${{ a: { b: "d" } }}
  ${{ a: [{ b: "c" }] }} | ${{ a: [1] }} | ${{ a: [1] }}
  ${["a", "b"]} | ${["c", "d"]} | ${["c", "d"]}
  ${{ a: "b" }} | ${["c"]} | ${["c"]}
  ${{ a: "foo" }} | ${null} | ${null}
  ${{ a: "foo" }} | bar | bar
  ${{ e: null }} | ${{ a: 1 }} | ${{ e: null, a: 1 }}
  ${[1, 2]} | ${{ a: "b", c: null }} | ${{ a: "b" }}
  ${{}} | ${{ a: { bb: { ccc: null } } }} | ${{ a: { bb: {} } }}
`;

test.each(published)(
  "a merge patch gives the result of RFC 7396: %j patched with %j is %j",
  (target, patch, result) => {
    const before = JSON.stringify([target, patch]);
    expect(mergePatch(target, patch)).toEqual(result);
    expect(JSON.stringify([target, patch])).toBe(before);
  },
);

test("a merge patch reaches no prototype", () => {
  const patch: unknown = JSON.parse(
    '{ "__proto__": { "polluted": true }, "constructor": { "prototype": { "polluted": true } } }',
  );
  const merged = mergePatch({ a: 1 }, patch);
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(merged).not.toHaveProperty("polluted");
  expect({}).not.toHaveProperty("polluted");
});
