import { expect, test } from "vitest";
import { effort } from "../../resilience/effort.ts";
import { checkAnswer } from "./fuzz.ts";
import { type AttackedReceiver, useReceivers } from "./receivers-for-test.ts";
import {
  cloudEventOf,
  events,
  slackCommand,
  teamsActivity,
} from "./contents.ts";
import { asOkta, recordings } from "./recordings.ts";
import { bytesOf, type SchemeName, signed } from "./signed.ts";
import type { WireRequest } from "./wire.ts";

const receivers = useReceivers();

/** Each route that takes JSON, and a valid event for it. */
const ways: [receiver: AttackedReceiver, scheme: SchemeName, event: object][] =
  [
    ["onboarding", "standard-webhooks", events.hire],
    ["onboarding", "bearer", events.adopt],
    ["onboarding", "bamboohr", events.bambooHire],
    ["offboarding", "standard-webhooks", events.leave],
    ["offboarding", "bamboohr", events.bambooLeave],
    ["status", "bearer", events.status],
    ["events", "bearer", events.leave],
    ["status", "teams", teamsActivity("Out")],
  ];

const [release] = recordings.operations.slice(-1);
let ids = 0;

/** Sends a request that is accepted or refused, and never answered as our own outage. */
const send = async (receiver: AttackedReceiver, request: WireRequest) =>
  checkAnswer(await receivers().send(receiver, request));

/** Sends a request that must be refused and leave no trace. */
async function expectRefused(receiver: AttackedReceiver, request: WireRequest) {
  const before = { ...receivers().effects };
  expect((await send(receiver, request)).status).toBe(400);
  expect(receivers().effects).toEqual(before);
}

/** Sends each bomb, and expects one of these statuses. */
async function expectHandled(
  receiver: AttackedReceiver,
  event: object,
  requestOf: (body: string | Uint8Array) => WireRequest,
) {
  for (const [name, body] of Object.entries(bombs(event))) {
    const { status } = await send(receiver, requestOf(body));
    const isExpected = [200, 202, 400, 413, 415, 422].includes(status);
    expect({ name, status, isExpected }).toMatchObject({ isExpected: true });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect({}).not.toHaveProperty("polluted");
  }
}

function requestOf(
  receiver: AttackedReceiver,
  scheme: SchemeName,
  body: string | Uint8Array,
): WireRequest {
  return receiver === "operations" && release
    ? { ...release, body: bytesOf(body) }
    : signed(receiver, scheme, body, { id: `bomb_${++ids}` });
}

/** All routes that take JSON. */
const entrances = [
  ...ways,
  ["operations", "bearer", { operations: ["op_1"] }] as const,
];

const depth = effort(20_000, 100_000);
const count = effort(10_000, 1_000_000);

