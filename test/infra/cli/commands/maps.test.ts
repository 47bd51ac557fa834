import { expect, test } from "vitest";
import { useCli } from "../cli-for-test.ts";
import { rows } from "../../../fixtures/rows.ts";

const cli = useCli();

const map = {
  type: {
    from: "/what",
    values: { JOINED: "employee.hired", LEFT: "employee.terminated" },
    otherwise: { value: null },
  },
  timestamp: "/at",
  fields: {
    "/employeeId": "/no",
    "/name/givenName": "/first",
    "/name/familyName": "/last",
    "/email": "/mail",
    "/title": "/job",
    "/lastDay": "/until",
  },
};
const changed = {
  ...map,
  type: {
    ...map.type,
    values: { ...map.type.values, MOVED: "employee.changed" },
  },
  fields: { ...map.fields, "/title": "/role", "/email": "/address" },
};

const at = "2026-11-20T08:00:00Z";
const mail = "z@example.com";
const zoe = { at, no: "E-1", first: "Zoë", last: "Quist", mail };
const deliveries = [
  { what: "JOINED", ...zoe, job: "Boss", address: mail },
  { what: "JOINED", ...zoe, job: "Boss", role: "Head", address: mail },
  { what: "MOVED", ...zoe, role: "Head", address: mail },
  { what: "JOINED", ...zoe },
  { what: "LEFT", at, no: "E-2", until: "2026-12-31" },
];

/** Runs `maps test`. In its words, FILE is the map to test, OLD is `map`, and SENT is a file of deliveries. */
async function run(words: string, tested: object | string, sent = "") {
  const { file } = cli();
  const lines = deliveries.map((one) => JSON.stringify(one)).join("\n");
  const paths = {
    FILE: await file("map.json", tested),
    OLD: await file("old.json", map),
    SENT: await file("deliveries.ndjson", sent || lines),
  };
  const filled = words.replaceAll(
    /FILE|OLD|SENT/g,
    (name) => paths[name as keyof typeof paths],
  );
  const ran = await cli().run(`maps test ${filled}`);
  const lined = ran.output.trimEnd().split("\n");
  const output = lined.map((line) => line.trim().replaceAll(/ {2,}/g, " | "));
  return { ...ran, lines: output };
}

const five = "5 deliveries have 5 events, and 0 of them would be refused.";
const allEvents = [
  "LINE | EVENT | FIELDS",
  "1 | employee.hired",
  "2 | employee.hired",
  "3 | ignored",
  "4 | employee.hired",
  "5 | employee.terminated",
  five,
];
const differences = [
  "LINE | TODAY | WITH THIS MAP | FIELDS",
  "1 | employee.hired | employee.hired | /title",
  "2 | employee.hired | employee.hired | /title",
  "3 | ignored | employee.changed",
  "4 | employee.hired | refused: #/address must be given",
  "4 of the events of 5 deliveries would be read differently.",
];

test.each(rows<[string, string, object | string, string[], number]>`
  tells which event a map makes of each delivery | FILE --deliveries SENT | ${map} | ${allEvents} | ${0}
  names the fields that a changed map reads differently | FILE --deliveries SENT --against OLD | ${changed} | ${differences} | ${1}
  finds no difference between a map and itself | FILE --deliveries SENT --against OLD | ${map} | ${["0 of the events of 5 deliveries would be read differently."]} | ${0}
  finds the map in a secret with one entry | FILE --deliveries SENT | ${{ hr: { scheme: "bearer", map } }} | ${[five]} | ${0}
  finds the map in the entry of a list     | FILE --deliveries SENT | ${{ hr: { list: { map } } }} | ${[five]} | ${0}
  finds the map in an entry beside presets | FILE --deliveries SENT | ${{ hr: { map }, a: { preset: "personio" }, b: { preset: "hibbob" } }} | ${[five]} | ${0}
  finds the map in an entry                | FILE --deliveries SENT | ${{ scheme: "bearer", map }} | ${[five]} | ${0}
`)("maps test %s", async (_, words, tested, expected, code) => {
  const { lines, output, exitCode, sent } = await run(words, tested);
  expect(lines.slice(-expected.length)).toEqual(expected);
  expect(output).not.toMatch(/Zoë|Boss|Head/);
  expect(exitCode).toBe(code);
  expect(sent).toEqual([]);
});

