import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Platform,
  startPlatform,
} from "../../../infra/platform/start-platform.ts";
import type { Client } from "../../../shared/community/client.ts";
import { parseDate } from "../../../shared/community/dates.ts";
import type { Entity } from "../../../shared/community/entity.ts";
import type { Person } from "../../../shared/community/person.ts";
import type { relatedOf } from "../../../shared/community/related.ts";
import { clientFor, joinAs } from "../../fixtures/community-client.ts";
import { rows } from "../../fixtures/rows.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";

// Every row of docs/interface.md, §4, and every family of its §1: the client against the stand-in platform.

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const image = { bytes: png, contentType: "image/png", filename: "avatar.png" };
const dueAtMs = Date.UTC(2026, 11, 31);
const text = (words: string) => ({ type: "text/html", text: words });
/** One field of each item of a list, in order. */
const valuesOf = async (field: string, list: AsyncIterable<object>) =>
  (await Array.fromAsync(list)).map((item): unknown =>
    Reflect.get(item, field),
  );
const idsOf = (list: AsyncIterable<object>) => valuesOf("id", list);

type Name = "ada" | "bob" | "eve";
type Joined = Awaited<ReturnType<typeof joinAs>>;

/**
 * One community for all tests. Ada and Bob report to Eve. Bob and Eve follow Ada. Ada has a blog, two images and a
 * post, and is a member of Eve's group. Bob has a discussion in this group. Eve has an announcement.
 */
let platform: Platform;
let joined: Record<Name, Joined>;
let ada: Joined;
let bob: Joined;
let eve: Joined;
/** The service account, which is an administrator. */
let service: Client;
let group: Entity;
let post: Entity;
let discussion: Entity;
let announcement: Entity;

beforeAll(async () => {
  platform = await startPlatform({ maxPageSize: 2 });
  service = clientFor(platform);
  ada = await joinAs(platform, "ada");
  bob = await joinAs(platform, "bob");
  eve = await joinAs(platform, "eve");
  platform.admin.setManager(ada.person.id, eve.person.id);
  platform.admin.setManager(bob.person.id, eve.person.id);
  platform.admin.follow(bob.person.id, ada.person.id, "Connections");
  platform.admin.follow(eve.person.id, ada.person.id, "Connections");

  const places = ada.client.family("places");
  await places.create({ type: "blog", name: "Notes" });
  for (const target of [ada.person, ada.person.id])
    await ada.client.images.add(
      target,
      await ada.client.images.uploadTemporary(image),
    );
  group = await eve.client
    .family("places")
    .create({ type: "group", name: "Engines" });
  await eve.client
    .family("members")
    .create({ person: ada.person.id, place: group.id, state: "member" });
  post = await ada.client.contents.create({
    type: "post",
    subject: "On looms",
    content: text("Patterns in cards"),
    tags: ["cards"],
  });
  discussion = await bob.client.contents.create({
    type: "discussion",
    subject: "Which engine?",
    content: text("The analytical one"),
    place: group.id,
  });
  announcement = await eve.client.announcements.create({
    type: "announcement",
    subject: "We have moved",
    content: text("To Ockham"),
    publishDate: "2026-01-31T18:42:00.000+0000",
  });
  // Read again, with the refs of what was created.
  for (const one of [ada, bob, eve])
    one.person = await one.client.people.get(one.person.id);
  joined = { ada, bob, eve };
});
afterAll(() => platform.close());

type Target = Person | string;

/** Does the same by the ref of the person and by the path of its id. */
async function bothWays<T>(
  person: Person,
  work: (target: Target) => Promise<T>,
): Promise<[T, T]> {
  return [await work(person), await work(person.id)];
}

describe("people", () => {
  test("POST /people creates a person from the documented minimum of fields and returns it", async () => {
    const person = await service.people.create({
      emails: [{ value: "zoe@community.example", svc_label: "Email" }],
      svc: { username: "zoe", password: "zoe-password" },
      name: { givenName: "Zoe", familyName: "Example" },
    });
    expect(person).toMatchObject({
      type: "person",
      displayName: "Zoe Example",
      svc: { username: "zoe" },
    });
    expect(platform.findPerson("zoe")?.id).toBe(person.id);
  });

  test("PUT /people/{personID} returns the changed person, and publishes a changed status", async () => {
    const { person, client } = await joinAs(platform, "kit");
    const fields = { location: "Ockham", status: "Debugging" };
    const change = (before: Person) => ({ ...before, ...fields });
    const { name } = person;
    const changed = { ...fields, name };
    expect(await client.people.update(person, change)).toMatchObject(changed);
    expect(await service.people.get(person.id)).toMatchObject(changed);
    const activities = service.activities.list(person);
    expect(await valuesOf("title", activities)).toEqual(["Debugging"]);
  });

  test("DELETE /people/{personID} removes the person and all content the person created", async () => {
    const { person, client } = await joinAs(platform, "max");
    const fields = { type: "post", subject: "Mine", content: text("x") };
    const { id = "" } = await client.contents.create(fields);
    expect(await service.contents.find(id)).toBeDefined();
    await service.people.remove(person.id);
    expect(await service.people.find(person.id)).toBeUndefined();
    expect(await service.contents.find(id)).toBeUndefined();
  });

  test("GET /people lists all people over all pages", async () => {
    expect(await idsOf(service.people.list())).toEqual(
      platform.people().map(({ id }) => id),
    );
  });
});