/** JSON that is meant to break its parser. */
function bombs(event: object): Record<string, string | Uint8Array> {
  const text = JSON.stringify(event);
  const inside = (member: string) => text.replace("{", `{${member},`);
  const innermost = (member: string) =>
    text.replace(/\{(?=[^{]*$)/, `{${member},`);
  const keys = Array.from({ length: count }, (_, n) => `"${n}":0`).join();
  const latin1 = Buffer.from(text.replace("{", '{"é":"ü",'), "latin1");
  return {
    "brackets in brackets": "[".repeat(depth) + "]".repeat(depth),
    "unclosed brackets": "[".repeat(depth),
    "objects in objects": `${'{"a":'.repeat(depth / 2)}1${"}".repeat(depth / 2)}`,
    "depth beside an event": inside(
      `"data2":${"[".repeat(depth)}${"]".repeat(depth)}`,
    ),
    "depth in an event": innermost(
      `"x":${"[".repeat(depth)}${"]".repeat(depth)}`,
    ),
    "a million keys": `{${keys}}`,
    "a million keys in an event": innermost(keys),
    "a million items": `[${"0,".repeat(count)}0]`,
    "the same key a thousand times": inside(
      '"type":0,'.repeat(1_000) + '"z":1',
    ),
    "a key twice, the second good": inside(`"type":"nonsense"`),
    "a number of a thousand digits": innermost(`"n":${"9".repeat(1_000)}`),
    "numbers beyond all numbers": innermost(`"n":1e999999,"m":-1e999999`),
    "a number of no size": innermost(`"n":1e-999999,"m":-0`),
    "half characters": innermost(String.raw`"\ud800":"\udfff"`),
    "control characters": innermost(String.raw`"\u0000":"\u0000\u0008"`),
    "a raw NUL": `${text}\0`,
    "a byte order mark": `\ufeff${text}`,
    "two byte order marks": `\ufeff\ufeff${text}`,
    "a byte order mark of UTF-16": Buffer.from(`\ufeff${text}`, "utf16le"),
    "bytes that are not UTF-8": latin1,
    "overlong UTF-8": Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xf5, 0x80, 0x80, 0x80]),
      Buffer.from('"}'),
    ]),
    "two documents": `${text}${text}`,
    "a comment": `/* */${text}`,
    "a trailing comma": text.replace(/\}$/, ",}"),
    "single quotes": text.replaceAll('"', "'"),
    "NaN and Infinity": innermost(`"n":NaN,"m":Infinity`),
    "a prototype": inside(`"__proto__":{"polluted":1}`),
    "a prototype inside": innermost(`"__proto__":{"polluted":1}`),
    "a constructor": innermost(`"constructor":{"prototype":{"polluted":1}}`),
    "nothing but a prototype": `{"__proto__":${text}}`,
    "a function's members": innermost(
      `"toString":1,"valueOf":1,"toJSON":1,"hasOwnProperty":1,"then":1,"length":-1`,
    ),
    "no bytes": "",
    "white space": " \n\t".repeat(1_000),
    "a string": '"text"',
    nothing: "null",
  };
}

test.each(entrances)(
  "a hostile body through %s, signed as %s, is accepted or refused, and has no other effect",
  (receiver, scheme, event) =>
    expectHandled(receiver, event, (body) => requestOf(receiver, scheme, body)),
);

test("inherited names of objects have no meaning in a table of values", async () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"])
    for (const change of [
      { action: name },
      { fields: { ...events.bambooHire.employees[0].fields, Status: name } },
    ]) {
      const employees = [{ ...events.bambooHire.employees[0], ...change }];
      const request = signed("onboarding", "bamboohr", { employees });
      await expectRefused("onboarding", request);
    }
  for (const kind of ["__proto__", "constructor", "slack#T1"]) {
    const data = { identity: { kind, id: "toString" }, text: "x" };
    const request = signed("status", "bearer", { ...events.status, data });
    await expectRefused("status", request);
  }
});

test("a form or a query can neither name a prototype nor repeat a field", async () => {
  const form = slackCommand("Out");
  for (const more of [
    "__proto__=1&__proto__[polluted]=1",
    "constructor[prototype][polluted]=1",
    "user_id=U1&user_id=U2",
    "team_id=T2",
    "text=other",
    "%00=%00&%=&%ud800=1",
    `${"a=1&".repeat(5_000)}`,
    `${"a".repeat(30_000)}`,
    "&".repeat(30_000),
    "text=\ufffd\u0000",
  ]) {
    const body = `${form}&${more}`;
    const { status } = await send("status", {
      ...signed("status", "slack", body),
      query: more.slice(0, 2_000),
    });
    expect([200, 400]).toContain(status);
    expect(Object.keys(Object.prototype)).toEqual([]);
  }
  const asked = recordings.operations[0];
  if (!asked) throw new Error("nothing was asked");
  for (const query of [
    "__proto__=E-1",
    "employeeId[]=E-1",
    "employeeId=",
    "employeeId=%00",
    `employeeId=${"E".repeat(129)}`,
    "employeeId= ",
    "%",
  ]) {
    const { status } = await send("operations", { ...asked, query });
    expect({ query, status }).toEqual({ query, status: 400 });
  }
});

test.each([
  "application/cloudevents+json",
  "application/cloudevents-batch+json",
  "application/x-www-form-urlencoded",
])(
  "a hostile body that is declared as %s is accepted or refused, and has no other effect",
  async (type) => {
    const event = cloudEventOf(events.leave);
    await expectHandled("events", event, (body) =>
      signed("events", "bearer", body, { type }),
    );
    await expectHandled("events", event, (body) => ({
      ...asOkta("POST", "", { "content-type": type }),
      body: bytesOf(body),
    }));
  },
);
