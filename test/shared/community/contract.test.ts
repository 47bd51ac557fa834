import { beforeEach, describe, expect, test } from "vitest";
import type { Platform } from "../../../infra/platform/start-platform.ts";
import type { Client } from "../../../shared/community/client.ts";
import { parseDate } from "../../../shared/community/dates.ts";
import type { Entity } from "../../../shared/community/entity.ts";
import type { Person } from "../../../shared/community/person.ts";
import { clientFor, joinAs } from "../../fixtures/community-client.ts";
import { rows } from "../../fixtures/rows.ts";
import { platformForTest } from "../../infra/platform/platform-for-test.ts";

// Every row of docs/interface.md, §4, and every family of its §1: the client against the stand-in platform.

const png = Buffer.from("89504e470d0a1a0a0000000049484452", "hex");
const image = { bytes: png, contentType: "image/png", filename: "avatar.png" };
const text = (words: string) => ({ type: "text/html", text: words });
const idsOf = async (list: AsyncIterable<{ id?: string | undefined }>) =>
  (await Array.fromAsync(list)).map(({ id }) => id);

type Name = "ada" | "bob" | "eve";

let platform: Platform;
/** The service account, which is an administrator. */
let service: Client;
/** Ada and Bob report to Eve; Bob follows Ada. */
let ada: { person: Person; client: Client };
let bob: { person: Person; client: Client };
let eve: { person: Person; client: Client };

beforeEach(async () => {
  platform = await platformForTest({ maxPageSize: 2 });
  service = clientFor(platform);
  ada = await joinAs(platform, "ada");
  bob = await joinAs(platform, "bob");
  eve = await joinAs(platform, "eve");
  platform.admin.setManager(ada.person.id, eve.person.id);
  platform.admin.setManager(bob.person.id, eve.person.id);
  platform.admin.follow(bob.person.id, ada.person.id, "Connections");
});

/** Reads a related resource by its ref and by its path, and expects the same result. */
async function bothWays<T>(
  person: Person,
  read: (target: Person | string) => Promise<T>,
): Promise<T> {
  const byRef = await read(person);
  expect(await read(person.id)).toEqual(byRef);
  return byRef;
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

  test("GET /people/{personID} reads a person", async () => {
    const person = await bothWays(ada.person, (target) =>
      ada.client.people.get(target),
    );
    expect(person).toEqual({ ...ada.person, followerCount: 1 });
    expect(parseDate(person.published ?? "")).toBeLessThanOrEqual(Date.now());
  });

  test("PUT /people/{personID} changes the given fields and returns the changed person", async () => {
    const after = await ada.client.people.update(ada.person, (person) => ({
      ...person,
      location: "Ockham",
    }));
    expect(after).toMatchObject({ location: "Ockham", name: ada.person.name });
    expect(await service.people.get(ada.person.id)).toMatchObject({
      location: "Ockham",
    });
  });

  test("PUT /people/{personID} with a status publishes it to the activity stream", async () => {
    const setStatus = (status: string) =>
      ada.client.people.update(ada.person, (person) => ({ ...person, status }));
    expect(await setStatus("Debugging")).toHaveProperty("status", "Debugging");
    const activities = await Array.fromAsync(
      service.activities.list(ada.person),
    );
    expect(activities).toHaveLength(1);
    expect(JSON.stringify(activities)).toContain("Debugging");
  });

  test("DELETE /people/{personID} removes the person and all content the person created", async () => {
    const { id = "" } = await ada.client.contents.create({
      type: "post",
      subject: "Mine",
      content: text("x"),
    });
    expect(await service.contents.find(id)).toBeDefined();
    await service.people.remove(ada.person.id);
    expect(await service.people.find(ada.person.id)).toBeUndefined();
    expect(await service.contents.find(id)).toBeUndefined();
  });

  test("GET /people lists all people over all pages", async () => {
    expect(await idsOf(service.people.list())).toEqual(
      platform.people().map(({ id }) => id),
    );
  });
});

