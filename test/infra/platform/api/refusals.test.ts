import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../../infra/platform/start-platform.ts";
import { rows } from "../../../fixtures/rows.ts";
import {
  asAda,
  asBob,
  asService,
  basic,
  type Call,
  call,
  createPerson,
  loginForm,
  personBody,
} from "../platform-for-test.ts";

let platform: Platform;
let pathOfAda = "";
beforeAll(async () => {
  platform = await startPlatform({});
  const { id } = await createPerson(platform, "ada");
  await createPerson(platform, "bob");
  pathOfAda = `/people/${id}`;
});
afterAll(() => platform.close());

/** Calls a path. It may have "{ada}" for the path of Ada, and begin with "//" if it is not below the API. */
const send = (method: string, path: string, options?: Call) =>
  call(
    platform,
    method,
    path.replace("{ada}", pathOfAda).replace(/^\/\//, `${platform.origin}/`),
    options,
  );

const person = (fields: object, svc: object = {}): Call => ({
  json: personBody("zoe", { ...fields }, { ...svc }),
});
const email = (value: string) => ({ emails: [{ value, svc_label: "Email" }] });
const entry = (value: unknown) => [{ value, svc_label: "Title" }];
const task = (change: object): Call => ({
  as: asAda,
  json: {
    type: "task",
    subject: "Meet your team",
    dueDate: "2026-03-01T09:00:00.000+0000",
    ...change,
  },
});
const due = (dueDate?: string) => task({ dueDate });
const stream = (json: unknown): Call => ({ as: asAda, json });
const jsonText = (body: NonNullable<Call["body"]>): Call => ({
  body,
  headers: { "content-type": "application/json" },
});
const as = (authorization: string | null): Call => ({ as: authorization });
const upload = (...bytes: Uint8Array<ArrayBuffer>[]): Call => {
  const body = new FormData();
  body.set("note", "not a file");
  for (const one of bytes) body.set("file", new File([one], "me.bin"));
  return { body };
};
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const multipart = (type: string): Call => ({
  body: "nonsense",
  headers: { "content-type": `multipart/form-data; ${type}` },
});
const runAs = (header: string): Call => ({
  json: { type: "group", name: "Group" },
  headers: { [header]: "username ada" },
});
const faultRule = (json: object): Call => ({ json });
const nested = "[".repeat(200_000) + "]".repeat(200_000);

/** The columns: method, path, status, what the message names, the request. */
const refusals = rows<[string, string, number, string, Call?]>`
  POST | /people                   | ${400} | emails:                       | ${person({ emails: undefined })}
  POST | /people                   | ${400} | emails[0].value:              | ${person(email("canary"))}
  POST | /people                   | ${400} | emails[0].svc_label:          | ${person({ emails: [{ value: "a@b" }] })}
  POST | /people                   | ${400} | name:                         | ${person({ name: undefined })}
  POST | /people                   | ${400} | name.familyName:              | ${person({ name: { givenName: "Ada" } })}
  POST | /people                   | ${400} | svc:                          | ${person({ svc: undefined })}
  POST | /people                   | ${400} | svc.password:                 | ${person({}, { password: undefined })}
  POST | /people                   | ${400} | svc.username:                 | ${person({}, { username: "a b" })}
  POST | /people                   | ${400} | svc.visible:                  | ${person({}, { visible: "yes" })}
  POST | /people                   | ${400} | svc.profile[0].value:         | ${person({}, { profile: entry(7) })}
  POST | /people                   | ${400} | tags[1]:                      | ${person({ tags: ["a", 2] })}
  POST | /people                   | ${400} | status:                       | ${person({ status: null })}
  POST | /people                   | ${400} | location:                     | ${person({ location: {} })}
  POST | /people                   | ${400} | addresses[0].value:           | ${person({ addresses: entry("Street 1") })}
  POST | /people                   | ${400} | phoneNumbers:                 | ${person({ phoneNumbers: "+44" })}
  POST | /people                   | ${409} | svc.username                  | ${person({}, { username: "ADA" })}
  POST | /people                   | ${409} | emails[0].value               | ${person(email("Ada@Community.Example"))}
  PUT  | {ada}                     | ${400} | emails:                       | ${person({ emails: undefined })}
  PUT  | {ada}                     | ${400} | svc:                          | ${person({ svc: undefined })}
  PUT  | {ada}                     | ${400} | name:                         | ${person({ name: undefined })}
  POST | /people                   | ${400} | is not JSON                   | ${jsonText("{")}
  POST | /people                   | ${400} | is not JSON                   | ${jsonText("[".repeat(500_000))}
  POST | /people                   | ${400} | emails                        | ${jsonText(`{"emails":${nested}}`)}
  POST | /people                   | ${400} | is not UTF-8                  | ${jsonText(Buffer.from('{"location":"\xff"}', "latin1"))}
  POST | /people                   | ${413} | larger than 1048576 bytes     | ${person({ location: "x".repeat(1_048_576) })}
  POST | /people                   | ${415} | application/json              | ${{ body: "{}" }}
  POST | {ada}/tasks               | ${400} | type:                         | ${task({ type: "note" })}
  POST | {ada}/tasks               | ${400} | subject:                      | ${task({ subject: "" })}
  POST | {ada}/tasks               | ${400} | dueDate:                      | ${due()}
  POST | {ada}/tasks               | ${400} | dueDate:                      | ${due("2026-03-01")}
  POST | {ada}/tasks               | ${400} | dueDate:                      | ${due("2026-03-01T09:00:00.000Z")}
  POST | {ada}/tasks               | ${400} | dueDate:                      | ${due("2026-03-01T09:00:00+0000")}
  POST | {ada}/tasks               | ${400} | dueDate:                      | ${due("2026-02-30T09:00:00.000+0000")}
  POST | {ada}/tasks               | ${403} |                               | ${{ ...task({}), as: asBob }}
  POST | {ada}/tasks               | ${403} |                               | ${{ ...task({}), as: asService }}
  GET  | {ada}/tasks               | ${403} |                               | ${as(asBob)}
  GET  | {ada}/tasks               | ${403} |                               | ${as(asService)}
  POST | {ada}/streams             | ${400} | name:                         | ${stream({})}
  POST | {ada}/streams             | ${400} | name:                         | ${stream({ name: "" })}
  POST | {ada}/streams             | ${400} | body:                         | ${stream([])}
  POST | {ada}/streams             | ${403} |                               | ${{ json: { name: "News" }, as: asBob }}
  POST | {ada}/streams             | ${403} |                               | ${{ json: { name: "News" }, as: asService }}
  GET  | {ada}/streams             | ${403} |                               | ${as(asBob)}
  GET  | {ada}/streams             | ${403} |                               | ${as(asService)}
  POST | {ada}/images              | ${403} |                               | ${{ as: asBob, form: { imageURI: "x" } }}
  POST | /profileImages/temporary  | ${400} |                               | ${upload(Buffer.from("<svg xmlns='x'/>"))}
  POST | /profileImages/temporary  | ${400} |                               | ${upload(Buffer.alloc(0))}
  POST | /profileImages/temporary  | ${400} |                               | ${upload()}
  POST | /profileImages/temporary  | ${400} | not a multipart form          | ${multipart("boundary=x")}
  POST | /profileImages/temporary  | ${400} | not a multipart form          | ${multipart("x")}
  POST | /profileImages/temporary  | ${413} | larger than 10485760 bytes    | ${upload(Buffer.concat([png, Buffer.alloc(10_485_760)]))}
  POST | /profileImages/temporary  | ${415} | multipart/form-data           | ${{ body: png, headers: { "content-type": "image/png" } }}
  GET  | /people                   | ${401} |                               | ${as(null)}
  GET  | /people                   | ${401} |                               | ${as(basic("service", "wrong"))}
  GET  | /people                   | ${401} |                               | ${as(basic("nobody", "service-password"))}
  GET  | /people                   | ${401} |                               | ${as("Bearer nonsense")}
  GET  | /people                   | ${401} |                               | ${as("Basic")}
  GET  | /people                   | ${401} |                               | ${as("Basic c2VydmljZQ==")}
  GET  | /nothing                  | ${401} |                               | ${as(null)}
  POST | /places                   | ${401} |                               | ${{ ...runAs("x-run-as"), as: null }}
  POST | /places                   | ${403} | x-run-as:                     | ${runAs("x-run-as")}
  POST | /places                   | ${403} | x-svc-run-as:                 | ${runAs("X-Svc-Run-As")}
  GET  | /nothing                  | ${404} |
  GET  | /people/1/nothing         | ${404} |
  GET  | /                         | ${404} |
  GET  | /people//tasks            | ${404} |
  GET  | /people?count=0           | ${400} | count
  GET  | /inbox?count=x            | ${400} | count
  GET  | {ada}/activities?startIndex=-1 | ${400} | startIndex
  GET  | /places?startIndex=1e3    | ${400} | startIndex
  GET  | /contents?count=1&count=2 | ${400} |
  GET  | /contents?search=a&search=b | ${400} |
  GET  | /contents?fields=id&fields=name | ${400} |
  POST | //login                   | ${400} | grant_type                    | ${loginForm({ grant_type: "magic" })}
  POST | //login                   | ${400} | username                      | ${loginForm({ grant_type: "password", password: "service-password" })}
  POST | //login                   | ${400} | password                      | ${loginForm({ grant_type: "password", username: "service" })}
  POST | //_faults                 | ${400} | kind                          | ${faultRule({})}
  POST | //_faults                 | ${400} | kind                          | ${faultRule({ kind: "unknown" })}
  POST | //_faults                 | ${400} | status                        | ${faultRule({ kind: "status", status: 200 })}
  POST | //_faults                 | ${400} | retryAfter                    | ${faultRule({ kind: "status", status: 503, retryAfter: "1\r\nx: y" })}
  POST | //_faults                 | ${400} | ms                            | ${faultRule({ kind: "latency", ms: -1 })}
  POST | //_faults                 | ${400} | times                         | ${faultRule({ kind: "reset-before", times: 0 })}
  POST | //_faults                 | ${400} |                               | ${faultRule({ kind: "reset-before", typo: true })}
  POST | //_faults                 | ${400} | path                          | ${faultRule({ kind: "reset-before", path: "people" })}
  POST | //_faults                 | ${400} | gone                          | ${faultRule({ kind: "late-deletion", gone: { afterReads: -1 } })}
  POST | //_faults                 | ${400} | origin                        | ${faultRule({ kind: "foreign-host", of: "links", origin: 'https://a.test/"' })}
  POST | //_faults                 | ${400} | of                            | ${faultRule({ kind: "foreign-host", of: "body", origin: "https://a.test" })}
`;

test.each(refusals)(
  "%s %s is answered %i (%s), and has no effect",
  async (method, path, status, named, options) => {
    const before = platform.journal.length;
    const answer = await send(method, path, options);
    expect(answer.json()).toEqual({
      error: { status, message: expect.stringContaining(named) as string },
    });
    expect(answer.status).toBe(status);
    // Only a page asks a browser for a password.
    expect(answer.headers.has("www-authenticate")).toBe(false);
    // Neither the guard line of a GET nor a value of the request.
    expect(answer.text).not.toMatch(/throw|canary|-password|username ada/);
    const entries = platform.journal.slice(before);
    expect(entries.filter(({ applied }) => applied)).toEqual([]);
    expect((await send("GET", "/people")).status).toBe(200);
  },
);

test.each(rows`
  DELETE | /people                  | POST, GET, HEAD
  POST   | /people/1                | GET, HEAD, PUT, DELETE
  PATCH  | /people/1/               | GET, HEAD, PUT, DELETE
  GET    | /profileImages/temporary | POST
  DELETE | /people/1/avatar         | GET, HEAD
`)("%s %s is answered 405 with the existing methods", async (...row) => {
  const [method = "", path = "", allow] = row;
  const answer = await send(method, path);
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe(allow);
  expect(answer.json()).toMatchObject({ error: { status: 405 } });
});
