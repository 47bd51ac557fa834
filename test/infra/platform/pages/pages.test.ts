import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../../infra/platform/start-platform.ts";
import { captures } from "../../../fixtures/captures.ts";
import { rows } from "../../../fixtures/rows.ts";
import {
  asAda,
  asBob,
  asService,
  basic,
  call,
  contentBody,
  create,
  createPerson,
  refOf,
} from "../platform-for-test.ts";

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`;
const hostileName = `"><script>alert(1)</script>`;
const asHostile = basic(hostileName, `${hostileName}-password`);

let nowMs = Date.UTC(2026, 10, 20, 14, 5);
let platform: Platform;
let ada: Awaited<ReturnType<typeof createPerson>>;
let content: typeof ada;

/** One community for all tests: Ada has a whole profile, Zoë hides her name, and one person writes hostile text. */
beforeAll(async () => {
  platform = await startPlatform({ nowMs: () => nowMs });
  const named = (givenName: string, familyName: string) => ({
    name: { givenName, familyName },
  });
  const address = {
    streetAddress: "Main Street 1",
    postalCode: "411 09",
    locality: "Gothenburg",
    country: "Sweden",
  };
  const profile = Object.entries({
    Title: "Analyst",
    Department: "Engines",
    Company: "Babbage & Co",
    "Hire Date": "1833-06-05",
  });
  ada = await createPerson(
    platform,
    "ada",
    {
      ...named("Ada", "Byron"),
      location: "London",
      tags: ["engines"],
      phoneNumbers: [{ value: "+46 (31) 555-01", svc_label: "Phone Number" }],
      addresses: [{ svc_label: "Address", value: address }],
    },
    { profile: profile.map(([svc_label, value]) => ({ svc_label, value })) },
  );
  await createPerson(platform, "bob", { ...named("Bob", "Lindqvist") });
  await createPerson(platform, "emile", { ...named("Émile", "Dufour") });
  const zoe = await createPerson(platform, "zoe", named("Zoë", "Hidden"));
  platform.admin.hideFields(zoe.id, ["name"]);
  await createPerson(platform, "left", {}, { enabled: false });
  const group = { type: "group", name: "Workshop" };
  const place = await create(platform, "/places", group, asAda);
  for (const status of ["First", "Counting"]) {
    nowMs += 60_000;
    await setStatus(ada, status);
  }
  const poll = { subject: "Engines", tags: ["steam"], place: place.id };
  content = await create(
    platform,
    "/contents",
    contentBody("poll", poll),
    asAda,
  );
});
afterAll(() => platform.close());

const visit = (path: string, as: string | null = asService) =>
  call(platform, "GET", platform.origin + path, { as });

function setStatus({ id, emails, name, svc }: typeof ada, status: string) {
  const json = { emails, name, svc, status };
  return call(platform, "PUT", `/people/${id}`, { json });
}

const namesOn = (page: string) =>
  captures(page, /<a class="plain strong"[^>]*>([^<]*)</g);

const pages = rows<[string, () => string, RegExp[]]>`
  the html resource of a person   | ${() => refOf(ada, "html")}     | ${[/<title>Ada Byron · Community<.*<h1>Ada Byron</s, /Analyst/, /Engines · Babbage &amp; Co · London/, /<p class="lines">Counting</, />engines<\/li>/, /href="mailto:ada@community.example"/, /href="tel:\+463155501"/, /Main Street 1\n411 09 Gothenburg\nSweden/, /<dt>Hire Date<\/dt><dd>1833-06-05</]}
  the html resource of a content  | ${() => refOf(content, "html")} | ${[/<title>Engines · Community<.*<h1>Engines</s, /href="\/people\/ada">Ada Byron</, /datetime="2026-11-20T14:07:00.000Z">20 November 2026 at 14:07 UTC</, /aria-label="Main">/, />steam<\/li>/, /<p class="muted">poll in workshop</i, /class="portrait" width="40".*>AB</]}
  the directory, with the newest status of each person | ${() => `${platform.origin}/people`} | ${[/"\/people\/ada">(?:(?!First|<li class="card).)*Counting.*<time datetime="2026-11-20T14:07:00.000Z">20 Nov 2026, 14:07 UTC</s, /"\/people\/emile">(?:(?!status|<li class="card).)*<\/li>/s]}
`;
test.each(pages)("%s opens a page with all that is known", async (...row) => {
  const [, url, shown] = row;
  const { text } = await call(platform, "GET", url(), { as: asBob });
  for (const one of shown) expect(text).toMatch(one);
});

