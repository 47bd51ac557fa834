import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../../infra/platform/start-platform.ts";
import { rows } from "../../../fixtures/rows.ts";
import {
  asAda,
  basic,
  call,
  contentBody,
  create,
  createPerson,
  guard,
  logIn,
  personBody,
  platformForTest,
  refOf,
} from "../platform-for-test.ts";

const words = { type: "text/plain", text: "Words" };
const html =
  '<p>A <strong>mid</strong>dle <a href="/x">word</a> one</p><p>two: R&amp;D</p>';
const contact = {
  phoneNumbers: [{ value: "+44 20 7946 0000", svc_label: "Phone Number" }],
  addresses: [{ value: { locality: "London" }, svc_label: "Address" }],
  tags: ["secret"],
};
const atFirst = "1970-01-01T00:00:00.000+0000";

/**
 * One community for all reads. Its pages have at most three items. Ada has a status, a discussion and a document, and
 * follows Bob twice. Bob has a reply and two posts. Two people hide fields, one is not visible, and one who has a post
 * is disabled and not visible.
 */
let platform: Platform;
const ids = new Map<string, string>();
beforeAll(async () => {
  platform = await startPlatform({
    nowMs: () => 0,
    defaultPageSize: 2,
    maxPageSize: 3,
  });
  type Fields = Record<string, unknown>;
  const people: [string, Fields?, Fields?][] = [
    ["ada"],
    ["bob"],
    ["shy", contact],
    ["reserved", contact],
    ["unseen", {}, { visible: false }],
    ["left"],
  ];
  for (const [name, fields, svc] of people)
    ids.set(name, (await createPerson(platform, name, fields, svc)).id);
  const { admin } = platform;
  admin.hideFields(ids.get("shy")!, ["emails", "tags"]);
  admin.hideFields(ids.get("reserved")!, ["phoneNumbers", "addresses", "name"]);
  const status = { status: "1 < 2 & <b>3</b>" };
  const json = personBody("ada", status);
  await call(platform, "PUT", pathOf("{ada}"), { as: asAda, json });
  const news = { name: "News" };
  await create(platform, pathOf("{ada}/streams"), news, asAda);
  for (const stream of [undefined, "News"])
    admin.follow(ids.get("ada")!, ids.get("bob")!, stream);
  const add = (name: string, type: string, fields: object) => {
    const body = contentBody(type, { ...fields });
    return create(platform, "/contents", body, as(name));
  };
  const subject = "Engines";
  const item = await add("ada", "discussion", { subject, content: words });
  const reply = { content: words };
  await create(platform, refOf(item, "messages"), reply, as("bob"));
  const italics = { type: "text/plain", text: "Write <i> for italics" };
  await add("bob", "post", {
    subject: "html",
    content: { type: "text/html", text: html },
  });
  await add("bob", "post", { subject: "plain", content: italics });
  await add("ada", "document", { subject: "html, as a document" });
  await add("left", "post", { subject: "kept" });
  const disabled = personBody("left", {}, { enabled: false, visible: false });
  await call(platform, "PUT", pathOf("{left}"), { json: disabled });
});
afterAll(() => platform.close());

