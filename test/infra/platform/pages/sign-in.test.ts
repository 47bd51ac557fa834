import { expect, test } from "vitest";
import {
  asAda,
  asBob,
  basic,
  call,
  createPerson,
  platformForTest,
} from "../platform-for-test.ts";
import { visit } from "./visit.ts";

async function platformWithAda() {
  const platform = await platformForTest();
  await createPerson(platform, "ada");
  await createPerson(platform, "bob", {}, { enabled: false });
  return platform;
}

test.each([
  ["nothing", null],
  ["a wrong password", basic("ada", "wrong")],
  ["a disabled account", asBob],
])(
  "a browser with %s is asked for a name and a password, and sees no person",
  async (_case, as) => {
    const platform = await platformWithAda();
    for (const path of ["/people", "/people/ada", "/people/ada/avatar"]) {
      const { status, headers, text } = await visit(platform, path, { as });
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe(
        'Basic realm="community", charset="UTF-8"',
      );
      expect(text).toContain("<h1>Please sign in</h1>");
      expect(text).not.toContain("ada");
    }
  },
);

test("a person who signs in as another one is asked anew, and the other person sees the directory", async () => {
  const platform = await platformWithAda();
  const { text } = await visit(platform, "/people", { as: asAda });
  const [, path = ""] = /href="(\/sign-in[^"]*)"/.exec(text) ?? [];
  expect((await visit(platform, path, { as: asAda })).status).toBe(401);
  const other = await visit(platform, path);
  expect(other.status).toBe(302);
  expect(other.headers.get("location")).toBe("/people");
});

test.each([
  { from: "of the stand-in itself", origin: undefined, status: 200 },
  { from: "of another site", origin: "http://evil.example", status: 403 },
  { from: "of a page without an origin", origin: "null", status: 403 },
])("a request to the API from a page $from", async ({ origin, status }) => {
  const platform = await platformWithAda();
  const answer = await call(platform, "GET", "/people?count=1", {
    as: asAda,
    headers: { origin: origin ?? platform.origin },
  });
  expect(answer.status).toBe(status);
});
