import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asService,
  basic,
  call,
  createPerson,
  objectOf,
  pageOf,
  personBody,
  platformForTest,
} from "./platform-for-test.ts";

describe("creating a person", () => {
  test("the minimum body makes a person, answered 201 with an id, dates and flags", async () => {
    const platform = await platformForTest({
      nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    });
    const answer = await call(platform, "POST", "/people", {
      json: personBody("ada"),
    });
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      type: "person",
      displayName: "ada Example",
      emails: [{ value: "ada@community.example", svc_label: "Email" }],
      svc: {
        username: "ada",
        enabled: true,
        visible: true,
        external: false,
        externalContributor: false,
        federated: false,
      },
      published: "2026-01-02T03:04:05.006+0000",
      updated: "2026-01-02T03:04:05.006+0000",
    });
  });

  test("every optional field comes back as it was given", async () => {
    const platform = await platformForTest();
    const fields = {
      name: {
        givenName: "Ada",
        familyName: "King",
        formatted: "Ada, Countess",
      },
      addresses: [
        {
          value: { locality: "London", country: "UK" },
          svc_label: "Address",
          primary: true,
        },
      ],
      phoneNumbers: [
        { value: "+44 20 7946 0000", svc_label: "Phone Number", primary: true },
      ],
      location: "London",
      status: "Arriving",
      tags: ["engines"],
    };
    const profile = [{ value: "Analyst", svc_label: "Title" }];
    const person = await createPerson(platform, "ada", fields, { profile });
    expect(person).toMatchObject({ ...fields, displayName: "Ada, Countess" });
    expect(person).toHaveProperty("svc.profile", profile);
  });

  test("the password signs the person in and is never returned", async () => {
    const platform = await platformForTest();
    const created = await call(platform, "POST", "/people", {
      json: personBody("ada"),
    });
    const read = await call(platform, "GET", "/people", { as: asAda });
    expect(read.status).toBe(200);
    for (const text of [
      created.text,
      read.text,
      JSON.stringify(platform.people()),
    ]) {
      expect(text).not.toContain("password");
    }
  });

  test.each([
    [
      "svc.username",
      personBody("ADA", { emails: [{ value: "x@y", svc_label: "Email" }] }),
    ],
    [
      "emails[0].value",
      personBody("bob", {
        emails: [{ value: "Ada@Community.Example", svc_label: "Email" }],
      }),
    ],
  ])(
    "a taken %s is answered 409, compared without case",
    async (field, json) => {
      const platform = await platformForTest();
      await createPerson(platform, "ada");
      const answer = await call(platform, "POST", "/people", { json });
      expect(answer.status).toBe(409);
      expect(answer.json()).toMatchObject({
        error: { status: 409, message: expect.stringContaining(field) },
      });
      expect(platform.people()).toHaveLength(2);
    },
  );

  test("of twenty equal creations at once, one succeeds", async () => {
    const platform = await platformForTest();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(platform, "POST", "/people", { json: personBody("ada") }),
      ),
    );
    expect(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
    ).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  test("read-only and unknown fields are ignored", async () => {
    const platform = await platformForTest();
    const person = await createPerson(platform, "ada", {
      id: "1",
      displayName: "Root",
      published: "1999-01-01T00:00:00.000+0000",
      administrator: true,
      shoeSize: 38,
    });
    expect(person.id).not.toBe("1");
    expect(person).not.toMatchObject({ displayName: "Root" });
    expect(person).not.toHaveProperty("shoeSize");
    expect(platform.findPerson("ada")?.administrator).toBe(false);
  });

  test.each<[string, Record<string, unknown>]>([
    ["emails", { emails: undefined }],
    ["emails", { emails: [] }],
    ["emails[0].value", { emails: [{ value: "nobody", svc_label: "Email" }] }],
    ["emails[0].svc_label", { emails: [{ value: "a@b" }] }],
    ["name", { name: undefined }],
    ["name.familyName", { name: { givenName: "Ada" } }],
    ["svc", { svc: undefined }],
    ["svc.password", { svc: { username: "ada" } }],
    ["svc.username", { svc: { username: "a b", password: "x" } }],
    ["svc.username", { svc: { username: "a:b", password: "x" } }],
    [
      "svc.visible",
      { svc: { username: "ada", password: "x", visible: "yes" } },
    ],
    [
      "svc.profile[0].value",
      {
        svc: {
          username: "ada",
          password: "x",
          profile: [{ value: 7, svc_label: "Title" }],
        },
      },
    ],
    ["tags[1]", { tags: ["a", 2] }],
    ["status", { status: null }],
    ["location", { location: {} }],
    [
      "addresses[0].value",
      { addresses: [{ value: "Street 1", svc_label: "Address" }] },
    ],
    ["phoneNumbers", { phoneNumbers: "+44" }],
  ])(
    "a %s that does not fit is answered 400, naming it and not its value",
    async (field, fields) => {
      const platform = await platformForTest();
      const answer = await call(platform, "POST", "/people", {
        json: personBody("ada", fields),
      });
      expect(answer.status).toBe(400);
      expect(answer.json()).toEqual({
        error: {
          status: 400,
          message: expect.stringMatching(
            `^${field.replaceAll(/[[\]]/g, "\\$&")}: `,
          ),
        },
      });
      expect(answer.text).not.toContain("nobody");
      expect(platform.people()).toHaveLength(1);
    },
  );

  test("only the administrator may create", async () => {
    const platform = await platformForTest();
    await createPerson(platform, "ada");
    const answer = await call(platform, "POST", "/people", {
      as: asAda,
      json: personBody("bob"),
    });
    expect(answer.status).toBe(403);
    expect(platform.findPerson("bob")).toBeUndefined();
  });
});