describe("related people", () => {
  test.each(
    rows<["reports" | "colleagues" | "followers" | "following", Name, string]>`
      reports    | eve | ada, bob
      colleagues | ada | bob
      followers  | ada | bob
      following  | bob | ada
    `,
  )(
    "GET /people/{personID}/@%s lists people: those of %s are %s",
    async (list, name, expected) => {
      const joined = { ada, bob, eve };
      const listed = await bothWays(joined[name].person, (target) =>
        idsOf(service.relations[list](target, { count: 1 })),
      );
      const names = expected.split(", ") as Name[];
      expect(listed).toEqual(names.map((one) => joined[one].person.id));
    },
  );

  test("GET /people/{personID}/@manager reads the manager, and having none is no error", async () => {
    const managerOf = ({ person }: { person: Person }) =>
      bothWays(person, (target) => service.relations.manager(target));
    expect(await managerOf(ada)).toMatchObject({
      id: eve.person.id,
      type: "person",
    });
    expect(await managerOf(eve)).toBeUndefined();
  });

  test("GET /people/{personID}/followingIn lists the requester's streams that follow the person", async () => {
    const seenByBob = await bob.client.people.get(ada.person.id);
    const streams = await bothWays(seenByBob, (target) =>
      Array.fromAsync(bob.client.streams.followingIn(target)),
    );
    expect(streams).toMatchObject([{ name: "Connections" }]);
    expect(await idsOf(service.streams.followingIn(ada.person.id))).toEqual([]);
  });

  test("the client sends no request for related people when the instance has no organization charts", async () => {
    const flat = await platformForTest({ organizationChart: false });
    const { person, client } = await joinAs(flat, "ada");
    const before = flat.journal.length;
    const { relations } = client;
    const { reports, colleagues, followers } = relations;
    const notAllowed = { name: "NotAllowedError" };
    await expect(relations.manager(person)).rejects.toMatchObject(notAllowed);
    for (const list of [reports, colleagues, followers])
      await expect(list(person).next()).rejects.toMatchObject(notAllowed);
    expect(flat.journal).toHaveLength(before);
  });
});

