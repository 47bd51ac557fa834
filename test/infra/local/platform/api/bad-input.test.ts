import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../../infra/local/platform/start-platform.ts";
import {
  asAda,
  call,
  create,
  createPerson,
  personBody,
  platformForTest,
} from "../platform-for-test.ts";
import { effort } from "../../../../resilience/effort.ts";

/** Starts a platform with one object of each family, and returns their ids. */
async function platformWithThings() {
  const platform = await platformForTest();
  const { id: personID } = await createPerson(platform, "ada");
  const content = { type: "text/plain", text: "Words" };
  const make = async (path: string, json: object) =>
    (await create(platform, path, json, asAda)).id;
  const ids = [
    personID,
    await make("/places", { type: "blog", name: "Blog" }),
    await make("/contents", { type: "discussion", subject: "S", content }),
    await make("/announcements", {
      type: "announcement",
      subject: "S",
      content,
    }),
    await make("/activities", { content }),
    await make("/actions/dms", { participants: [personID], content }),
    await make("/inbox", { subject: "S", content }),
  ];
  return { platform, ids };
}

function fill(platform: Platform, template: string, ids: readonly string[]) {
  let index = 0;
  const path = template.replaceAll(/\{\w+\}/g, () =>
    encodeURIComponent(ids[index++ % ids.length] ?? ""),
  );
  return template === "/login" ? `${platform.authUrl}/login` : path;
}

/** Fields of every family: with them, a body passes the first check of its route. */
const fields = [
  "emails",
  "svc",
  "name",
  "type",
  "subject",
  "content",
  "tags",
  "place",
  "person",
  "participants",
  "dueDate",
  "verb",
  "state",
  "options",
  "publishDate",
  "__proto__",
];

const body = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
  fc
    .dictionary(
      fc.constantFrom(...fields),
      fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom("discussion", "poll", "blog", "task", "member", "1002"),
        fc.constant({ type: "text/html", text: "<p>" }),
        fc.constant([{ value: "a@b", svc_label: "Email" }]),
      ),
    )
    .map((value) => JSON.stringify(value)),
  fc.string(),
);

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        "count",
        "startIndex",
        "fields",
        "search",
        "tag",
        "type",
        "author",
        "place",
      ),
      fc.oneof(
        fc.string(),
        fc.integer().map(String),
        fc.constantFrom("*", "1", "-1", "NaN", "9".repeat(400), "%00"),
      ),
    ),
    { maxLength: 4 },
  )
  .map((entries) => String(new URLSearchParams(entries)));

describe("bad input", () => {
  test("no input of any shape on any route is answered 500", async () => {
    const { platform, ids } = await platformWithThings();
    const route = fc.nat(platform.routes.length - 1);
    const id = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...ids) },
      { weight: 1, arbitrary: fc.string({ minLength: 1 }) },
    );
    await fc.assert(
      fc.asyncProperty(
        route,
        fc.array(id, { minLength: 2, maxLength: 2 }),
        query,
        body,
        fc.constantFrom(
          "application/json",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "text/plain",
        ),
        fc.constantFrom(asAda, undefined),
        async (index, pathIDs, search, text, contentType, as) => {
          const { method, path } = platform.routes[index]!;
          const url = `${fill(platform, path, pathIDs)}?${search}`;
          const answer = await call(platform, method, url, {
            ...(as && { as }),
            ...(method !== "GET" && {
              body: text,
              headers: { "content-type": contentType },
            }),
          });
          expect(answer.status).toBeLessThan(500);
        },
      ),
      { numRuns: effort(100, 600) },
    );
  });

  test("every route with a body answers a malformed body by 4xx with a message", async () => {
    const { platform, ids } = await platformWithThings();
    const writing = platform.routes.filter(
      ({ method, path }) =>
        (method === "POST" || method === "PUT") && !path.endsWith("/read"),
    );
    const nested = `{"content":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const unclear: string[] = [];
    for (const { method, path } of writing) {
      for (const text of ["", "{", "null", "[]", "7", '"text"', "{}", nested]) {
        const answer = await call(platform, method, fill(platform, path, ids), {
          body: text,
          headers: { "content-type": "application/json" },
        });
        const { status } = answer;
        if (status < 400 || status >= 500) {
          unclear.push(`${method} ${path} ${text.slice(0, 20)}: ${status}`);
        }
        expect(answer.json()).toMatchObject({
          error: { status, message: expect.any(String) },
        });
      }
    }
    expect(unclear).toEqual([]);
  });

  test.each(["count=0", "count=x", "startIndex=-1", "startIndex=1e3"])(
    "every list answers %s by 400",
    async (paging) => {
      const { platform, ids } = await platformWithThings();
      const paths = [
        "/people",
        "/contents",
        "/announcements",
        "/places",
        "/members",
        "/activities",
        "/actions/dms",
        "/inbox",
        ...[
          "@reports",
          "@colleagues",
          "@followers",
          "@following",
          "followingIn",
          "activities",
          "images",
          "streams",
          "tasks",
        ].map((name) => `/people/${ids[0]}/${name}`),
        `/members/people/${ids[0]}`,
        ...["likes", "messages", "attachments", "followingIn"].map(
          (name) => `/contents/${ids[2]}/${name}`,
        ),
      ];
      for (const path of paths) {
        const answer = await call(platform, "GET", `${path}?${paging}`, {
          as: asAda,
        });
        expect({ path, status: answer.status }).toEqual({ path, status: 400 });
      }
    },
  );

  test("a string of 1 MB in any field is never answered 500", async () => {
    const { platform } = await platformWithThings();
    const long = "x".repeat(1_040_000);
    const content = { type: "text/plain", text: long };
    for (const [path, json] of [
      ["/people", personBody("bob", { location: long })],
      ["/contents", { type: "post", subject: "S", content }],
      ["/contents", { type: "post", subject: long, content: { text: "" } }],
      ["/contents", { type: long, subject: "S", content: { text: "" } }],
      ["/places", { type: "group", name: long }],
      ["/members", { person: long, place: long }],
      ["/actions/dms", { participants: [long], content: { text: "" } }],
      ["/inbox", { subject: long, content: { text: "" } }],
      ["/contents", { type: "post", subject: `${long}${long}`, content }],
    ] as const) {
      const { status } = await call(platform, "POST", path, {
        json,
      });
      expect(status).toBeLessThan(500);
    }
    const search = await call(platform, "GET", "/contents?search=x*x*y");
    expect(search.status).toBe(200);
  });

  test("an address that is too long is answered by 4xx", async () => {
    const { platform } = await platformWithThings();
    const path = `/contents?search=${"x".repeat(1_000_000)}`;
    const { status } = await call(platform, "GET", path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});