describe("resources of a person", () => {
  type Read = (client: Client, target: Target) => Promise<unknown>;
  const followers = ["bob Example", "eve Example"];
  const reports = ["ada Example", "bob Example"];

  test.each(rows<[string, Name, Read, object | string | number | undefined]>`
    /people/{personID}             | ada | ${async ({ people }, target) => (await people.get(target)).displayName}             | ${"ada Example"}
    /people/{personID}/@reports    | eve | ${({ relations }, target) => valuesOf("displayName", relations.reports(target))}    | ${reports}
    /people/{personID}/@colleagues | ada | ${({ relations }, target) => valuesOf("displayName", relations.colleagues(target))} | ${["bob Example"]}
    /people/{personID}/@followers  | ada | ${({ relations }, target) => valuesOf("displayName", relations.followers(target))}  | ${followers}
    /people/{personID}/@following  | bob | ${({ relations }, target) => valuesOf("displayName", relations.following(target))}  | ${["ada Example"]}
    /people/{personID}/@manager    | ada | ${async ({ relations }, target) => (await relations.manager(target))?.displayName}  | ${"eve Example"}
    /people/{personID}/@manager    | eve | ${({ relations }, target) => relations.manager(target)}                             | ${undefined}
    /people/{personID}/avatar      | ada | ${({ images }, target) => images.avatar(target)}                                    | ${{ bytes: png, contentType: "image/png" }}
    /people/{personID}/blog        | ada | ${async ({ blogs }, target) => (await blogs.find(target))?.["name"]}                | ${"Notes"}
    /people/{personID}/blog        | bob | ${({ blogs }, target) => blogs.find(target)}                                        | ${undefined}
    /people/{personID}/activities  | ada | ${({ activities }, target) => valuesOf("title", activities.list(target))}           | ${["On looms"]}
    /people/{personID}/images      | ada | ${async ({ images }, target) => (await idsOf(images.list(target))).length}          | ${2}
    /members/people/{personID}     | ada | ${({ members }, target) => valuesOf("state", members.list(target))}                 | ${["owner", "member"]}
  `)("GET %s of %s is read by its ref and by its path", async (...row) => {
    const [, name, read, expected] = row;
    const { person } = joined[name];
    const found = await bothWays(person, (target) => read(service, target));
    expect(found).toEqual([expected, expected]);
  });

  test("GET /people/{personID}/followingIn lists the requester's streams that follow the person", async () => {
    const seenByBob = await bob.client.people.get(ada.person.id);
    const streams = await bothWays(seenByBob, (target) =>
      valuesOf("name", bob.client.streams.followingIn(target)),
    );
    expect(streams).toEqual([["Connections"], ["Connections"]]);
    expect(await idsOf(service.streams.followingIn(ada.person.id))).toEqual([]);
  });

  type Create = (client: Client, target: Target) => Promise<Entity>;
  type List = (client: Client, target: Target) => AsyncIterable<Entity>;
  const task = { subject: "Read", dueAtMs };
  const created = {
    type: "task",
    subject: "Read",
    dueDate: "2026-12-31T00:00:00.000+0000",
  };

  test.each(rows<[string, Create, List, object]>`
    streams | ${({ streams }, target) => streams.create(target, `Engines of ${typeof target}`)} | ${({ streams }, target) => streams.list(target)} | ${{ name: expect.stringContaining("Engines") as string }}
    tasks   | ${({ tasks }, target) => tasks.create(target, task)}                              | ${({ tasks }, target) => tasks.list(target)}     | ${created}
  `)(
    "POST /people/{personID}/%s returns what it creates, and GET lists it",
    async (_, create, list, fields) => {
      const { person, client } = ada;
      const before = await idsOf(list(client, person));
      const made = await bothWays(person, (target) => create(client, target));
      expect(made).toMatchObject([fields, fields]);
      const ids = [...before, ...made.map(({ id }) => id)];
      expect(
        await bothWays(person, (target) => idsOf(list(client, target))),
      ).toEqual([ids, ids]);
    },
  );

  test("POST /people/{personID}/images refuses an image that has expired", async () => {
    const imageURI = await bob.client.images.uploadTemporary(image);
    expect(new URL(imageURI).origin).toBe(platform.origin);
    platform.faults.add({ kind: "temporary-images-expired", times: 1 });
    await expect(
      bob.client.images.add(bob.person, imageURI),
    ).rejects.toMatchObject({ name: "ApiError" });
    expect(platform.imagesOf(bob.person.id)).toEqual([]);
  });

  test.each([
    ["when its name is taken", "Engines", {}],
    ["above the limit", "Looms", { customStreamLimit: 1 }],
  ])("a custom stream is refused %s", async (_why, name, options) => {
    const { person, client } = await joinAs(
      await platformForTest(options),
      "ada",
    );
    await client.streams.create(person, "Engines");
    await expect(client.streams.create(person, name)).rejects.toMatchObject({
      name: "ApiError",
      status: 409,
    });
  });

  type Offered = (client: Client, person: Person) => Promise<unknown>[];
  const charts: Offered = ({ relations }, person) => [
    relations.manager(person),
    relations.reports(person).next(),
    relations.colleagues(person).next(),
    relations.followers(person).next(),
  ];
  const newer: Offered = ({ members, tasks }, person) => [
    members.list(person).next(),
    tasks.list(person).next(),
    tasks.create(person, task),
  ];
  const own: Offered = ({ streams, tasks }, person) => [
    streams.list(person).next(),
    streams.create(person, "Engines"),
    tasks.list(person).next(),
  ];

  test.each(rows<[string, object, Name, Offered]>`
    organization charts where there are none     | ${{ organizationChart: false }} | ada | ${charts}
    members and tasks before 3.1                 | ${{ version: "3.0" }}           | ada | ${newer}
    streams and tasks that another person owns   | ${{}}                           | bob | ${own}
  `)("no request is sent for %s", async (_, options, requester, calls) => {
    const old = await platformForTest(options);
    const { person } = await joinAs(old, "ada");
    if (requester !== "ada") await joinAs(old, requester);
    const client = clientFor(old, requester);
    const seen = await client.people.get(person.id);
    const before = old.journal.length;
    for (const call of calls(client, seen))
      await expect(call).rejects.toMatchObject({ name: "NotAllowedError" });
    expect(old.journal).toHaveLength(before);
  });
});