describe("resources of a person", () => {
  test("GET /people/{personID}/avatar returns the bytes of the image without a guard line", async () => {
    const { images } = ada.client;
    await images.add(ada.person, await images.uploadTemporary(image));
    const person = await service.people.get(ada.person);
    const { bytes, contentType } = await bothWays(person, (target) =>
      service.images.avatar(target),
    );
    expect(Buffer.from(bytes)).toEqual(png);
    expect(contentType).toBe("image/png");
  });

  test("GET /people/{personID}/blog reads the blog, if it exists", async () => {
    expect(await service.blogs.find(ada.person)).toBeUndefined();
    const blog = await ada.client
      .family("places")
      .create({ type: "blog", name: "Notes" });
    const person = await service.people.get(ada.person);
    const found = await bothWays(person, (target) =>
      service.blogs.find(target),
    );
    expect(found).toMatchObject({ id: blog.id, type: "blog", name: "Notes" });
  });

  test("GET /people/{personID}/activities lists the person's activity", async () => {
    for (const status of ["one", "two", "three"])
      await ada.client.people.update(ada.person, (person) => ({
        ...person,
        status,
      }));
    const activities = await bothWays(ada.person, (target) =>
      idsOf(service.activities.list(target, { count: 2 })),
    );
    expect(new Set(activities).size).toBe(3);
    const latest = await service.activities.list(ada.person).next();
    expect(latest.value).toMatchObject({
      actor: { displayName: ada.person.displayName, objectType: "person" },
      object: { objectType: "update" },
      title: "three",
      content: "three",
      url: ada.person.resources?.["html"]?.ref,
    });
  });

  test("POST /profileImages/temporary returns the URL of the temporary image", async () => {
    const imageURI = await ada.client.images.uploadTemporary(image);
    expect(new URL(imageURI).origin).toBe(platform.origin);
  });

  test("POST /people/{personID}/images adds the image and GET lists it", async () => {
    const { images } = ada.client;
    for (const target of [ada.person, ada.person.id])
      await images.add(target, await images.uploadTemporary(image));
    const listed = await bothWays(ada.person, (target) =>
      idsOf(images.list(target)),
    );
    expect(listed).toEqual(
      platform.imagesOf(ada.person.id).map(({ id }) => id),
    );
    expect(listed).toHaveLength(2);
  });

  test("POST /people/{personID}/images refuses an image that has expired", async () => {
    const imageURI = await ada.client.images.uploadTemporary(image);
    platform.faults.add({ kind: "temporary-images-expired", times: 1 });
    await expect(
      ada.client.images.add(ada.person, imageURI),
    ).rejects.toMatchObject({ name: "ApiError" });
    expect(platform.imagesOf(ada.person.id)).toEqual([]);
  });

  test("POST /people/{personID}/streams creates a custom stream and GET lists it with the standard streams", async () => {
    const { streams } = ada.client;
    for (const [name, target] of [
      ["Engines", ada.person],
      ["Looms", ada.person.id],
    ] as const)
      expect(await streams.create(target, name)).toMatchObject({ name });
    const listed = await bothWays(ada.person, (target) =>
      Array.fromAsync(streams.list(target)),
    );
    const names = listed.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Engines", "Looms"]));
    expect(names.length).toBeGreaterThan(2);
  });

  test("POST /people/{personID}/tasks creates a task and GET lists it", async () => {
    const { tasks } = ada.client;
    const dueAtMs = Date.UTC(2026, 11, 31);
    for (const target of [ada.person, ada.person.id]) {
      const task = await tasks.create(target, { subject: "Read", dueAtMs });
      expect(task).toMatchObject({ type: "task", subject: "Read" });
      expect(parseDate(task.dueDate ?? "")).toBe(dueAtMs);
    }
    const listed = await bothWays(ada.person, (target) =>
      idsOf(tasks.list(target)),
    );
    expect(listed).toHaveLength(2);
  });

  test("the client sends no request for streams and tasks that only the person may see", async () => {
    const seenByBob = await bob.client.people.get(ada.person.id);
    const before = platform.journal.length;
    const { streams, tasks } = bob.client;
    for (const list of [streams.list(seenByBob), tasks.list(seenByBob)])
      await expect(list.next()).rejects.toMatchObject({
        name: "NotAllowedError",
      });
    expect(platform.journal).toHaveLength(before);
  });

  test("GET /members/people/{personID} lists the person's places with the state of each membership", async () => {
    const place = await eve.client
      .family("places")
      .create({ type: "group", name: "Engines" });
    await eve.client
      .family("members")
      .create({ person: ada.person.id, place: place.id, state: "member" });
    const members = await bothWays(ada.person, (target) =>
      Array.fromAsync(service.members.list(target)),
    );
    expect(members).toMatchObject([
      { state: "member", place: { id: place.id } },
    ]);
  });

  test("members and tasks are not available before 3.1", async () => {
    const old = await platformForTest({ version: "3.0" });
    const { person, client } = await joinAs(old, "ada");
    for (const list of [client.members.list(person), client.tasks.list(person)])
      await expect(list.next()).rejects.toMatchObject({
        name: "NotAllowedError",
      });
  });
});

