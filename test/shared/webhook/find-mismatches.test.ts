import { expect, test } from "vitest";
import { callersSchema } from "../../../shared/webhook/callers-secret.ts";
import { findMismatches } from "../../../shared/webhook/find-mismatches.ts";
import { presets } from "../../../shared/webhook/presets/presets.ts";
import { rows } from "../../fixtures/rows.ts";

const keys = ["canary-4f1d-of-the-caller"];
const scopes = ["onboard", "offboard", "update"];
const hibob = { preset: "hibob", keys, scopes };
const source = {
  hosts: ["api.hibob.com"],
  auth: { type: "bearer", token: "canary-4f1d-of-the-source" },
};
const bamboohr = {
  preset: "bamboohr",
  host: "example.bamboohr.com",
  keys,
  scopes,
};
const fields = { "/employeeId": "/id" };
/** A map that leads to these types of events, or ignores an event for null. */
const mapTo = (...types: (string | null)[]) => ({
  type: {
    from: "/type",
    values: Object.fromEntries(types.map((type, index) => [index, type])),
  },
  timestamp: "/at",
  fields: { ...fields, "/email": "/email", "/name/givenName": "/name" },
});
const mapped = (map: object, more: object = {}) => ({
  scheme: "bearer",
  keys,
  scopes,
  map,
  ...more,
});
const thin = { type: { value: "record.changed" }, timestamp: "/at", fields };

/** The texts of the mismatches. They must show neither a key nor a token. */
function found(
  callers: Record<string, object>,
  sources?: Record<string, unknown>,
): string[] {
  const texts = findMismatches(callersSchema.parse(callers), sources).map(
    ({ text }) => text,
  );
  expect(texts.join("\n")).not.toContain("canary");
  return texts;
}

test.each(rows<[string, Record<string, object>, Record<string, unknown>?]>`
  between a caller and the source of its name | ${{ hibob }} | ${{ hibob: source }}
  between two callers with one preset and a source of each name | ${{ hibob, "hibob-test": hibob }} | ${{ hibob: source, "hibob-test": source }}
  between two callers and one source | ${{ hibob, people: { ...hibob, lookup: { source: "hibob" } } }} | ${{ hibob: source }}
  if the source names the port of https | ${{ hibob }} | ${{ hibob: { ...source, hosts: ["a.example.com", "api.hibob.com:443"] } }}
  in an entry that is invalid by itself | ${{ hr: { preset: "none" } }} | ${{}}
  in the hosts of a source that is invalid by itself | ${{ hibob }} | ${{ hibob: { hosts: [] } }}
  if an invalid caller may be the one that reads from a source | ${{ hr: { preset: "hibob", keys: [] } }} | ${{ hibob: source }}
  without the sources secret, between callers and sources | ${{ hibob }}
  for a caller that sends our envelope, whatever its scopes are | ${{ hr: { scheme: "bearer", keys, scopes: [] } }} | ${{}}
  if a map ignores the events for which its caller has no scope | ${{ hr: mapped(mapTo("employee.hired", null), { scopes: ["onboard"] }) }} | ${{}}
  if changes of a record do not count, because the caller lacks the scope update | ${{ hibob: { ...hibob, scopes: ["onboard", "offboard"] } }} | ${{ hibob: source }}
`)("no mismatch is found %s", (_, callers, sources) => {
  expect(found(callers, sources)).toEqual([]);
});

const missing = (name: string, of = name) =>
  `callers #/${name}/lookup reads from the source ${of}, which the sources secret does not have, so its events wait`;
const barred = (place: string, host: string) =>
  `callers #/${place} leads to ${host}, which the source ${place.split("/")[0]} does not have in its hosts, so nothing is read there`;
const refused = (name: string, scope: string, types: string) =>
  `callers #/${name}/scopes has no ${scope}, so events to which its map leads are refused: ${types}`;