const as = (name: string) => basic(name, `${name}-password`);
/** "{ada}" is the path of Ada, and "{#ada}" her id. */
const pathOf = (path: string) =>
  path
    .replaceAll(/\{#(\w+)\}/g, (_, name: string) => ids.get(name)!)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => `/people/${ids.get(name)}`);
/** An answer with "@" for the origin of the platform and "#" for each id. */
const withoutIds = (text: string): unknown =>
  JSON.parse(
    text
      .replace(guard, "")
      .replaceAll(platform.origin, "@")
      .replaceAll(/(?<=[/=])1\d{3}\b/g, "#"),
  );
const ada = "@/api/core/v3/people/#";
const linkTo = (ref: string, ...allowed: string[]) => ({ ref, allowed });
/** Ada's page, and the resources that she may change. The client's contract.test.ts reads all others by their refs. */
const resourcesOfAda = {
  self: linkTo(ada, "GET", "PUT"),
  html: linkTo("@/people/ada", "GET"),
  images: linkTo(`${ada}/images`, "GET", "POST"),
  tasks: linkTo(`${ada}/tasks`, "GET", "POST"),
  streams: linkTo(`${ada}/streams`, "GET", "POST"),
};
const listOf = (...list: object[]) => ({ list });
const subjects = (...all: string[]) =>
  listOf(...all.map((subject) => ({ subject })));
const emails = [{ svc_label: "Email" }];
const published = {
  status: {
    type: "activity",
    verb: "status",
    actor: { id: ada, objectType: "person", displayName: "ada Example" },
    object: { id: "@/api/core/v3/activities/#", objectType: "update" },
    title: "1 < 2 & <b>3</b>",
    content: "1 &lt; 2 &amp; &lt;b&gt;3&lt;/b&gt;",
    url: "@/people/ada",
  },
  discussion: {
    verb: "posted",
    title: "Engines",
    content: "Engines",
    object: { objectType: "discussion", id: "@/api/core/v3/contents/#" },
    url: "@/contents/#",
  },
  reply: {
    verb: "replied",
    title: "Engines",
    object: {
      objectType: "message",
      id: "@/api/core/v3/contents/#/messages/#",
    },
    url: "@/contents/#",
  },
};

/** The columns: title, who reads, the path, fields of the answer, text that the answer does not have. */
const reads = rows<[string, string, string, object, string[]?]>`
  another person reads a visible person without its date of publication | bob      | {ada}      | ${{ emails, displayName: "ada Example" }} | ${['"published"']}
  a person sees its own date of publication                  | ada      | {ada}      | ${{ published: atFirst }}
  an administrator sees the date of publication              | service  | {ada}      | ${{ published: atFirst }}
  a person that is not visible can read itself               | unseen   | {unseen}   | ${{ displayName: "unseen Example" }}
  an administrator can read a person that is not visible     | service  | {unseen}   | ${{ displayName: "unseen Example" }}
  a list has no person that is not visible                   | bob      | /people?startIndex=4 | ${listOf({ displayName: "reserved" })}
  a person may do everything with its own resources but delete itself | ada | {ada}  | ${{ resources: resourcesOfAda }}
  an administrator may delete a person, and has no tasks or streams of it | service | {ada} | ${{ resources: { self: linkTo(ada, "GET", "PUT", "DELETE"), images: resourcesOfAda.images } }} | ${['"tasks"', '"streams"']}
  another person may only read                               | bob      | {ada}      | ${{ resources: { self: linkTo(ada, "GET"), images: linkTo(`${ada}/images`, "GET") } }}
  a person without an image offers no avatar and no thumbnail | ada     | {ada}      | ${{ photos: [] }} | ${['"avatar"', "thumbnailUrl"]}
  followers are counted once                                 | ada      | {bob}      | ${{ followerCount: 1, followingCount: 0 }}
  followed people are counted once                           | ada      | {ada}      | ${{ followerCount: 0, followingCount: 1 }}
  hidden e-mail addresses and tags are absent                | bob      | {shy}      | ${{ phoneNumbers: contact.phoneNumbers, addresses: contact.addresses }} | ${['"emails"', '"tags"']}
  a hidden name is the username, and hidden contact is absent | bob     | {reserved} | ${{ emails, tags: contact.tags, displayName: "reserved" }} | ${['"name"', '"phoneNumbers"', '"addresses"']}
  a person sees the contact that it hides                    | shy      | {shy}      | ${{ ...contact, emails }}
  a person sees the name that it hides                       | reserved | {reserved} | ${{ ...contact, displayName: "reserved Example" }}
  an administrator sees a hidden contact                     | service  | {shy}      | ${{ ...contact, emails }}
  an administrator sees a hidden name                        | service  | {reserved} | ${{ ...contact, name: { givenName: "reserved" } }}
  a filter by a tag does not find who hides it               | bob      | /people?tag=secret | ${listOf({ displayName: "reserved" })}
  a filter by a tag finds the person itself                  | shy      | /people?tag=secret | ${listOf({ displayName: "shy Example" }, {})}
  a page beyond the end is empty, and a huge count is cut    | service  | /people?startIndex=500&count=100000 | ${{ list: [], startIndex: 500, itemsPerPage: 3 }}
  a page without a count has the default size                | service  | /people    | ${{ list: [{}, {}], itemsPerPage: 2 }}
  a status is published with Activity Streams' fields, and its text as HTML | bob | {ada}/activities?count=3 | ${listOf({}, {}, published.status)}
  a content is published once, with its address and its page | bob      | {ada}/activities?count=3 | ${listOf({ verb: "posted" }, published.discussion, {})}
  a reply is published once, with its address and its page   | ada      | {bob}/activities?count=3 | ${listOf({}, {}, published.reply)}
  an administrator can list contents of a disabled person    | service  | /contents?author={#left} | ${subjects("kept")}
  all parameters of a list apply together                    | service  | /contents?author={#bob}&type=post&search=HTML&count=1&fields=subject | ${subjects("html")}
  the first page links the next one, with the parameters     | service  | /contents?author={#bob}&count=1 | ${{ links: { next: "@/api/core/v3/contents?author=#&count=1&startIndex=1" } }} | ${['"prev"']}
  a page in the middle links both pages beside it            | service  | /people?count=2&startIndex=3 | ${{ links: { next: "@/api/core/v3/people?count=2&startIndex=5", prev: "@/api/core/v3/people?count=2&startIndex=1" } }}
  the last page links only the one before it                 | service  | /contents?author={#bob}&count=1&startIndex=1 | ${{ links: { prev: "@/api/core/v3/contents?author=#&count=1&startIndex=0" } }} | ${['"next"']}
  a search matches text                                      | service  | /contents?search=middle | ${subjects("html")}
  a search matches text beside markup                        | service  | /contents?search=word%20one | ${subjects("html")}
  a star matches any text                                    | service  | /contents?search=one*two | ${subjects("html")}
  a search matches a character of HTML as it is read         | service  | /contents?search=R%26D  | ${subjects("html")}
  a search matches a tag in plain text                       | service  | /contents?search=%3Ci%3E | ${subjects("plain")}
  a search does not match the name of a tag                  | service  | /contents?search=strong | ${subjects()}
  a search does not match a tag                              | service  | /contents?search=%3Cp%3E | ${subjects()}
  a search does not match an attribute                       | service  | /contents?search=href   | ${subjects()}
  a search does not match an entity                          | service  | /contents?search=amp    | ${subjects()}
  a search with a tag does not match the end of a paragraph  | service | /contents?search=one%3Cp%3Etwo | ${subjects()}
`;

test.each(reads)(
  "%s (%s reads %s), behind the guard line",
  async (_, name, path, expected, absent = []) => {
    const answer = await call(platform, "GET", pathOf(path), { as: as(name) });
    expect(answer.status).toBe(200);
    expect(withoutIds(answer.text)).toMatchObject(expected);
    for (const one of absent) expect(answer.text).not.toContain(one);
    expect(answer.text).not.toContain("password");
    expect(answer.text.slice(0, guard.length + 1)).toBe(`${guard}{`);
    expect(answer.headers.get("content-type")).toContain("application/json");
    const length = Buffer.byteLength(answer.text);
    expect(answer.headers.get("content-length")).toBe(`${length}`);
  },
);

test("an avatar that is absent and a person that is not visible are answered 404", async () => {
  for (const path of ["{ada}/avatar", "{unseen}"]) {
    const options = { as: as("bob") };
    expect(await call(platform, "GET", pathOf(path), options)).toMatchObject({
      status: 404,
    });
  }
});

test("every ref has the platform's own origin, and not the host of the request", async () => {
  const { port } = new URL(platform.origin);
  const path = `http://localhost:${port}/api/core/v3/people?count=1`;
  const answer = await call(platform, "GET", path);
  expect(answer.text).toContain(platform.origin);
  expect(answer.text).not.toContain("localhost");
});

test("read-only fields are ignored, on create and on update", async () => {
  const readOnly = {
    id: "1",
    type: "robot",
    displayName: "Another name",
    followerCount: 99,
    followingCount: 99,
    photos: [{ value: "https://elsewhere.example/a.png" }],
    thumbnailUrl: "https://elsewhere.example/a.png",
    published: "2001-01-01T00:00:00.000+0000",
    updated: "2001-01-01T00:00:00.000+0000",
    resources: {},
  };
  const created = await createPerson(platform, "new", readOnly);
  const json = personBody("new", readOnly);
  const path = `/people/${created.id}`;
  const updated = await call(platform, "PUT", path, { json });
  expect(updated.json()).toEqual(created);
  for (const [name, value] of Object.entries(readOnly))
    expect(created[name]).not.toEqual(value);
});

test("the answer to a PUT has no guard line", async () => {
  const json = personBody("bob");
  const { text } = await call(platform, "PUT", pathOf("{bob}"), { json });
  expect(text.startsWith("{")).toBe(true);
});

const renamed = {
  givenName: "kit",
  familyName: "King",
  formatted: "kit Example",
};
const flags = {
  level: { name: "Expert", points: 500 },
  external: true,
  federated: true,
};
const otherFlags = { level: { name: "Novice", points: 0 }, external: false };
const noFlags = { svc: { external: false, federated: false } };

/** What is put, one after the other, and what the person is after each. Each PUT is a sign-in of `who`. */
const puts = rows<
  [string, [who: string, fields: object, svc: object, after: object][]]
>`
  a formatted name follows the other names | ${[["kit", { name: renamed }, {}, { name: { formatted: "kit King" }, displayName: "kit King" }]]}
  a formatted name stays when it was set   | ${[["kit", { name: { ...renamed, formatted: "The Countess" } }, {}, { displayName: "The Countess" }]]}
  only an administrator writes level, external and federated | ${[
    ["kit", {}, flags, noFlags],
    ["service", {}, flags, { svc: flags }],
    ["kit", {}, otherFlags, { svc: flags }],
  ]}
  a person signs in with its first password after an update with another one | ${[
    ["service", {}, { password: "new" }, {}],
    ["kit", {}, {}, {}],
  ]}
  a disabled person can sign in when it is enabled again | ${[
    ["service", {}, { enabled: false }, {}],
    ["service", {}, { enabled: true }, {}],
    ["kit", {}, {}, {}],
  ]}
`;

test.each(
  (["merge", "replace"] as const).flatMap((update) =>
    puts.map(([title, steps]) => [update, title, steps] as const),
  ),
)("by a PUT with %s, %s", async (update, _, steps) => {
  const fresh = await platformForTest({ update });
  const { id } = await createPerson(fresh, "kit");
  for (const [who, fields, svc, after] of steps) {
    const json = personBody("kit", { ...fields }, { ...svc });
    const options = { as: as(who), json };
    const { status } = await call(fresh, "PUT", `/people/${id}`, options);
    expect(status).toBe(200);
    const read = await call(fresh, "GET", `/people/${id}`);
    expect(read.json()).toMatchObject(after);
  }
  expect(JSON.stringify(fresh.people())).not.toContain("password");
});

test.each([
  ["a disabled person", { enabled: false }, as("kit")],
  ["a new password in an update", { password: "new" }, basic("kit", "new")],
])("%s does not sign in", async (_, svc, authorization) => {
  const fresh = await platformForTest();
  const { id } = await createPerson(fresh, "kit");
  const json = personBody("kit", {}, svc);
  await call(fresh, "PUT", `/people/${id}`, { json });
  const { status } = await call(fresh, "GET", "/people", { as: authorization });
  expect(status).toBe(401);
});

test("every status that is set is published, even the same one again, and other updates are not", async () => {
  const fresh = await platformForTest();
  const { id } = await createPerson(fresh, "ada");
  for (const status of ["Away", "Away", undefined, "Back"]) {
    const json = personBody("ada", { status });
    await call(fresh, "PUT", `/people/${id}`, { json });
  }
  const statuses = fresh.activitiesOf(id).map(({ status }) => status);
  expect(statuses).toEqual(["Away", "Away", "Back"]);
  expect(fresh.findPerson("ada")?.status).toBe("Back");
});

/** The status of a read of the people. */
const statusOf = async (one: Platform, authorization: string) =>
  (await call(one, "GET", "/people", { as: authorization })).status;
const bearer = ({ access_token }: Awaited<ReturnType<typeof logIn>>) =>
  `Bearer ${access_token}`;

test("HTTP Basic accepts any case of the scheme and the username", async () => {
  const authorization = basic("Service", "service-password");
  const lowerCase = authorization.replace("Basic", "basic");
  expect(await statusOf(platform, lowerCase)).toBe(200);
});

test.each(rows<[string, Record<string, string>]>`
  no scope       | ${{}}
  an empty scope | ${{ scope: "" }}
`)("a login and a renewal are accepted with %s", async (_, scope) => {
  const renew = (refresh_token: string, more: Record<string, string>) =>
    logIn(platform, { grant_type: "refresh_token", refresh_token, ...more });
  const [username, password] = ["service", "service-password"];
  const grant = { grant_type: "password", username, password };
  const first = await logIn(platform, { ...grant, ...scope });
  expect(await statusOf(platform, bearer(first))).toBe(200);
  const second = await renew(first.refresh_token, scope);
  // A login without a scope is for the default scope, which a renewal may therefore name.
  const third = await renew(second.refresh_token, { scope: "PRODUCTION" });
  expect(await statusOf(platform, bearer(third))).toBe(200);
});

test("an access token expires after its lifetime, and not before", async () => {
  let nowMs = 0;
  const tokenLifetimeMs = 60_000;
  const options = { nowMs: () => nowMs, tokenLifetimeMs };
  const fresh = await platformForTest(options);
  const authorization = bearer(await logIn(fresh));
  nowMs = 59_999;
  expect(await statusOf(fresh, authorization)).toBe(200);
  nowMs = 60_000;
  expect(await statusOf(fresh, authorization)).toBe(401);
});

test("requests above the rate limit of a second are answered 429 with Retry-After", async () => {
  let nowMs = 0;
  const options = { rateLimit: 2, nowMs: () => nowMs };
  const limited = await platformForTest(options);
  const answers = [];
  for (nowMs of [0, 1, 999, 1000]) {
    const { status, headers } = await call(limited, "GET", "/people");
    answers.push([status, headers.get("retry-after")]);
  }
  const accepted = [200, null];
  expect(answers).toEqual([accepted, accepted, [429, "1"], accepted]);
});