describe("reading people", () => {
  test("anyone signed in reads a visible person; published is for the person and administrators", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await createPerson(platform, "bob");
    const asOther = await call(platform, "GET", `/people/${id}`, { as: asBob });
    expect(asOther.status).toBe(200);
    expect(asOther.json()).toHaveProperty("emails");
    expect(asOther.json()).not.toHaveProperty("published");
    const asSelf = await call(platform, "GET", `/people/${id}`, { as: asAda });
    expect(asSelf.json()).toHaveProperty("published");
  });

  test("a person who is not visible is there only for itself and administrators", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada", {}, { visible: false });
    await createPerson(platform, "bob");
    const statusAs = async (as: string) =>
      (await call(platform, "GET", `/people/${id}`, { as })).status;
    expect(await statusAs(asAda)).toBe(200);
    expect(await statusAs(asService)).toBe(200);
    expect(await statusAs(asBob)).toBe(404);
    const list = await call(platform, "GET", "/people", { as: asBob });
    expect(list.text).not.toContain("ada");
  });

  test.each(["0", "abc", "%2e%2e", "%ZZ", "__proto__", "9".repeat(5000)])(
    "an id that nobody has is answered 404 (%#)",
    async (id) => {
      const platform = await platformForTest();
      const answer = await call(platform, "GET", `/people/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ error: { status: 404 } });
    },
  );

  test("resources are absolute and tell what this requester may do", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await createPerson(platform, "bob");
    const self = `${platform.origin}/api/core/v3/people/${id}`;
    const resourcesAs = async (as: string) =>
      objectOf(await call(platform, "GET", `/people/${id}`, { as })).resources;

    expect(await resourcesAs(asAda)).toEqual({
      self: { ref: self, allowed: ["GET", "PUT"] },
      html: { ref: `${platform.origin}/people/ada`, allowed: ["GET"] },
      images: { ref: `${self}/images`, allowed: ["GET", "POST"] },
      tasks: { ref: `${self}/tasks`, allowed: ["GET", "POST"] },
      activity: { ref: `${self}/activities`, allowed: ["GET"] },
      colleagues: { ref: `${self}/@colleagues`, allowed: ["GET"] },
      followers: { ref: `${self}/@followers`, allowed: ["GET"] },
      following: { ref: `${self}/@following`, allowed: ["GET"] },
      followingIn: { ref: `${self}/followingIn`, allowed: ["GET"] },
      manager: { ref: `${self}/@manager`, allowed: ["GET"] },
      members: {
        ref: `${platform.origin}/api/core/v3/members/people/${id}`,
        allowed: ["GET"],
      },
      reports: { ref: `${self}/@reports`, allowed: ["GET"] },
      streams: { ref: `${self}/streams`, allowed: ["GET", "POST"] },
    });
    const forService = await resourcesAs(asService);
    expect(forService["self"]?.allowed).toEqual(["GET", "PUT", "DELETE"]);
    expect(forService["images"]?.allowed).toEqual(["GET", "POST"]);
    expect(forService).not.toHaveProperty("tasks");
    expect(forService).not.toHaveProperty("streams");
    const forBob = await resourcesAs(asBob);
    expect(forBob["self"]?.allowed).toEqual(["GET"]);
    expect(forBob["images"]?.allowed).toEqual(["GET"]);
  });

  test("the html resource keeps a username in one path segment", async () => {
    const platform = await platformForTest();
    const { resources } = await createPerson(platform, "ada/king?x");
    expect(resources["html"]?.ref).toBe(
      `${platform.origin}/people/ada%2Fking%3Fx`,
    );
  });

  test("following links.next gives every person once, in pages of count", async () => {
    const platform = await platformForTest();
    for (let index = 0; index < 5; index += 1) {
      await createPerson(platform, `person${index}`);
    }
    const first = pageOf(
      await call(platform, "GET", "/people?count=2&fields=id"),
    );
    expect(first).toMatchObject({ startIndex: 0, itemsPerPage: 2 });
    expect(first.links).toEqual({
      next: `${platform.origin}/api/core/v3/people?count=2&fields=id&startIndex=2`,
    });
    const second = pageOf(await call(platform, "GET", first.links.next ?? ""));
    expect(second.links.prev).toContain("count=2&fields=id&startIndex=0");
    const third = pageOf(await call(platform, "GET", second.links.next ?? ""));
    expect(third.links).not.toHaveProperty("next");
    const ids = [first, second, third].flatMap(({ list }) =>
      list.map(({ id }) => id),
    );
    expect(ids).toEqual(platform.people().map(({ id }) => id));
  });

  test("fields choose what is in the list; resources are always there", async () => {
    const platform = await platformForTest();
    const { list } = pageOf(
      await call(platform, "GET", "/people?fields=id,svc,nonsense"),
    );
    expect(Object.keys(list[0] ?? {}).toSorted()).toEqual([
      "id",
      "resources",
      "svc",
    ]);
  });

  test("a page beyond the end is empty, and a huge count is cut", async () => {
    const platform = await platformForTest();
    const page = pageOf(
      await call(platform, "GET", "/people?startIndex=500&count=100000"),
    );
    expect(page).toMatchObject({
      list: [],
      startIndex: 500,
      itemsPerPage: 100,
    });
  });

  test.each([
    "count=0",
    "count=-1",
    "count=abc",
    "count=",
    "count=1e9",
    "startIndex=-1",
    "startIndex=1.5",
    "startIndex=99999999999999999999",
  ])("%s is answered 400", async (query) => {
    const platform = await platformForTest();
    const answer = await call(platform, "GET", `/people?${query}`);
    expect(answer.status).toBe(400);
  });
});

describe("updating a person", () => {
  test("given fields change, absent ones stay, and the updated person is the answer", async () => {
    let nowMs = 0;
    const platform = await platformForTest({ nowMs: () => nowMs });
    const { id } = await createPerson(platform, "ada", {
      location: "London",
      tags: ["a"],
    });
    nowMs = 1000;
    const answer = await call(platform, "PUT", `/people/${id}`, {
      json: personBody(
        "ada",
        { location: "Paris" },
        { enabled: false, password: undefined },
      ),
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      location: "Paris",
      tags: ["a"],
      svc: { username: "ada", enabled: false, visible: true },
      published: "1970-01-01T00:00:00.000+0000",
      updated: "1970-01-01T00:00:01.000+0000",
    });
  });

  test("what GET shows can be sent back by PUT and changes nothing", async () => {
    const platform = await platformForTest({ nowMs: () => 0 });
    const { id } = await createPerson(platform, "ada", { location: "London" });
    const before = (await call(platform, "GET", `/people/${id}`)).json();
    const answer = await call(platform, "PUT", `/people/${id}`, {
      json: before,
    });
    expect(answer.json()).toEqual(before);
  });

  test("where the platform replaces, optional fields that are absent go; ids, dates and names stay", async () => {
    const platform = await platformForTest({
      update: "replace",
      nowMs: () => 0,
    });
    const fields = { location: "London", tags: ["a"], status: "Here" };
    const svc = { profile: [{ value: "Analyst", svc_label: "Title" }] };
    const { id } = await createPerson(platform, "ada", fields, svc);
    const answer = await call(platform, "PUT", `/people/${id}`, {
      as: asAda,
      json: personBody("ada", { tags: ["b"] }, { username: undefined }),
    });
    expect(answer.json()).toMatchObject({
      id,
      tags: ["b"],
      svc: { username: "ada", enabled: true, visible: true },
      published: "1970-01-01T00:00:00.000+0000",
    });
    const person = answer.json();
    for (const field of ["location", "status", "svc.profile"]) {
      expect(person).not.toHaveProperty(field);
    }
    expect((await call(platform, "GET", "/people", { as: asAda })).status).toBe(
      200,
    );
  });

  test("read-only fields are ignored, on create and on update", async () => {
    const platform = await platformForTest({ nowMs: () => 0 });
    const readOnly = {
      id: "1",
      type: "robot",
      displayName: "Somebody else",
      followerCount: 99,
      followingCount: 99,
      photos: [{ value: "https://elsewhere.example/a.png" }],
      thumbnailUrl: "https://elsewhere.example/a.png",
      published: "2001-01-01T00:00:00.000+0000",
      updated: "2001-01-01T00:00:00.000+0000",
      resources: {},
    };
    const created = await createPerson(platform, "ada", readOnly);
    const updated = objectOf(
      await call(platform, "PUT", `/people/${created.id}`, {
        json: personBody("ada", readOnly),
      }),
    );
    expect(updated).toEqual(created);
    for (const [name, value] of Object.entries(readOnly)) {
      expect(created[name]).not.toEqual(value);
    }
  });

  test.each(["emails", "svc", "name"])(
    "an update without %s is answered 400",
    async (field) => {
      const platform = await platformForTest();
      const { id } = await createPerson(platform, "ada");
      const answer = await call(platform, "PUT", `/people/${id}`, {
        json: personBody("ada", { [field]: undefined, location: "Paris" }),
      });
      expect(answer.status).toBe(400);
      expect(platform.findPerson("ada")?.location).toBeUndefined();
    },
  );

  test("where partial updates are allowed, a PUT gives changed fields only", async () => {
    const platform = await platformForTest({ partialUpdates: true });
    const { id } = await createPerson(platform, "ada", { location: "London" });
    for (const json of [
      { status: "Away" },
      { svc: { enabled: true } },
      { name: { givenName: "ada", familyName: "King" } },
      { emails: [{ value: "ada@king.example", svc_label: "Email" }] },
      {},
    ]) {
      const answer = await call(platform, "PUT", `/people/${id}`, { json });
      expect(answer.status).toBe(200);
    }
    expect(platform.activitiesOf(id)).toMatchObject([{ status: "Away" }]);
    expect(platform.findPerson("ada")).toMatchObject({
      name: { givenName: "ada", familyName: "King" },
      emails: [{ value: "ada@king.example" }],
      svc: { username: "ada", enabled: true },
      location: "London",
      status: "Away",
    });
    const json = { emails: [{ value: "ada", svc_label: "Email" }] };
    const wrong = await call(platform, "PUT", `/people/${id}`, { json });
    expect(wrong.status).toBe(400);
  });

  test("a partial update never takes a required field away, where the platform replaces", async () => {
    const platform = await platformForTest({
      partialUpdates: true,
      update: "replace",
    });
    const { id } = await createPerson(platform, "ada", { location: "London" });
    const json = { tags: ["a"] };
    const answer = await call(platform, "PUT", `/people/${id}`, { json });
    expect(answer.json()).toMatchObject({
      name: { givenName: "ada", familyName: "Example" },
      emails: [{ value: "ada@community.example" }],
      svc: { username: "ada" },
      tags: ["a"],
    });
    expect(answer.json()).not.toHaveProperty("location");
  });

  test("name.formatted is always present, and follows a change of the other names unless it was set", async () => {
    const platform = await platformForTest();
    const created = await createPerson(platform, "ada");
    expect(created["name"]).toEqual({
      givenName: "ada",
      familyName: "Example",
      formatted: "ada Example",
    });
    const rename = async (name: Record<string, unknown>) => {
      const json = personBody("ada", { name });
      const path = `/people/${created.id}`;
      return objectOf(await call(platform, "PUT", path, { json }));
    };
    const shown = created["name"] as Record<string, unknown>;
    const renamed = { ...shown, familyName: "King" };
    expect(await rename(renamed)).toMatchObject({
      name: { formatted: "ada King" },
      displayName: "ada King",
    });
    expect(
      await rename({ ...renamed, formatted: "The Countess" }),
    ).toMatchObject({
      name: { formatted: "The Countess" },
      displayName: "The Countess",
    });
  });

  test.each(["merge", "replace"] as const)(
    "a person's own level, external and federated are ignored, an administrator sets them (%s)",
    async (update) => {
      const platform = await platformForTest({ update });
      const { id } = await createPerson(platform, "ada");
      const flags = {
        level: { name: "Expert", points: 500 },
        external: true,
        federated: true,
      };
      const put = async (as: string, svc: Record<string, unknown>) => {
        const json = personBody("ada", {}, svc);
        const answer = await call(platform, "PUT", `/people/${id}`, {
          as,
          json,
        });
        return objectOf(answer)["svc"];
      };
      const before = await put(asAda, flags);
      expect(before).toMatchObject({ external: false, federated: false });
      expect(before).not.toHaveProperty("level");
      expect(await put(asService, flags)).toMatchObject(flags);
      const own = { level: { name: "Novice", points: 0 }, external: false };
      expect(await put(asAda, own)).toMatchObject(flags);
    },
  );

  test("setting a status publishes it each time, also the same again; other updates publish nothing", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    for (const status of ["Away", "Away", undefined, "Back"]) {
      await call(platform, "PUT", `/people/${id}`, {
        json: personBody("ada", { status }),
      });
    }
    expect(platform.activitiesOf(id).map(({ status }) => status)).toEqual([
      "Away",
      "Away",
      "Back",
    ]);
    expect(platform.findPerson("ada")?.status).toBe("Back");
  });

  test("a person updates itself and nobody else", async () => {
    const platform = await platformForTest();
    const ada = await createPerson(platform, "ada");
    await createPerson(platform, "bob");
    const statusAs = async (as: string) =>
      (
        await call(platform, "PUT", `/people/${ada.id}`, {
          as,
          json: personBody("ada"),
        })
      ).status;
    expect(await statusAs(asAda)).toBe(200);
    expect(await statusAs(asBob)).toBe(403);
  });

  test("the password is for creation only", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await call(platform, "PUT", `/people/${id}`, {
      json: personBody("ada", {}, { password: "new" }),
    });
    const statusAs = async (as: string) =>
      (await call(platform, "GET", "/people", { as })).status;
    expect(await statusAs(asAda)).toBe(200);
    expect(await statusAs(basic("ada", "new"))).toBe(401);
  });

  test("a name that was given up is free, one of somebody else is answered 409", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await createPerson(platform, "bob");
    const renameTo = async (username: string) =>
      (
        await call(platform, "PUT", `/people/${id}`, {
          json: personBody(username),
        })
      ).status;
    expect(await renameTo("bob")).toBe(409);
    expect(await renameTo("countess")).toBe(200);
    expect(platform.findPerson("ada")).toBeUndefined();
    await createPerson(platform, "ada");
    expect(platform.findPerson("ada")?.id).not.toBe(id);
  });

  test("someone disabled cannot sign in until enabled again", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const statusWhen = async (enabled: boolean) => {
      await call(platform, "PUT", `/people/${id}`, {
        json: personBody("ada", {}, { enabled }),
      });
      return (await call(platform, "GET", `/people/${id}`, { as: asAda }))
        .status;
    };
    expect(await statusWhen(false)).toBe(401);
    expect(await statusWhen(true)).toBe(200);
  });
});

describe("deleting a person", () => {
  test("takes the person and all it made, and frees its names", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    await call(platform, "POST", `/people/${id}/streams`, {
      as: asAda,
      json: { name: "News" },
    });
    await call(platform, "PUT", `/people/${id}`, {
      json: personBody("ada", { status: "Hi" }),
    });
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(204);
    expect((await call(platform, "GET", `/people/${id}`)).status).toBe(404);
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(404);
    expect((await call(platform, "GET", "/people", { as: asAda })).status).toBe(
      401,
    );
    expect(platform.streamsOf(id)).toEqual([]);
    expect(platform.activitiesOf(id)).toEqual([]);
    expect((await createPerson(platform, "ada")).id).not.toBe(id);
  });

  test("only the administrator may, and not itself", async () => {
    const platform = await platformForTest();
    const ada = await createPerson(platform, "ada");
    const service = platform.findPerson("service");
    const statusOf = async (id: string, as: string) =>
      (await call(platform, "DELETE", `/people/${id}`, { as })).status;
    expect(await statusOf(ada.id, asAda)).toBe(403);
    expect(await statusOf(service?.id ?? "", asService)).toBe(403);
    expect(platform.people()).toHaveLength(2);
  });

  test("in the background it is answered 202 and done after so many reads", async () => {
    const platform = await platformForTest({ deletion: { goneAfterReads: 2 } });
    const { id } = await createPerson(platform, "ada");
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(202);
    expect(
      (await call(platform, "POST", "/people", { json: personBody("ada") }))
        .status,
    ).toBe(409);
    const statuses = [];
    for (let read = 0; read < 3; read += 1) {
      statuses.push((await call(platform, "GET", `/people/${id}`)).status);
    }
    expect(statuses).toEqual([200, 200, 404]);
    expect(platform.findPerson("ada")).toBeUndefined();
  });

  test("in the background it is done after a time, which a second deletion does not move", async () => {
    let nowMs = 0;
    const platform = await platformForTest({
      deletion: { goneAfterMs: 1000 },
      nowMs: () => nowMs,
    });
    const { id } = await createPerson(platform, "ada");
    await call(platform, "DELETE", `/people/${id}`);
    nowMs = 999;
    expect((await call(platform, "DELETE", `/people/${id}`)).status).toBe(202);
    expect((await call(platform, "GET", `/people/${id}`)).status).toBe(200);
    nowMs = 1000;
    expect((await call(platform, "GET", `/people/${id}`)).status).toBe(404);
    const deletions = platform.journal.filter(
      ({ method }) => method === "DELETE",
    );
    expect(deletions.map(({ applied }) => applied)).toEqual([true, false]);
  });

  test("in the background it may never be done", async () => {
    const platform = await platformForTest({
      deletion: { goneAfterReads: Infinity },
    });
    const { id } = await createPerson(platform, "ada");
    await call(platform, "DELETE", `/people/${id}`);
    for (let read = 0; read < 5; read += 1) {
      expect((await call(platform, "GET", `/people/${id}`)).status).toBe(200);
    }
  });
});