describe("contents", () => {
  test("GET /contents lists contents of all types over all pages", async () => {
    const ids = [post.id, discussion.id, announcement.id];
    expect(await idsOf(service.contents.list())).toEqual(ids);
  });

  test.each(rows`
    author={ada}          | On looms
    type=discussion       | Which engine?
    tag=cards             | On looms
    tag=cards&type=poll   |
    place={group}         | Which engine?
    place={ref}           | Which engine?
    search=looms          | On looms
    search=Ockham         | We have moved
    search=Patterns*cards | On looms
    search=cards*Patterns |
  `)("GET /contents?%s finds only: %s", async (template, subject) => {
    const query = template
      .replace("{ada}", ada.person.id)
      .replace("{group}", group.id ?? "")
      .replace("{ref}", group.resources?.["self"]?.ref ?? "");
    const parameters = Object.fromEntries(new URLSearchParams(query));
    const found = await valuesOf("subject", service.contents.list(parameters));
    expect(found).toEqual(subject ? [subject] : []);
  });

  test.each(["contents", "announcements"] as const)(
    "GET /%s accepts count, fields and startIndex",
    async (name) => {
      const list = (query?: object) => service[name].list(query);
      const [first, ...more] = await idsOf(list());
      const query = { fields: ["subject"], count: 1 };
      expect(await idsOf(list({ ...query, startIndex: 1 }))).toEqual(more);
      expect((await list(query).next()).value).toEqual({
        id: first,
        subject: expect.any(String) as string,
        resources: expect.any(Object) as object,
      });
    },
  );

  test("GET /announcements lists the announcements with the documented fields", async () => {
    const [listed, ...more] = await Array.fromAsync(
      service.announcements.list(),
    );
    expect(more).toEqual([]);
    expect(listed).toMatchObject({
      type: "announcement",
      id: announcement.id,
      subject: "We have moved",
      content: text("To Ockham"),
    });
    expect(parseDate(listed?.publishDate ?? "")).toBe(
      Date.UTC(2026, 0, 31, 18, 42),
    );
    expect(Object.keys(listed?.resources ?? {})).toEqual(
      expect.arrayContaining(["self", "html"]),
    );
  });
});