describe("contents", () => {
  let post: Entity;
  let discussion: Entity;
  let announcement: Entity;

  beforeEach(async () => {
    const place = await eve.client
      .family("places")
      .create({ type: "group", name: "Engines" });
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
      place: place.id,
    });
    announcement = await eve.client.announcements.create({
      type: "announcement",
      subject: "We have moved",
      content: text("To Ockham"),
      publishDate: "2026-01-31T18:42:00.000+0000",
    });
  });

  test("GET /contents lists contents of all types over all pages", async () => {
    expect(await idsOf(service.contents.list({ count: 2 }))).toEqual([
      post.id,
      discussion.id,
      announcement.id,
    ]);
  });

  test("GET /contents filters by author, type, tag and place", async () => {
    const find = (query: object) => idsOf(service.contents.list(query));
    expect(await find({ author: ada.person.id })).toEqual([post.id]);
    expect(await find({ type: "discussion" })).toEqual([discussion.id]);
    expect(await find({ tag: "cards" })).toEqual([post.id]);
    expect(await find({ tag: "cards", type: "poll" })).toEqual([]);
    const [place] = await Array.fromAsync(service.family("places").list());
    expect(await find({ place: place?.id })).toEqual([discussion.id]);
    expect(await find({ place: place?.resources?.["self"]?.ref })).toEqual([
      discussion.id,
    ]);
  });

  test("GET /contents searches subject and content with a wildcard", async () => {
    const find = (search: string) => idsOf(service.contents.list({ search }));
    expect(await find("looms")).toEqual([post.id]);
    expect(await find("Ockham")).toEqual([announcement.id]);
    expect(await find("Patterns*cards")).toEqual([post.id]);
    expect(await find("cards*Patterns")).toEqual([]);
  });

  test("GET /contents accepts fields, count and startIndex", async () => {
    const query = { fields: ["subject"], count: 1, startIndex: 1 };
    const [first, ...more] = await Array.fromAsync(
      service.contents.list({ ...query, maxItems: 1 }),
    );
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      id: discussion.id,
      subject: "Which engine?",
    });
    expect(first).not.toHaveProperty("type");
  });

  test("GET /announcements lists the announcements with the documented fields", async () => {
    const [listed, ...more] = await Array.fromAsync(
      service.announcements.list({ count: 1, startIndex: 0 }),
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
    expect(listed?.resources).toHaveProperty("self");
    expect(listed?.resources).toHaveProperty("html");
  });

  test("GET /announcements accepts count, fields and startIndex", async () => {
    const query = { count: 1, fields: ["subject"], startIndex: 1 };
    expect(await idsOf(service.announcements.list(query))).toEqual([]);
    const [listed] = await Array.fromAsync(
      service.announcements.list({ ...query, startIndex: 0 }),
    );
    expect(listed).not.toHaveProperty("content");
  });

  test("an update writes the whole content and keeps the unchanged fields", async () => {
    for (const [client, content] of [
      [ada.client, post],
      [bob.client, discussion],
      [eve.client, announcement],
    ] as const) {
      const before = await client.contents.get(content);
      const after = await client.contents.update(before, (read) => ({
        ...read,
        subject: "Changed",
      }));
      const { updated, ...rest } = before;
      expect(updated).toBeDefined();
      expect(after).toMatchObject({ ...rest, subject: "Changed" });
    }
  });

  test("an announcement is read, written and removed by its self ref", async () => {
    const { announcements } = eve.client;
    const after = await announcements.update(announcement, (read) => ({
      ...read,
      content: { ...read.content, text: "To London" },
    }));
    expect(after.content).toEqual(text("To London"));
    expect(after.publishDate).toBe("2026-01-31T18:42:00.000+0000");
    await announcements.remove(after);
    expect(await announcements.find(announcement)).toBeUndefined();
  });

  describe("resources of a discussion", () => {
    test("likes are listed", async () => {
      platform.admin.like(ada.person.id, discussion.id ?? "");
      const likes = ada.client.related(discussion, "likes");
      expect(await idsOf(likes.list())).toEqual([ada.person.id]);
    });

    test("the read mark is set by POST and removed by DELETE", async () => {
      const { client } = ada;
      const read = client.related(discussion, "read");
      await read.post();
      expect(await client.contents.get(discussion)).toHaveProperty(
        "read",
        true,
      );
      await read.remove();
      expect(await client.contents.get(discussion)).toHaveProperty(
        "read",
        false,
      );
    });

    test("messages are posted and listed", async () => {
      const messages = ada.client.related(discussion, "messages");
      const first = await messages.post({ content: text("Yes") });
      const second = await messages.post({ content: text("No") });
      const third = await messages.post({ content: text("Perhaps") });
      expect(first).toMatchObject({ content: text("Yes") });
      expect(await idsOf(messages.list())).toEqual([
        first?.id,
        second?.id,
        third?.id,
      ]);
    });

    test("attachments are uploaded by the author and listed", async () => {
      const attachments = bob.client.related(discussion, "attachments");
      const added = await attachments.upload(image);
      expect(await idsOf(attachments.list())).toEqual([added?.id]);
      const seenByAda = await ada.client.contents.get(discussion);
      await expect(
        ada.client.related(seenByAda, "attachments").upload(image),
      ).rejects.toMatchObject({ name: "NotAllowedError" });
    });

    test("followingIn lists the requester's streams", async () => {
      platform.admin.follow(ada.person.id, discussion.id ?? "");
      const following = ada.client.related(discussion, "followingIn");
      expect(await Array.fromAsync(following.list())).toMatchObject([
        { name: "Connections" },
      ]);
    });

    test("the html ref is a URL for a browser", () => {
      const { href } = ada.client.related(discussion, "html").url();
      expect(href).toContain(discussion.id);
    });

    test("removal at the self ref also removes the messages", async () => {
      const messages = ada.client.related(discussion, "messages");
      await messages.post({ content: text("Yes") });
      await bob.client.contents.remove(discussion);
      expect(await service.contents.find(discussion.id ?? "")).toBeUndefined();
      await expect(messages.list().next()).rejects.toMatchObject({
        status: 404,
      });
    });
  });
});

