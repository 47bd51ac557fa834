import { describe, expect, test } from "vitest";
import {
  amendedPart,
  amendHire,
  type HireChange,
} from "../../../shared/person/amend-hire.ts";
import { timesOfHire } from "../../../shared/person/field-times.ts";
import type { EventDocument } from "../../../shared/store/amendments.ts";
import type { Operation } from "../../../shared/store/operation.ts";

const hiredAtMs = Date.UTC(2026, 0, 1);
const laterMs = hiredAtMs + 1;

const hire: EventDocument = {
  name: { givenName: "Zoe", familyName: "Lind" },
  title: "Engineer",
  address: { locality: "Bern", region: "BE" },
  tags: ["sre"],
  identities: { slack: "T1:U1" },
};

/** Amends the hire by a change that was sent and holds after it. */
const amend = (
  change: HireChange,
  amendment?: Operation["amendment"],
  atMs = laterMs,
  data = hire,
) => amendHire(data, change, [atMs, atMs], { eventAtMs: hiredAtMs, amendment });

describe("a change of a hire that waits", () => {
  test("sets the fields that it names, and leaves all others as they are", () => {
    const { data, changed, current } = amend({ title: "Lead", tags: [] });
    expect(data).toEqual({ ...hire, title: "Lead", tags: [] });
    expect(changed).toEqual(["/title", "/tags"]);
    expect(current).toEqual(["/title", "/tags"]);
  });

  test("names only the fields that differ", () => {
    const { data, changed, current } = amend({
      title: "Engineer",
      tags: ["sre"],
    });
    expect(data).toEqual(hire);
    expect(changed).toEqual([]);
    expect(current).toEqual(["/title", "/tags"]);
  });

  test("sets one part of a name or an address", () => {
    const { data, changed } = amend({
      name: { familyName: "Berg" },
      address: { region: null, country: "CH" },
    });
    expect(data).toMatchObject({
      name: { givenName: "Zoe", familyName: "Berg" },
    });
    expect(data["address"]).toEqual({ locality: "Bern", country: "CH" });
    expect(changed).toEqual([
      "/name/familyName",
      "/address/region",
      "/address/country",
    ]);
  });

  test("removes a field by null, and an object that is empty then", () => {
    const { data } = amend({
      title: null,
      address: { locality: null, region: null },
    });
    expect(data).not.toHaveProperty("title");
    expect(data).not.toHaveProperty("address");
  });

  test("adds an address to a hire that has none", () => {
    const { data } = amend(
      { address: { locality: "Chur" } },
      undefined,
      laterMs,
      { name: hire["name"], title: "Engineer" },
    );
    expect(data).toEqual({
      name: hire["name"],
      title: "Engineer",
      address: { locality: "Chur" },
    });
  });

  test("sets, replaces and removes identities one by one", () => {
    const { data, changed } = amend({
      identities: { slack: null, teams: "u" },
    });
    expect(data["identities"]).toEqual({ teams: "u" });
    expect(changed).toEqual(["/identities/slack", "/identities/teams"]);
  });

  test("removes all identities by null", () => {
    const { data, changed } = amend({ identities: null });
    expect(data).not.toHaveProperty("identities");
    expect(changed).toEqual(["/identities"]);
  });

  test("leaves at most twenty identities, as many as a hire can have", () => {
    const kinds = Array.from({ length: 20 }, (_, index) => `k${index}`);
    const identities = Object.fromEntries(kinds.map((kind) => [kind, "u"]));
    const { data } = amend({ identities });
    expect(Object.keys(data["identities"] as object)).toEqual([
      "slack",
      ...kinds.slice(0, 19),
    ]);
  });

  test("names an avatar in each case, because its bytes lie apart", () => {
    const inline = { inline: true } as const;
    const data = { ...hire, avatar: inline };
    expect(amend({ avatar: inline }, undefined, laterMs, data)).toMatchObject({
      data,
      changed: ["/avatar"],
    });
    const removed = amend({ avatar: null }, undefined, laterMs, data);
    expect(removed.changed).toEqual(["/avatar"]);
    expect(removed.data).toEqual(hire);
    expect(amend({ avatar: null }).changed).toEqual([]);
  });

  test("sets the zone of the hire", () => {
    expect(amend({ zone: "Europe/Zurich" })).toMatchObject({
      data: { zone: "Europe/Zurich" },
      changed: ["/zone"],
    });
  });

  test("that was sent before the hire is outdated, and changes nothing", () => {
    expect(amend({ title: "Lead" }, undefined, hiredAtMs - 1)).toEqual({
      data: hire,
      changed: [],
      current: [],
      outdated: ["/title"],
      surplus: [],
      fieldTimes: {},
    });
  });

  test("does not overwrite a field that a newer change has set", () => {
    const fieldTimes = {
      "/title": [laterMs + 1, laterMs + 1] as [number, number],
    };
    const amendment = { by: "op_newer", changed: ["/title"], fieldTimes };
    const amended = amend({ title: "Lead", company: "ACME" }, amendment);
    expect(amended).toMatchObject({
      data: { title: "Engineer", company: "ACME" },
      changed: ["/company"],
      outdated: ["/title"],
    });
    expect(amended.fieldTimes).toEqual({
      ...fieldTimes,
      "/company": [laterMs, laterMs],
    });
  });
});

describe("what changes have made of a hire, as one change", () => {
  const at: [number, number] = [laterMs, laterMs];

  test("has the fields that changes have set, with their values of now, and null for those that are gone", () => {
    expect(amendedPart(hire, { "/title": at, "/company": at })).toEqual({
      title: "Engineer",
      company: null,
    });
  });

  test("has the parts of names, addresses and identities that changes have set", () => {
    const times = {
      "/name/familyName": at,
      "/address/locality": at,
      "/address/country": at,
      "/identities/slack": at,
    };
    expect(amendedPart(hire, times)).toEqual({
      name: { familyName: "Lind" },
      address: { locality: "Bern", country: null },
      identities: { slack: "T1:U1" },
    });
  });

  test("clears all identities if a change has cleared them, unless a later one has set some", () => {
    expect(amendedPart(hire, { "/identities": at })).toEqual({
      identities: null,
    });
    const times = { "/identities": at, "/identities/slack": at };
    expect(amendedPart(hire, times)).toEqual({
      identities: { slack: "T1:U1" },
    });
  });

  test("has the zone if a change has set it, and if the hire has one", () => {
    const zoned = { ...hire, zone: "Europe/Zurich" };
    expect(amendedPart(zoned, { "/zone": at })).toEqual({
      zone: "Europe/Zurich",
    });
    expect(amendedPart(zoned, {})).toEqual({});
    expect(amendedPart(hire, { "/zone": at })).toEqual({});
  });
});

test("an amended field of a hire has the time of its change, and all others have the time of the hire", () => {
  const times = timesOfHire({
    eventAtMs: hiredAtMs,
    amendment: {
      by: "op",
      changed: [],
      fieldTimes: { "/title": [laterMs, laterMs] },
    },
  });
  if (typeof times !== "function") throw new Error("one time for all fields");
  expect(times("/title")).toEqual([laterMs, laterMs]);
  expect(times("/company")).toEqual([hiredAtMs, hiredAtMs]);
  const plain = timesOfHire({ eventAtMs: hiredAtMs });
  if (typeof plain !== "function") throw new Error("one time for all fields");
  expect(plain("/title")).toEqual([hiredAtMs, hiredAtMs]);
});
