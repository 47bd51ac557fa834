import fc from "fast-check";
import { expect, test } from "vitest";
import {
  asAda,
  call,
  contentBody,
  create,
  createPerson,
  platformForTest,
} from "../platform-for-test.ts";
import { effort } from "../../../resilience/effort.ts";

const content = { type: "text/plain", text: "Words" };
/** An object of each family. */
const families: [path: string, body: object][] = [
  ["/places", { type: "blog", name: "Blog" }],
  ["/contents", contentBody("discussion")],
  ["/announcements", contentBody("announcement")],
  ["/activities", { content }],
  ["/inbox", { subject: "S", content }],
];

/** Fields of every family: with them, a body passes the first check of its route. */
const fields =
  "emails svc name type subject content tags place person participants dueDate verb state options publishDate __proto__";
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>("poll", "blog", "task", "1002", content, [
    { value: "a@b", svc_label: "Email" },
  ]),
);
const body = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .dictionary(fc.constantFrom(...fields.split(" ")), value)
    .map((one) => JSON.stringify(one)),
  fc.string(),
);
const query = fc
  .dictionary(
    fc.constantFrom(..."count startIndex fields search tag type".split(" ")),
    fc.oneof(fc.string(), fc.constantFrom("*", "1", "-1", "9".repeat(400))),
  )
  .map((entries) => String(new URLSearchParams(entries)));

test("no input of any shape on any route is answered 500", async () => {
  const platform = await platformForTest();
  const ids = [(await createPerson(platform, "ada")).id];
  for (const [path, body] of families)
    ids.push((await create(platform, path, body, asAda)).id);
  const id = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.string({ minLength: 1 }) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...platform.routes),
      id,
      query,
      body,
      fc.constantFrom(
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
      ),
      fc.constantFrom(asAda, undefined),
      async ({ method, path }, pathID, search, text, contentType, as) => {
        const filled = path.replaceAll(/\{\w+\}/g, () =>
          encodeURIComponent(pathID),
        );
        const url = path === "/login" ? `${platform.authUrl}/login` : filled;
        const answer = await call(platform, method, `${url}?${search}`, {
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
