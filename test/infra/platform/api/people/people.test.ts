import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asService,
  call,
  createPerson,
  objectOf,
  pageOf,
  personBody,
  platformForTest,
  basic,
} from "../../platform-for-test.ts";
import { rows } from "../../../../fixtures/rows.ts";

describe("creating a person", () => {
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

  test.each(rows<[string, unknown]>`
    svc.username | ${personBody("ADA", { emails: [{ value: "x@y", svc_label: "Email" }] })}
    emails[0].value | ${personBody("bob", { emails: [{ value: "Ada@Community.Example", svc_label: "Email" }] })}
  `)(
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

  test.each(rows<[string, Record<string, unknown>]>`
    emails | ${{ emails: undefined }}
    emails | ${{ emails: [] }}
    emails[0].value | ${{ emails: [{ value: "nobody", svc_label: "Email" }] }}
    emails[0].svc_label | ${{ emails: [{ value: "a@b" }] }}
    name | ${{ name: undefined }}
    name.familyName | ${{ name: { givenName: "Ada" } }}
    svc | ${{ svc: undefined }}
    svc.password | ${{ svc: { username: "ada" } }}
    svc.username | ${{ svc: { username: "a b", password: "x" } }}
    svc.username | ${{ svc: { username: "a:b", password: "x" } }}
    svc.visible | ${{ svc: { username: "ada", password: "x", visible: "yes" } }}
    svc.profile[0].value | ${{ svc: { username: "ada", password: "x", profile: [{ value: 7, svc_label: "Title" }] } }}
    tags[1] | ${{ tags: ["a", 2] }}
    status | ${{ status: null }}
    location | ${{ location: {} }}
    addresses[0].value | ${{ addresses: [{ value: "Street 1", svc_label: "Address" }] }}
    phoneNumbers | ${{ phoneNumbers: "+44" }}
  `)(
    "an invalid %s is answered 400 with its name and without its value",
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
});

describe("reading people", () => {
  test("every person reads a visible person, and only itself and administrators see published", async () => {
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

  test("only itself and administrators find a person that is not visible", async () => {
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

  test("resources have absolute refs and the verbs that the requester may use", async () => {
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
});

describe("updating a person", () => {
  test("a platform that replaces removes absent optional fields and keeps ids, dates and names", async () => {
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

  test("the option partialUpdates accepts a PUT with changed fields only", async () => {
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

  test("a partial update of a platform that replaces keeps absent required fields", async () => {
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
    "only an administrator writes level, external and federated (%s)",
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

  test("every status that is set is published, even the same one again, and other updates are not", async () => {
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

  test("a disabled person cannot sign in until it is enabled again", async () => {
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