const sourceAt = (...hosts: string[]) => ({ ...source, hosts });
const pull = { request: { url: "https://reports.example.com/people" } };
const changes = {
  request: { url: "https://api.hibob.com/people" },
  changes: pull,
};
const avatar = [
  "https://example.bamboohr.com/{employeeId}/photo",
  "https://images.example.com/canary-4f1d/{employeeId}",
];
const onboardOnly = { scopes: ["onboard"] };
const hires = mapTo("employee.hired");
const otherwise = {
  from: "/b",
  values: { "2": "employee.suspended" },
  otherwise: null,
};
const nested = { ...hires, type: { ...hires.type, otherwise } };
const leaves = { type: { value: "employee.terminated" }, fields };
const lookup = {
  source: "hibob",
  request: { url: "https://api.hibob.com/{employeeId}" },
  id: "/id",
  map: leaves,
};

test.each(rows<
  [string, Record<string, object>, Record<string, unknown>, string[]]
>`
  if there is no source of the caller's name | ${{ hr: hibob }} | ${{}} | ${[missing("hr")]}
  if only the source has the name of the preset | ${{ "hibob-test": hibob }} | ${{ hibob: source }} | ${[missing("hibob-test"), "sources #/hibob is not in use: no caller reads from it"]}
  if a source has the name of a method of objects | ${{ hr: { ...hibob, lookup: { source: "constructor" } } }} | ${{}} | ${[missing("hr", "constructor")]}
  if a source does not allow the host of a lookup | ${{ hibob }} | ${{ hibob: sourceAt("api.sandbox.hibob.com") }} | ${[barred("hibob/lookup/request/url", "api.hibob.com")]}
  if a source allows another port | ${{ hibob }} | ${{ hibob: sourceAt("api.hibob.com:8443") }} | ${[barred("hibob/lookup/request/url", "api.hibob.com")]}
  if a source does not allow the host of a pull | ${{ hibob: { ...hibob, pull } }} | ${{ hibob: source }} | ${[barred("hibob/pull/request/url", "reports.example.com")]}
  if a source does not allow the host of a pull of changes | ${{ hibob: { ...hibob, pull: changes } }} | ${{ hibob: source }} | ${[barred("hibob/pull/changes/request/url", "reports.example.com")]}
  if a source does not allow the host of an avatar | ${{ bamboohr: { ...bamboohr, lookup: { avatar } } }} | ${{ bamboohr: sourceAt("example.bamboohr.com") }} | ${[barred("bamboohr/lookup/avatar/1", "images.example.com")]}
  if the scopes do not cover an event of a map | ${{ hr: mapped(mapTo("employee.hired", "employee.changed"), onboardOnly) }} | ${{}} | ${[refused("hr", "update", "employee.changed")]}
  if the scopes do not cover the events of a nested table | ${{ hr: mapped(nested, onboardOnly) }} | ${{}} | ${[refused("hr", "offboard", "employee.suspended")]}
  if the scopes do not cover what a record means | ${{ hibob: { ...hibob, scopes: ["onboard", "update"] } }} | ${{ hibob: source }} | ${[refused("hibob", "offboard", "employee.terminated, employee.suspended")]}
  if a map leads to thin events, and no lookup says how they are read | ${{ hr: mapped(thin) }} | ${{}} | ${["callers #/hr/map leads to record.changed, which is refused without a lookup"]}
  if an entry has a lookup, and its map does not lead to thin events | ${{ hr: mapped({ ...thin, ...leaves }, { lookup }) }} | ${{ hibob: source }} | ${["callers #/hr/lookup is not in use: the map does not lead to record.changed"]}
`)("a mismatch is found %s", (_, callers, sources, expected) => {
  expect(found(callers, sources)).toEqual(expected);
});

// An entry with google-chat has an audience instead of keys.
test.each(Object.keys(presets).filter((name) => name !== "google-chat"))(
  "the preset %s fits a caller with the scopes onboard, offboard and update",
  (preset) => {
    const host = JSON.stringify(presets[preset]).includes("{host}")
      ? { host: "example.test.com" }
      : {};
    expect(found({ hr: { preset, ...host, keys, scopes } })).toEqual([]);
  },
);
