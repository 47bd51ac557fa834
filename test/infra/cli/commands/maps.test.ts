import { describe, expect, test } from "vitest";
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
const zoe = { no: "E-1", first: "Zoë", last: "Quist", mail: "z@example.com" };
const deliveries = [
  { what: "JOINED", at, ...zoe, job: "Boss", address: "z@example.com" },
  {
    what: "JOINED",
    at,
    ...zoe,
    job: "Boss",
    role: "Head",
    address: "z@example.com",
  },
  { what: "MOVED", at, ...zoe, role: "Head", address: "z@example.com" },
  { what: "JOINED", at, ...zoe },
  { what: "LEFT", at, no: "E-2", until: "2026-12-31" },
];

/** Tests a map with these deliveries, against another one if it is given. */
async function run(
  tested: object | string,
  against?: object,
  ...more: string[]
) {
  const file = await cli().file("map.json", tested);
  const sent = await cli().file(
    "deliveries.ndjson",
    deliveries.map((one) => JSON.stringify(one)).join("\n"),
  );
  const old = against
    ? ["--against", await cli().file("old.json", against)]
    : [];
  return cli().run([
    "maps",
    "test",
    file,
    "--deliveries",
    sent,
    ...old,
    ...more,
  ]);
}

const linesOf = (output: string) =>
  output.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, " | "));

describe("maps test", () => {
  test("tells which event a map makes of each delivery", async () => {
    const { output, exitCode } = await run(map);
    expect(linesOf(output)).toEqual([
      "LINE | EVENT | FIELDS",
      "1 | employee.hired",
      "2 | employee.hired",
      "3 | ignored",
      "4 | employee.hired",
      "5 | employee.terminated",
      "5 deliveries have 5 events, and 0 of them would be refused.",
      "",
    ]);
    expect(exitCode).toBe(0);
  });

  test("tells what a changed map reads otherwise, by names and without a value", async () => {
    const { output, exitCode } = await run(changed, map);
    expect(linesOf(output)).toEqual([
      "LINE | TODAY | WITH THIS MAP | FIELDS",
      "1 | employee.hired | employee.hired | /title",
      "2 | employee.hired | employee.hired | /title",
      "3 | ignored | employee.changed",
      "4 | employee.hired | refused: #/address must be given",
      "4 of the events of 5 deliveries would be read otherwise.",
      "",
    ]);
    expect(output).not.toMatch(/Zoë|Boss|Head/);
    expect(exitCode).toBe(1);
    expect(cli().sent).toEqual([]);
    const json = await run(changed, map, "--json");
    expect(json.output).toContain('"fields":["/title"]');
    expect(json.output).not.toMatch(/Zoë|Boss|Head/);
  });

  test("tells all that is wrong with a delivery, at its own places, as the receiver answers it", async () => {
    const file = await cli().file("map.json", {
      ...map,
      fields: {
        ...map.fields,
        "/startDate": { from: "/on", date: "DD.MM.YYYY" },
      },
    });
    const wrong = { what: "JOINED", at, no: null, mail: "x", on: "soon" };
    const sent = await cli().file("one.ndjson", JSON.stringify(wrong));
    const words = ["maps", "test", file, "--deliveries", sent, "--json"];
    const { documents } = await cli().run(words);
    const [{ after }] = documents() as [{ after: { errors: object[] } }];
    expect(after.errors).toEqual(
      [
        "/on must be a date as DD.MM.YYYY",
        "/no must be given",
        "/first must be given",
        "/last must be given",
        "/mail must be a valid email",
      ].map((text) => ({
        pointer: `#${text.split(" ")[0]}`,
        detail: text.slice(text.indexOf(" ") + 1),
      })),
    );
  });

  test("finds no difference between a map and itself", async () => {
    const { output } = await run(map, map);
    expect(output).toBe(
      "0 of the events of 5 deliveries would be read otherwise.\n",
    );
  });

  test.each([
    ["a secret with one entry", { hr: { scheme: "bearer", map } }],
    ["the entry of a list", { hr: { list: { map } } }],
    [
      "an entry beside presets",
      { hr: { map }, a: { preset: "personio" }, b: { preset: "hibbob" } },
    ],
    ["an entry", { scheme: "bearer", map }],
  ])("finds the map in %s", async (_, tested) => {
    expect((await run(tested)).output).toContain("5 deliveries have 5 events");
  });

  test.each(rows<[string, object | string, string]>`
    a map without a type | ${{ fields: map.fields }} | /type
    an unknown preset | ${{ preset: "hibbob" }} | #/preset must be one of
    no JSON | { | has no valid field map
    a secret with two maps | ${{ hr: { map }, list: { list: { map } } }} | has 2 field maps. Name a file with one of them.
    a field that no event has | ${{ ...map, fields: { "/nose": "/n" } }} | #/fields/~1nose is not a field
  `)("says what is wrong with %s", async (_, tested, words) => {
    const { errors, exitCode } = await run(tested);
    expect(errors).toContain(words);
    expect(exitCode).not.toBe(0);
  });

  test("names the line of a delivery that is no JSON", async () => {
    const file = await cli().file("map.json", map);
    const sent = await cli().file("deliveries.ndjson", "{}\n{oops\n");
    const { errors } = await cli().run(
      `maps test ${file} --deliveries ${sent}`,
    );
    expect(errors).toContain(`Line 2 of ${sent} is not JSON.`);
  });
});

const thin = {
  type: { value: "record.changed" },
  fields: { "/employeeId": "/id" },
};
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

test("a map is tested with the records of a source, or with deliveries, and not with both", async () => {
  const file = await cli().file("map.json", map);
  for (const more of ["", "--source hr --deliveries sent.ndjson"]) {
    const words = ["maps", "test", file, ...more.split(" ").filter(Boolean)];
    const { errors, exitCode } = await cli().run(words);
    expect(errors).toContain("Name one of --deliveries and --source.");
    expect(exitCode).toBe(1);
  }
});
