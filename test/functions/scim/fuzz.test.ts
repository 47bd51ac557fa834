import fc from "fast-check";
import { expect, test } from "vitest";
import { entraToken } from "../../../infra/local/credentials.ts";
import { useInProcess } from "../../environments/in-process.ts";
import { effort } from "../../resilience/effort.ts";
import { entraUser, patchOp } from "./scim-client.ts";

const environment = useInProcess();

const words = [
  "userName",
  "active",
  "emails",
  "name",
  "__proto__",
  "constructor",
  "id",
  "urn:ietf:params:scim:schemas:core:2.0:User:title",
  "schemas",
  "meta",
  'emails[type eq "work"].value',
  "emails[",
  "name.givenName",
  "..",
  "*",
  "add",
  "Replace",
  "remove",
  "eq",
  "pr",
  "and",
  "or",
  "(",
  ")",
  "[",
  "]",
  '"',
  "\\",
  "\u0000",
  "\uD800",
  "😀",
  "ada@example.com",
  "True",
  "-1",
  "1e9",
];
const word = fc.constantFrom(...words);
const text = fc.oneof(
  word,
  fc.string({ maxLength: 40 }),
  fc.array(word).map((all) => all.join(" ")),
);
const json = fc.jsonValue({ maxDepth: 5 });
const value = fc.oneof(
  json,
  text,
  fc.constant(null),
  fc.dictionary(text, json),
);

const operation = fc.oneof(
  value,
  fc.record({ op: text, path: text, value }, { requiredKeys: [] }),
);
const user = fc
  .dictionary(word, value)
  .map((more) => ({ ...entraUser("fuzz"), ...more }));
const body = fc.oneof(
  value.map((one) => JSON.stringify(one)),
  user.map((one) => JSON.stringify(one)),
  fc
    .array(operation, { maxLength: 6 })
    .map((all) => JSON.stringify(patchOp(...all))),
  text,
  fc.tuple(user, fc.nat(), fc.nat({ max: 255 })).map(([one, at, byte]) => {
    const whole = JSON.stringify(one);
    const cut = at % whole.length;
    return (
      whole.slice(0, cut) + String.fromCharCode(byte) + whole.slice(cut + 1)
    );
  }),
);

const request = fc.record({
  method: fc.constantFrom(
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "HEAD",
    "OPTIONS",
  ),
  path: fc.oneof(
    fc.constantFrom(
      "/Users",
      "/Users/ID",
      "/Users/.search",
      "/Groups",
      "/Schemas",
      "/Bulk",
      "/Me",
    ),
    text.map((one) => `/Users/${encodeURIComponent(one.toWellFormed())}`),
    text.map((one) => `/${encodeURIComponent(one.toWellFormed())}`),
  ),
  query: fc.oneof(
    fc.constant(""),
    text.map((one) => `filter=${encodeURIComponent(one.toWellFormed())}`),
    fc
      .record(
        {
          startIndex: text,
          count: text,
          cursor: text,
          attributes: text,
          excludedAttributes: text,
        },
        { requiredKeys: [] },
      )
      .map((one) => new URLSearchParams(Object.entries(one)).toString()),
  ),
  type: fc.constantFrom(
    "application/scim+json",
    "application/json",
    "text/plain",
    "",
  ),
  prefer: fc.constantFrom("wait=0", "respond-async", "return=minimal, wait=0"),
  body,
});

type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

const send = async (
  { method, path, query, type, prefer, body: sent }: Request,
  token: string,
  id: string,
) =>
  environment().apps.scim.request(
    `/scim/v2/entra${path.replace("ID", id)}?${query}`,
    {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(type && { "content-type": type }),
        prefer,
      },
      ...(!["GET", "HEAD"].includes(method) && { body: sent }),
    },
  );

test("no request, however it is changed, leads to an error of ours or reaches a prototype", async () => {
  const first = await environment().apps.scim.request("/scim/v2/entra/Users", {
    method: "POST",
    headers: { authorization: `Bearer ${entraToken}` },
    body: JSON.stringify(entraUser("fuzzed")),
  });
  const { id } = (await first.json()) as { id: string };
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      const answer = await send(one, entraToken, id);
      // 501 is the answer for the parts of SCIM that we do not have.
      if (answer.status >= 500 && answer.status !== 501)
        throw new Error(`${answer.status} ${await answer.text()}`);
      const type = answer.headers.get("content-type");
      if (answer.status >= 400) expect(type).toContain("application/scim+json");
    }),
    { numRuns: effort(150, 20_000) },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
  await environment().idle();
});

test("no request without the key has an effect", async () => {
  const before = JSON.stringify(await environment().storedItems());
  await fc.assert(
    fc.asyncProperty(request, async (one) => {
      const answer = await send(one, "wrong", "1");
      // A path with dots leads out of the service.
      expect([401, 404, 413]).toContain(answer.status);
    }),
    { numRuns: effort(50, 1_000) },
  );
  expect(JSON.stringify(await environment().storedItems())).toBe(before);
});