test("maps test --json names the changed fields, and no value", async () => {
  const words = "FILE --deliveries SENT --against OLD --json";
  const { output } = await run(words, changed);
  expect(output).toContain('"fields":["/title"]');
  expect(output).not.toMatch(/Zoë|Boss|Head/);
});

test("maps test names all wrong fields of a delivery by their places in it, as the receiver does", async () => {
  const dated = { from: "/on", date: "DD.MM.YYYY" };
  const withDate = { ...map, fields: { ...map.fields, "/startDate": dated } };
  const wrong = { what: "JOINED", at, no: null, mail: "x", on: "soon" };
  const words = "FILE --deliveries SENT --json";
  const ran = await run(words, withDate, JSON.stringify(wrong));
  const errors = {
    "#/on": "must be a date that exists, as DD.MM.YYYY",
    "#/no": "must be given",
    "#/first": "must be given",
    "#/last": "must be given",
    "#/mail": "must be a valid email",
  };
  const listed = Object.entries(errors).map(([pointer, detail]) => ({
    pointer,
    detail,
  }));
  expect(ran.documents()).toMatchObject([{ after: { errors: listed } }]);
});

test.each(rows<[string, string, object | string, string, string?]>`
  a map without a type        | FILE --deliveries SENT | ${{ fields: map.fields }} | /type
  an unknown preset           | FILE --deliveries SENT | ${{ preset: "hibbob" }} | #/preset must be one of
  no JSON                     | FILE --deliveries SENT | { | has no valid field map
  a secret with two maps      | FILE --deliveries SENT | ${{ hr: { map }, list: { list: { map } } }} | has 2 field maps. Name a file with one of them.
  a field that no event has   | FILE --deliveries SENT | ${{ ...map, fields: { "/nose": "/n" } }} | #/fields/~1nose is not a field
  a delivery that is no JSON  | FILE --deliveries SENT | ${map} | Line 2 of | ${"{}\n{oops\n"}
  neither deliveries nor a source | FILE               | ${map} | Name one of --deliveries and --source.
  deliveries and a source     | FILE --deliveries SENT --source hr | ${map} | Name one of --deliveries and --source.
`)("maps test with %s says what is wrong", async (...row) => {
  const [, words, tested, says, sent] = row;
  const { errors, exitCode } = await run(words, tested, sent);
  expect(errors).toContain(says);
  expect(exitCode).not.toBe(0);
});

const thin = {
  type: { value: "record.changed" },
  fields: { "/employeeId": "/id" },
};
/** The test recognizes it by `leftWithoutLastDay`. */
const ofRecord = {
  type: {
    from: "/event",
    of: "event",
    values: { left: "employee.terminated" },
  },
  leftWithoutLastDay: false,
  fields: { "/employeeId": "/id" },
};
test.each(rows<[string, object]>`
  the map of a lookup, which reads the thin event too | ${ofRecord}
  the map of a lookup beside that of its thin events | ${{ hr: { map: thin, lookup: { map: ofRecord } } }}
  a change of the map of a preset | ${{ preset: "hibob", lookup: { map: { leftWithoutLastDay: false } } }}
  the map of a list, which a pull prefers | ${{ map: thin, lookup: { map }, list: { map: ofRecord } }}
`)("maps test --source sends %s", async (_, content) => {
  const file = await cli().file("map.json", content);
  const { sent, errors } = await cli().run(`maps test ${file} --source hr`);
  expect(errors).not.toContain("valid field map");
  expect(sent[0]?.body).toMatchObject({
    source: "hr",
    map: { leftWithoutLastDay: false },
  });
});
