import { describe, expect, test } from "vitest";
import {
  asAda,
  asBob,
  asService,
  call,
  create,
  createPerson,
  objectOf,
  pageOf,
  personBody,
  platformForTest,
  platformWithPeople,
  basic,
} from "../../platform-for-test.ts";

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

  test("a page beyond the end is empty, a huge count is cut, and both page sizes are options", async () => {
    const options = { defaultPageSize: 1, maxPageSize: 2 };
    const platform = await platformForTest(options);
    const page = async (query: string) =>
      pageOf(await call(platform, "GET", `/people${query}`));
    const beyond = { list: [], startIndex: 500, itemsPerPage: 2 };
    expect(await page("?startIndex=500&count=100000")).toMatchObject(beyond);
    expect(await page("")).toMatchObject({ itemsPerPage: 1 });
  });
});

describe("resources of a person", () => {
  test("a person without an image offers no avatar, which is answered 404, and no thumbnail", async () => {
    const platform = await platformForTest();
    const { id } = await createPerson(platform, "ada");
    const avatar = await call(platform, "GET", `/people/${id}/avatar`);
    expect(avatar.status).toBe(404);
    const person = objectOf(await call(platform, "GET", `/people/${id}`));
    expect(person.resources).not.toHaveProperty("avatar");
    expect(person).not.toHaveProperty("thumbnailUrl");
    expect(person).toHaveProperty("photos", []);
  });

  test("followerCount and followingCount count each person once", async () => {
    const { platform, ada, bob } = await platformWithPeople();
    const json = { name: "News" };
    await create(platform, `/people/${ada.id}/streams`, json, asAda);
    platform.admin.follow(ada.id, bob.id);
    platform.admin.follow(ada.id, bob.id, "News");
    const read = async (id: string) =>
      objectOf(await call(platform, "GET", `/people/${id}`));
    const followed = { followerCount: 1, followingCount: 0 };
    expect(await read(bob.id)).toMatchObject(followed);
    const following = { followerCount: 0, followingCount: 1 };
    expect(await read(ada.id)).toMatchObject(following);
  });
});

describe("updating a person", () => {
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
