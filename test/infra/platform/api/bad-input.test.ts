import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../infra/platform/start-platform.ts";
import {
  asAda,
  call,
  create,
  createPerson,
  platformForTest,
} from "../platform-for-test.ts";
import { effort } from "../../../resilience/effort.ts";

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
});
