import { expect, test } from "vitest";
import * as z from "zod/mini";
import { openSealed, sealSchema } from "../../../shared/sealed-bytes.ts";
import { separateAvatar } from "../../../shared/person/person-data.ts";
import {
  personChangeSchema,
  personPatch,
} from "../../../shared/person/person-patch.ts";
import { rows } from "../../fixtures/rows.ts";

const schema = z.strictObject(personPatch);

const notClearable = ["email", "username", "name"];
const parts = ["streetAddress", "locality", "region", "postalCode", "country"];

test.each<object>([
  {},
  ...Object.keys(personPatch)
    .filter((field) => !notClearable.includes(field))
    .map((field) => ({ [field]: null })),
  ...[...parts, "formatted"].flatMap((part) => [
    { address: { [part]: null } },
    { address: { [part]: "x" } },
  ]),
  ...["givenName", "familyName", "formatted"].flatMap((part) => [
    { name: { [part]: null } },
    { name: { [part]: "Zoe" } },
  ]),
  { identities: { slack: null, teams: "u" } },
])("the schema of a change accepts and keeps: %j", (patch) => {
  expect(schema.parse(patch)).toEqual(patch);
});

const bothCleared = { givenName: null, familyName: null };

test.each(rows<[string, object]>`
  null for the e-mail address | ${{ email: null }}
  null for the username | ${{ username: null }}
  null for the name | ${{ name: null }}
  null for the given and the family name | ${{ name: bothCleared }}
  null for both, beside a full name | ${{ name: { ...bothCleared, formatted: "Zoe" } }}
  an unknown field | ${{ nickname: "Zo" }}
  an unknown part of a name | ${{ name: { nickname: "Zo" } }}
  an unknown part of an address | ${{ address: { planet: "Earth" } }}
  an empty title | ${{ title: "" }}
  an identity of a kind with capitals | ${{ identities: { Slack: "u" } }}
`)("a change is refused with %s", (_what, patch) => {
  expect(schema.safeParse(patch).success).toBe(false);
});

test("a stored change refers to its avatar by URL or to bytes that are apart, and can clear it", () => {
  const url = "https://images.example/zoe.png";
  const seal = { id: "1", key: "k" };
  for (const avatar of [{ url }, seal, null, undefined])
    expect(personChangeSchema.parse({ avatar })).toEqual({ avatar });
  for (const avatar of [{ id: "1" }, { base64: "AAAA" }, { url: "x" }])
    expect(personChangeSchema.safeParse({ avatar }).success).toBe(false);
});

test("separateAvatar leaves a new key in place of the bytes of an inline avatar, and keeps a URL as it is", () => {
  const inline = { title: "T", avatar: { base64: "AAEC" } };
  const { data, avatar: sealed } = separateAvatar(inline);
  const { avatar: seal } = z.object({ avatar: sealSchema }).parse(data);
  expect(data).toEqual({ title: "T", avatar: { ...seal, id: sealed?.id } });
  expect([...openSealed(sealed!.bytes, seal)]).toEqual([0, 1, 2]);
  const { data: other } = separateAvatar(inline);
  expect(other).not.toEqual(data);
  const avatar = { url: "https://images.example/zoe.png" };
  for (const kept of [{ avatar }, { avatar: null }, {}])
    expect(separateAvatar(kept)).toEqual({ data: kept });
});
