import { describe, expect, test } from "vitest";
import type { PlatformOptions } from "../../../../../infra/platform/state/options.ts";
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

/** Ada and Bob on a platform. What is read is Ada, and what is put changes her. */
async function startWithAda(
  options: Partial<PlatformOptions> = {},
  svc: Record<string, unknown> = {},
) {
  const platform = await platformForTest(options);
  const { id } = await createPerson(platform, "ada", {}, svc);
  await createPerson(platform, "bob");
  const path = `/people/${id}`;
  return {
    platform,
    id,
    readAs: (as: string) => call(platform, "GET", path, { as }),
    put: (fields: Record<string, unknown>, more = {}, as = asService) =>
      call(platform, "PUT", path, {
        as,
        json: personBody("ada", fields, more),
      }),
  };
}

describe("creating a person", () => {
  test("the password signs the person in and is never returned", async () => {
    const platform = await platformForTest();
    const json = personBody("ada");
    const created = await call(platform, "POST", "/people", { json });
    const read = await call(platform, "GET", "/people", { as: asAda });
    expect(read.status).toBe(200);
    const stored = JSON.stringify(platform.people());
    for (const text of [created.text, read.text, stored])
      expect(text).not.toContain("password");
  });
});

describe("reading people", () => {
  test("every person reads a visible person, and only itself and administrators see published", async () => {
    const { readAs } = await startWithAda();
    const seenByBob = (await readAs(asBob)).json();
    expect(seenByBob).toHaveProperty("emails");
    expect(seenByBob).not.toHaveProperty("published");
    for (const as of [asAda, asService])
      expect((await readAs(as)).json()).toHaveProperty("published");
  });

  test("only itself and administrators find a person that is not visible", async () => {
    const { platform, readAs } = await startWithAda({}, { visible: false });
    expect((await readAs(asAda)).status).toBe(200);
    expect((await readAs(asService)).status).toBe(200);
    expect((await readAs(asBob)).status).toBe(404);
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
    const { readAs, put } = await startWithAda();
    const { name } = objectOf(await readAs(asAda));
    expect(name).toEqual({
      givenName: "ada",
      familyName: "Example",
      formatted: "ada Example",
    });
    const renamed = { ...(name as object), familyName: "King" };
    for (const [given, formatted] of [
      [renamed, "ada King"],
      [{ ...renamed, formatted: "The Countess" }, "The Countess"],
    ] as const)
      expect((await put({ name: given })).json()).toMatchObject({
        name: { formatted },
        displayName: formatted,
      });
  });

  test.each(["merge", "replace"] as const)(
    "only an administrator writes level, external and federated (%s)",
    async (update) => {
      const { put } = await startWithAda({ update });
      const level = { name: "Expert", points: 500 };
      const flags = { level, external: true, federated: true };
      const svcAfter = async (as: string, svc: object) =>
        objectOf(await put({}, svc, as))["svc"];
      const before = await svcAfter(asAda, flags);
      expect(before).toMatchObject({ external: false, federated: false });
      expect(before).not.toHaveProperty("level");
      expect(await svcAfter(asService, flags)).toMatchObject(flags);
      const own = { level: { name: "Novice", points: 0 }, external: false };
      expect(await svcAfter(asAda, own)).toMatchObject(flags);
    },
  );

  test("every status that is set is published, even the same one again, and other updates are not", async () => {
    const { platform, id, put } = await startWithAda();
    for (const status of ["Away", "Away", undefined, "Back"])
      await put({ status });
    const published = platform.activitiesOf(id).map(({ status }) => status);
    expect(published).toEqual(["Away", "Away", "Back"]);
    expect(platform.findPerson("ada")?.status).toBe("Back");
  });

  test("the password is for creation only", async () => {
    const { readAs, put } = await startWithAda();
    await put({}, { password: "new" });
    expect((await readAs(asAda)).status).toBe(200);
    expect((await readAs(basic("ada", "new"))).status).toBe(401);
  });

  test("a disabled person cannot sign in until it is enabled again", async () => {
    const { readAs, put } = await startWithAda();
    await put({}, { enabled: false });
    expect((await readAs(asAda)).status).toBe(401);
    await put({}, { enabled: true });
    expect((await readAs(asAda)).status).toBe(200);
  });
});