describe("resources of a discussion", () => {
  type Related = ReturnType<ReturnType<typeof relatedOf>>;
  const like = () => {
    platform.admin.like(ada.person.id, discussion.id ?? "");
    return { id: ada.person.id };
  };
  const follow = () => {
    platform.admin.follow(ada.person.id, discussion.id ?? "");
    return { name: "Connections" };
  };

  test.each(rows<[string, Name, (related: Related) => unknown]>`
    likes       | ada | ${like}
    followingIn | ada | ${follow}
    messages    | ada | ${(messages) => messages.post({ content: text("Yes") })}
    attachments | bob | ${(attachments) => attachments.upload(image)}
  `)("its %s are listed to %s", async (name, requester, add) => {
    const related = joined[requester].client.related(discussion, name);
    expect(await Array.fromAsync(related.list())).toEqual([]);
    const added = await add(related);
    expect(added).toBeDefined();
    expect(await Array.fromAsync(related.list())).toMatchObject([added]);
  });

  test("its read mark is set by POST and removed by DELETE", async () => {
    const { contents, related } = ada.client;
    const mark = related(discussion, "read");
    await mark.post();
    expect(await contents.get(discussion)).toHaveProperty("read", true);
    await mark.remove();
    expect(await contents.get(discussion)).toHaveProperty("read", false);
  });

  test("its removal also removes its messages", async () => {
    const { contents, related } = bob.client;
    const fields = { type: "discussion", subject: "Old", content: text("x") };
    const old = await contents.create(fields);
    const messages = related(old, "messages");
    await messages.post({ content: text("Yes") });
    await contents.remove(old);
    await expect(messages.list().next()).rejects.toMatchObject({ status: 404 });
  });
});

describe("families", () => {
  const words = { subject: "Looms", content: text("x") };
  const changedWords = { subject: "Engines" };
  const named = { name: "Looms" };

  test.each(rows<[Parameters<Client["family"]>[0], object, object]>`
    places        | ${{ type: "blog", name: "Engines" }}                          | ${named}
    places        | ${{ type: "group", name: "Engines" }}                         | ${named}
    places        | ${{ type: "project", name: "Engines" }}                       | ${named}
    places        | ${{ type: "space", name: "Engines" }}                         | ${named}
    contents      | ${{ type: "discussion", ...words }}                           | ${changedWords}
    contents      | ${{ type: "document", ...words }}                             | ${changedWords}
    contents      | ${{ type: "poll", ...words, options: ["Yes", "No"] }}         | ${changedWords}
    contents      | ${{ type: "post", ...words, tags: ["cards"] }}                | ${changedWords}
    announcements | ${{ type: "announcement", ...words }}                         | ${changedWords}
    members       | ${{ person: "{bob}", place: "{group}", state: "member" }}     | ${{ state: "owner" }}
    activities    | ${{ content: text("A walk") }}                                | ${{ content: "A run" }}
    activities    | ${{ content: "A walk" }}                                      | ${{ content: "A run" }}
    actions/dms   | ${{ participants: ["{bob}"], content: text("Tea?") }}         | ${{ content: text("At five?") }}
    inbox         | ${{ subject: "Remember", content: text("the milk") }}         | ${{ unread: false }}
  `)(
    "/%s creates, lists, reads, updates and removes %j",
    async (name, template, changed) => {
      const given = JSON.stringify(template)
        .replace("{bob}", bob.person.id)
        .replace("{group}", group.id ?? "");
      // All families have the same operations and differ only in the shape of the items.
      const family = eve.client.family(name as "places");
      const before = await idsOf(family.list());
      const item = await family.create(JSON.parse(given) as Entity);
      expect(new Set(await idsOf(family.list()))).toEqual(
        new Set([...before, item.id]),
      );
      expect(await family.get(item)).toEqual(item);
      expect(await family.get(item.id ?? "")).toEqual(item);
      const { updated, ...kept } = item;
      const change = (read: Entity) => ({ ...read, ...changed });
      const after = await family.update(item, change);
      expect(after).toMatchObject({ ...kept, ...changed });
      await family.remove(item);
      expect(await family.find(item)).toBeUndefined();
      expect(await idsOf(family.list())).toEqual(before);
    },
  );

  test("/inbox lists the direct messages from other people", async () => {
    await ada.client.family("actions/dms").create({
      participants: [bob.person.id],
      subject: "Tea?",
      content: text("At five"),
    });
    const entries = await Array.fromAsync(bob.client.family("inbox").list());
    expect(entries).toMatchObject([{ subject: "Tea?" }]);
  });
});