test.each(rows<[string, string[]]>`
  emile     | ${["Émile Dufour"]}
  LINDQVIST | ${["Bob Lindqvist"]}
  lind bo   | ${["Bob Lindqvist"]}
  ${"  du "} | ${["Émile Dufour"]}
  o         | ${["Ada Byron", "Bob Lindqvist", "Émile Dufour", "zoe"]}
  service   | ${[]}
  Hidden    | ${[]}
  *         | ${[]}
`)("the directory finds by «%s»: %j", async (search, names) => {
  const query = new URLSearchParams({ search });
  const { text } = await visit(`/people?${query}`, asBob);
  expect(namesOn(text)).toEqual(names);
  expect(text.includes("No person has this name.")).toBe(names.length === 0);
});

test("text that people write never becomes markup on a page", async () => {
  const entry = { svc_label: hostile, value: hostile };
  const person = await createPerson(
    platform,
    hostileName,
    {
      emails: [{ value: `"><script>@x?cc=y`, svc_label: hostile }],
      name: { givenName: hostile, familyName: hostile },
      location: hostile,
      tags: [hostile],
      phoneNumbers: [entry],
      addresses: [{ svc_label: hostile, value: { formatted: hostile } }],
    },
    {
      profile: [entry, { svc_label: "Title", value: hostile }],
      level: { name: hostile, points: 1 },
    },
  );
  await setStatus(person, hostile);
  const dueDate = "2026-12-01T09:00:00.000+0000";
  const add = (path: string, json: object) =>
    create(platform, path, json, asHostile);
  const task = { type: "task", subject: hostile, dueDate };
  await add(`/people/${person.id}/tasks`, task);
  const { id } = await add("/places", { type: "group", name: hostile });
  const text = { type: "text/plain", text: hostile };
  const discussion = await add("/contents", {
    ...contentBody("discussion", { subject: hostile, tags: [hostile] }),
    place: id,
    content: text,
  });
  const reply = { type: "text/html", text: "&lt;script&gt;alert(1)<script>" };
  await add(refOf(discussion, "messages"), { content: reply });

  for (const path of [
    new URL(refOf(person, "html")).pathname,
    "/people",
    `/people?search=${encodeURIComponent(hostile)}`,
    `/contents/${discussion.id}`,
  ]) {
    const page = await visit(path, asHostile);
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<script|<img src=x|href="[^"]*\?cc/);
    expect(page.text).toContain("&lt;script&gt;alert(1)");
    expect(page.text).toContain("&amp;amp;");
  }
});

test.each([
  "/",
  "/people",
  "/people/ada",
  "/people/unknown",
  "/contents/1",
  "/sign-in",
  "/pages/style.css",
])(
  "the page %s may load its own style and images only, and run no script",
  async (path) => {
    const { headers } = await visit(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy":
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
    });
  },
);

test.each(rows<[string, string | null]>`
    nothing            | ${null}
    a wrong password   | ${basic("ada", "wrong")}
    a disabled account | ${basic("left", "left-password")}
  `)(
  "a browser with %s is asked for a name and a password, and sees no person",
  async (_, as) => {
    for (const path of ["/people", "/people/ada", "/people/ada/avatar"]) {
      const { status, headers, text } = await visit(path, as);
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe(
        'Basic realm="community", charset="UTF-8"',
      );
      expect(text).toContain("<h1>Please sign in</h1>");
      expect(text).not.toContain("ada");
    }
  },
);

test.each(rows<[string, number, (() => string) | string]>`
    the stand-in itself | ${200} | ${() => platform.origin}
    another site        | ${403} | http://evil.example
    an unknown origin   | ${403} | null
  `)("a page of %s gets %i from the API", async (_, status, from) => {
  const origin = typeof from === "string" ? from : from();
  const options = { as: asAda, headers: { origin } };
  const answer = await call(platform, "GET", "/people?count=1", options);
  expect(answer.status).toBe(status);
});
