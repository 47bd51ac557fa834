import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { openSealed, sealSchema } from "../../../shared/sealed-bytes.ts";
import { separateAvatar } from "../../../shared/person/person-data.ts";
import {
  personChangeSchema,
  personPatch,
} from "../../../shared/person/person-patch.ts";

const schema = z.strictObject(personPatch);

const isAccepted = (patch: unknown) => schema.safeParse(patch).success;

describe("a change", () => {
  test("can leave out every field, which keeps it", () => {
    expect(schema.parse({})).toEqual({});
  });

  const required = ["email", "username", "name"];

  test.each(
    Object.keys(personPatch).filter((field) => !required.includes(field)),
  )("clears the field %s by null", (field) => {
    expect(schema.parse({ [field]: null })).toEqual({ [field]: null });
  });

  test.each(required)("cannot clear the field %s", (field) => {
    expect(isAccepted({ [field]: null })).toBe(false);
  });

  test.each([
    "streetAddress",
    "locality",
    "region",
    "postalCode",
    "country",
    "formatted",
  ])("clears the part %s of an address by null", (part) => {
    const patch = { address: { [part]: null } };
    expect(schema.parse(patch)).toEqual(patch);
    const set = { address: { [part]: "x" } };
    expect(schema.parse(set)).toEqual(set);
  });

  test.each(["givenName", "familyName", "formatted"])(
    "sets or clears the part %s of a name alone",
    (part) => {
      for (const value of ["Zoe", null]) {
        const patch = { name: { [part]: value } };
        expect(schema.parse(patch)).toEqual(patch);
      }
    },
  );

  test("cannot clear given and family name together", () => {
    const name = { givenName: null, familyName: null };
    expect(isAccepted({ name })).toBe(false);
    expect(isAccepted({ name: { ...name, formatted: "Zoe" } })).toBe(false);
  });

  test("clears one identity by null", () => {
    const patch = { identities: { slack: null, teams: "u" } };
    expect(schema.parse(patch)).toEqual(patch);
  });

  test.each([
    ["an unknown field", { nickname: "Zo" }],
    ["an unknown part of a name", { name: { nickname: "Zo" } }],
    ["an unknown part of an address", { address: { planet: "Earth" } }],
    ["an empty title", { title: "" }],
    ["an identity of a kind with capitals", { identities: { Slack: "u" } }],
  ])("with %s is refused", (_what, patch) => {
    expect(isAccepted(patch)).toBe(false);
  });
});

test("a stored change refers to its avatar by URL or to bytes that are apart, and can clear it", () => {
  const url = "https://images.example/zoe.png";
  const seal = { id: "1", key: "k" };
  for (const avatar of [{ url }, seal, null, undefined])
    expect(personChangeSchema.parse({ avatar })).toEqual({ avatar });
  for (const avatar of [{ id: "1" }, { base64: "AAAA" }, { url: "x" }])
    expect(personChangeSchema.safeParse({ avatar }).success).toBe(false);
});

test("the bytes of an inline avatar are apart from the data, which has their key, and a URL stays in it", () => {
  const inline = { title: "T", avatar: { base64: "AAEC" } };
  const { data, avatar: sealed } = separateAvatar(inline);
  const { avatar: seal } = z.object({ avatar: sealSchema }).parse(data);
  expect(data).toEqual({ title: "T", avatar: { ...seal, id: sealed?.id } });
  expect([...openSealed(sealed!.bytes, seal)]).toEqual([0, 1, 2]);
  const { data: other } = separateAvatar(inline);
  expect(other).not.toEqual(data);
  const avatar = { url: "https://images.example/zoe.png" };
  for (const data of [{ avatar }, { avatar: null }, {}])
    expect(separateAvatar(data)).toEqual({ data });
});