describe("families without documented details", () => {
  /** Creates, lists, reads, updates and removes an item. Every family supports these operations. */
  async function expectLife(
    name: "places" | "members" | "activities" | "actions/dms" | "inbox",
    client: Client,
    fields: Record<string, unknown>,
    changed: Record<string, unknown>,
  ) {
    const family = client.family(name);
    const before = await idsOf(family.list());
    const item = await family.create(fields);
    expect(new Set(await idsOf(family.list()))).toEqual(
      new Set([...before, item.id]),
    );
    expect(await family.get(item)).toEqual(item);
    const after = await family.update(item, (read) => ({
      ...read,
      ...changed,
    }));
    expect(after).toMatchObject(changed);
    await family.remove(item);
    expect(await family.find(item)).toBeUndefined();
    expect(await idsOf(family.list())).toEqual(before);
  }

  test.each(["blog", "group", "project", "space"])(
    "/places creates, lists, reads, updates and removes a %s",
    async (type) => {
      const place = { type, name: "Engines" };
      await expectLife("places", ada.client, place, { name: "Looms" });
    },
  );

  test("/members adds users to groups, and lists, reads, updates and removes memberships", async () => {
    const place = await eve.client
      .family("places")
      .create({ type: "group", name: "Engines" });
    const member = { person: ada.person.id, place: place.id, state: "member" };
    await expectLife("members", eve.client, member, { state: "owner" });
  });

  test.each(rows<["activities" | "actions/dms" | "inbox", object, object]>`
    activities  | ${{ content: text("A walk") }}                   | ${{ content: "A run" }}
    activities  | ${{ content: "A walk" }}                         | ${{ content: "A run" }}
    actions/dms | ${{ participants: ["$bob"], content: text("Tea?") }} | ${{ content: text("At five?") }}
    inbox       | ${{ subject: "Remember", content: text("the milk") }} | ${{ unread: false }}
  `)(
    "/%s creates, lists, reads, updates and removes entries",
    async (name, fields, changed) => {
      const given = JSON.stringify(fields).replace("$bob", bob.person.id);
      await expectLife(
        name,
        ada.client,
        JSON.parse(given) as Record<string, unknown>,
        { ...changed },
      );
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
