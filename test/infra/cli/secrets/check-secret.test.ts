import { expect, test } from "vitest";
import type { SecretName } from "../../../../infra/aws/deployment/grants.ts";
import {
  findIssues,
  parseDocument,
} from "../../../../infra/cli/secrets/check-secret.ts";
import { rows } from "../../../fixtures/rows.ts";

const canary = "canary-4f1d-of-the-bot";
const bot = { scheme: "bearer", keys: [canary], scopes: ["status:any"] };
const lookupAt = (url: string) => ({
  ...bot,
  lookup: {
    source: "hibob",
    request: { url },
    id: "/id",
    map: {
      type: { value: "employee.terminated" },
      fields: { "/employeeId": "/id" },
    },
    avatar: [url],
  },
});
const pullAt = (url: string) => ({
  ...bot,
  pull: { request: { url }, changes: { request: { url } } },
});
const here = "http://127.0.0.1:9000/{employeeId}";
const basicAuth = { type: "basic", username: canary, password: canary };
const hibob = { hosts: ["api.example.com"], auth: basicAuth };
const tokenAuth = (tokenUrl: string) => ({
  type: "oauth2",
  tokenUrl,
  clientId: canary,
  clientSecret: canary,
});
const url = "https://desk.example.com/hooks";
const desk = {
  format: "webhook",
  url,
  keys: [`whsec_${Buffer.alloc(32, "canary-4f1d").toString("base64")}`],
};
const credentials = {
  consumerKey: canary,
  consumerSecret: canary,
  username: "service",
  password: canary,
  passwordMaster: { "1": "k".repeat(32) },
};

test.each(rows<[SecretName, string, unknown, RegExp[]]>`
  callers     | a valid entry              | ${{ bot }} | ${[]}
  callers     | a short key of an operator | ${{ ops: { ...bot, scopes: ["operate"] } }} | ${[/^#\/ops\/keys\/0 must have at least 32 characters, because the caller has the scope operate/]}
  callers     | two faults in a map        | ${{ hr: { ...bot, map: { type: canary, fields: { "/email": 1 } } } }} | ${[/^#\/hr\/map\/type must /, /^#\/hr\/map\/fields\S* must /]}
  callers     | a slash in a name          | ${{ "a/b": bot }} | ${[/^# a name in it/]}
  callers     | a list                     | ${[bot]} | ${[/^# must be an object/]}
  callers     | more than 64 KB            | ${{ bot: { ...bot, keys: ["k".repeat(65_536)] } }} | ${[/^# must have at most 65536 bytes/]}
  callers     | a lookup on this machine   | ${{ hr: lookupAt(here) }} | ${[/^#\/hr\/lookup\/request\/url must be an https/, /^#\/hr\/lookup\/avatar\/0 must be an https/]}
  callers     | a pull from this machine   | ${{ hr: pullAt(here) }} | ${[/^#\/hr\/pull\/request\/url must be an https/, /^#\/hr\/pull\/changes\/request\/url must be an https/]}
  sources     | a valid entry              | ${{ hibob }} | ${[]}
  sources     | a token from http          | ${{ hibob: { hosts: ["127.0.0.1:9"], auth: tokenAuth("http://127.0.0.1:9/t") } }} | ${[/^#\/hibob\/auth\/tokenUrl /]}
  sources     | an unknown field           | ${{ hibob: { ...hibob, password: canary } }} | ${[/^#\/hibob\/password /]}
  subscribers | a valid entry              | ${{ desk }} | ${[]}
  subscribers | an address with http       | ${{ plain: { format: "slack", url: "http://chat.example.com/canary" } }} | ${[/^#\/plain\/url must be an https address/]}
  community   | valid credentials          | ${credentials} | ${[]}
  community   | a misspelled field         | ${{ ...credentials, passwort: canary }} | ${[/^#\/passwort is not a known field/]}
  community   | a name that is no version  | ${{ ...credentials, passwordMaster: { [canary]: "1" } }} | ${[/^#\/passwordMaster a name in it /]}
`)(
  "a check of %s names each wrong place, and no value: %s",
  (kind, _, content, expected) => {
    const issues = findIssues(kind, content);
    const matching = expected.map(
      (one) => expect.stringMatching(one) as unknown,
    );
    expect(issues).toEqual(expect.arrayContaining(matching));
    expect(issues.length > 0).toBe(expected.length > 0);
    expect(issues.join()).not.toMatch(/canary|Y2FuYXJ5/);
  },
);

test("a file as Windows writes it is read, or its encoding is named", () => {
  expect(parseDocument("\uFEFF{}", "callers.json")).toEqual({});
  const utf16 = Buffer.from('{"a": 1}', "utf16le").toString();
  expect(() => parseDocument(utf16, "callers.json")).toThrow(
    "callers.json is not UTF-8: save it as UTF-8.",
  );
});
